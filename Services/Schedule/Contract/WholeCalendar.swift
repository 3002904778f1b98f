/// Creates calendars of more schedules than fit into a message.
extension MakeScheduleCalendar {
  /// Exports the schedules of any number of subjects as one calendar.
  ///
  /// - Parameters:
  ///   - entries: the subjects with their titles.
  ///   - send: sends one command to the service.
  public static func whole(
    _ entries: [ScheduleEntry], isolation: isolated (any Actor)? = #isolation,
    _ send: (MakeScheduleCalendar) async throws -> Reply
  ) async throws -> String {
    var rest = entries[...]
    var whole: WholeCalendar?
    repeat {
      let reply = try await send(MakeScheduleCalendar(entries: Array(rest.prefix(maxEntries))))
      if whole == nil { whole = WholeCalendar(reply.ics) } else { whole?.add(reply.ics) }
      // Drop at least one entry; otherwise, a service that accepts none would be queried forever.
      rest = rest.dropFirst(max(1, reply.entries))
    } while !rest.isEmpty
    return whole?.text ?? ""
  }
}

/// Calendar assembled from several replies to `schedule.calendar`: first the properties of the
/// calendar, then time zones, then events.
struct WholeCalendar {
  private static let zone = "BEGIN:VTIMEZONE\r\n"
  private static let event = "BEGIN:VEVENT\r\n"
  private static let end = "END:VCALENDAR\r\n"

  private let head: String
  /// Time zones, without duplicates.
  private var zones: [String] = []
  private var events = ""

  init(_ calendar: String) {
    let start = Self.zones(calendar).lowerBound
    head = String(calendar[..<start])
    add(calendar)
  }

  mutating func add(_ calendar: String) {
    let range = Self.zones(calendar)
    for zone in calendar[range].split(separator: Self.zone).map({ Self.zone + $0 })
    where !zones.contains(zone) { zones.append(zone) }
    events += calendar[range.upperBound...].dropLast(
      calendar.hasSuffix(Self.end) ? Self.end.count : 0)
  }

  var text: String { head + zones.joined() + events + Self.end }

  /// Returns the range of the time zones in a calendar; empty for a calendar without time zones.
  private static func zones(_ calendar: String) -> Range<String.Index> {
    let end =
      calendar.firstRange(of: event)?.lowerBound ?? calendar.firstRange(of: Self.end)?.lowerBound
      ?? calendar.endIndex
    let start = calendar[..<end].firstRange(of: zone)?.lowerBound ?? end
    return start..<end
  }
}

/// A calendar of more schedules than fit a message.
extension MakeScheduleCalendar {
  /// Writes the schedules of any number of subjects as one calendar.
  ///
  /// - Parameters:
  ///   - entries: what the subjects are called.
  ///   - send: asks the service for some of them.
  public static func whole(
    _ entries: [ScheduleEntry], isolation: isolated (any Actor)? = #isolation,
    _ send: (MakeScheduleCalendar) async throws -> Reply
  ) async throws -> String {
    var rest = entries[...]
    var whole: WholeCalendar?
    repeat {
      let reply = try await send(MakeScheduleCalendar(entries: Array(rest.prefix(maxEntries))))
      if whole == nil { whole = WholeCalendar(reply.ics) } else { whole?.add(reply.ics) }
      // A service that takes none would be asked for ever.
      rest = rest.dropFirst(max(1, reply.entries))
    } while !rest.isEmpty
    return whole?.text ?? ""
  }
}

/// A calendar that is put together of several, as `MakeScheduleCalendar` answers them: first the properties of the calendar,
/// then time zones, then events.
struct WholeCalendar {
  private static let zone = "BEGIN:VTIMEZONE\r\n"
  private static let event = "BEGIN:VEVENT\r\n"
  private static let end = "END:VCALENDAR\r\n"

  private let head: String
  /// Each once.
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

  /// Range of the time zones of a calendar; empty if it has none.
  private static func zones(_ calendar: String) -> Range<String.Index> {
    let end =
      calendar.firstRange(of: event)?.lowerBound ?? calendar.firstRange(of: Self.end)?.lowerBound
      ?? calendar.endIndex
    let start = calendar[..<end].firstRange(of: zone)?.lowerBound ?? end
    return start..<end
  }
}

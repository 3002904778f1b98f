public import Dependencies

/// The form in which a standup is created or edited: its value and where the focus is.
///
/// ```swift
/// var form = StandupForm(standup: Standup(id: Standup.ID(uuid())), uuid: uuid)
/// form.standup.title = "Design"
/// form.durationMinutes = 15
/// form.addAttendee(uuid: uuid)
/// let standup = form.save(uuid: uuid)
/// ```
public struct StandupForm: Hashable, Sendable {
  /// A field that can have the focus.
  public enum Field: Hashable, Sendable {
    case title
    case attendee(Attendee.ID)
  }

  /// What has been filled in so far.
  public var standup: Standup
  /// The field that takes what is typed; nil if none does.
  public var focus: Field?

  /// A standup without attendees gets one blank attendee.
  ///
  /// - Parameters:
  ///   - standup: where the form starts.
  ///   - focus: the title unless told.
  ///   - uuid: names a blank attendee.
  public init(standup: Standup, focus: Field? = .title, uuid: UUIDGenerator) {
    self.standup = standup
    self.focus = focus
    if self.standup.attendees.isEmpty {
      self.standup.attendees.append(Attendee(id: Attendee.ID(uuid())))
    }
  }

  /// The whole minutes that the form offers.
  public static let minutes: ClosedRange<Int> = 5...30

  /// The duration in whole minutes, as the form shows and sets it.
  ///
  /// A duration that came through the API and is no whole minute from 5 to 30 is shown as the
  /// nearest one, and kept as it is until a minute is chosen.
  public var durationMinutes: Int {
    get {
      let nearest = Int((standup.durationMs + 30_000) / 60_000)
      return min(max(nearest, Self.minutes.lowerBound), Self.minutes.upperBound)
    }
    set {
      let minutes = min(max(newValue, Self.minutes.lowerBound), Self.minutes.upperBound)
      standup.durationMs = Int64(minutes) * 60_000
    }
  }

  /// Adds a blank attendee at the end and focuses it.
  public mutating func addAttendee(uuid: UUIDGenerator) {
    let attendee = Attendee(id: Attendee.ID(uuid()))
    standup.attendees.append(attendee)
    focus = .attendee(attendee.id)
  }

  /// Deletes attendees and focuses the one now at the first deleted position, or the last.
  ///
  /// If none is left there is one blank attendee. Ids that are not in the form are ignored.
  public mutating func deleteAttendees(ids: some Sequence<Attendee.ID>, uuid: UUIDGenerator) {
    let ids = Set(ids).filter { standup.attendees.contains(id: $0) }
    guard let first = ids.compactMap({ standup.attendees.index(id: $0) }).min() else { return }
    for id in ids { standup.attendees.remove(id: id) }
    if standup.attendees.isEmpty {
      standup.attendees.append(Attendee(id: Attendee.ID(uuid())))
    }
    let index = min(first, standup.attendees.count - 1)
    focus = .attendee(standup.attendees[index].id)
  }

  /// The standup as it is saved, without blank attendees.
  public func save(uuid: UUIDGenerator) -> Standup {
    var standup = standup
    standup.attendees = standup.attendees.saved(uuid: uuid)
    return standup
  }
}

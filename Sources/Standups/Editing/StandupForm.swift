public import StandupsDependencies

/// The form in which a standup is created or edited: its value and the focused field.
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

  /// The standup with the values entered so far.
  public var standup: Standup
  /// Field that has the keyboard focus; nil if none has it.
  public var focus: Field?

  /// Creates a form. A standup without attendees gets one blank attendee.
  ///
  /// - Parameters:
  ///   - standup: initial value of the form.
  ///   - focus: field that has the focus initially. Default: the title.
  ///   - uuid: generates the id of a blank attendee.
  public init(standup: Standup, focus: Field? = .title, uuid: UUIDGenerator) {
    self.standup = standup
    self.focus = focus
    if self.standup.attendees.isEmpty {
      self.standup.attendees.append(Attendee(id: Attendee.ID(uuid())))
    }
  }

  /// Durations that the form offers, in whole minutes.
  public static let minutes: ClosedRange<Int> = 5...30

  /// Duration in whole minutes, as the form shows and sets it.
  ///
  /// A duration that was set through the API and is not a whole minute from 5 to 30 is shown as the
  /// nearest one, and stays unchanged until the user chooses a minute.
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

  /// Deletes attendees, and moves the focus to the attendee now at the first deleted position, or
  /// to the last attendee.
  ///
  /// If none is left, adds one blank attendee. Ids that are not in the form are ignored.
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

  /// Returns the standup to save, without blank attendees.
  public func save(uuid: UUIDGenerator) -> Standup {
    var standup = standup
    standup.attendees = standup.attendees.saved(uuid: uuid)
    return standup
  }
}

/// What is wrong with a standup that somebody wants to save.
public enum StandupProblem: Error, Hashable, Sendable {
  /// The duration, in milliseconds, is not one that the API takes.
  case duration(Int64)
  case titleTooLong(characters: Int)
  case nameTooLong(Attendee.ID, characters: Int)
  case tooManyAttendees(Int)
  /// The warning, in milliseconds, is not one that the API takes.
  case warning(Int64)
  /// The weight of that attendee's turn is not one that there is.
  case weight(Attendee.ID, Int)
  /// The absence of that attendee ends at a moment of no calendar.
  case absence(Attendee.ID, Int64)
  /// It cannot have been changed so often.
  case revision(Int)

  /// The member of the standup that it is about.
  public var member: String {
    switch self {
    case .duration: "duration"
    case .titleTooLong: "title"
    case .nameTooLong, .tooManyAttendees, .weight, .absence: "attendees"
    case .warning: "warnMs"
    case .revision: "revision"
    }
  }
}

extension StandupProblem: CustomStringConvertible {
  /// A sentence for a person: what is allowed, and what came instead.
  public var description: String {
    switch self {
    case .duration(let ms):
      "A standup lasts from 1 second to 24 hours, not \(ms) ms."
    case .titleTooLong(let characters):
      "A title has at most \(Standup.longestText) characters, not \(characters)."
    case .nameTooLong(let id, let characters):
      "A name has at most \(Standup.longestText) characters; that of attendee \(id) has "
        + "\(characters)."
    case .tooManyAttendees(let count):
      "A standup has at most \(Standup.mostAttendees) attendees, not \(count)."
    case .warning(let ms):
      "Speakers are warned from 1 second to an hour before their turn ends, not \(ms) ms."
    case .weight(let id, let weight):
      "A turn weighs \(Attendee.weights.lowerBound) to \(Attendee.weights.upperBound); that of attendee \(id) "
        + "would weigh \(weight)."
    case .absence(let id, let ms):
      "An absence ends in the years 1970 to 9999; that of attendee \(id) would end at \(ms) ms."
    case .revision(let revision):
      "A revision is from 1 to \(Standup.revisions.upperBound), not \(revision)."
    }
  }
}

extension Standup {
  /// The most characters of a title or a name, as Unicode scalars: of what a reader takes for one
  /// character there is no most.
  public static let longestText = 1000
  /// The most attendees of a standup.
  public static let mostAttendees = 1000

  /// The first thing that is wrong with it; nil if it can be saved. An empty title is fine.
  public var problem: StandupProblem? {
    if !Self.durationsMs.contains(durationMs) { return .duration(durationMs) }
    if let warnMs, !Self.warningsMs.contains(warnMs) { return .warning(warnMs) }
    if !Self.revisions.contains(revision) { return .revision(revision) }
    let characters = title.unicodeScalars.count
    if characters > Self.longestText { return .titleTooLong(characters: characters) }
    if attendees.count > Self.mostAttendees { return .tooManyAttendees(attendees.count) }
    for attendee in attendees where attendee.name.unicodeScalars.count > Self.longestText {
      return .nameTooLong(attendee.id, characters: attendee.name.unicodeScalars.count)
    }
    for attendee in attendees {
      if let weight = attendee.weight, !Attendee.weights.contains(weight) {
        return .weight(attendee.id, weight)
      }
      if let ms = attendee.absentUntilMs, !Attendee.absencesMs.contains(ms) {
        return .absence(attendee.id, ms)
      }
    }
    return nil
  }
}

import Schema

/// A problem that prevents a standup from being saved.
public enum StandupProblem: Error, Hashable, Sendable {
  /// The duration, in milliseconds, is outside `Standup.durationsMs`.
  case duration(Int64)
  case titleTooLong(characters: Int)
  case nameTooLong(Attendee.ID, characters: Int)
  case tooManyAttendees(Int)
  /// The warning time, in milliseconds, is outside `Standup.warningsMs`.
  case warning(Int64)
  /// The weight of this attendee is outside `Attendee.weights`.
  case weight(Attendee.ID, Int)
  /// The end of this attendee's absence, in milliseconds, is outside `Attendee.absencesMs`.
  case absence(Attendee.ID, Int64)
  /// These two attendees are linked to the same person.
  case linkedTwice(Attendee, Attendee)
  /// The revision is outside `Standup.revisions`.
  case revision(Int)
  /// The text is not the id of a team.
  case team(String)
  /// The text is not the tag of a language.
  case language(String)

  /// Name of the standup's member that has the problem.
  public var member: String {
    switch self {
    case .duration: "duration"
    case .titleTooLong: "title"
    case .nameTooLong, .tooManyAttendees, .weight, .absence, .linkedTwice:
      "attendees"
    case .warning: "warnMs"
    case .revision: "revision"
    case .team: "team"
    case .language: "language"
    }
  }
}

extension StandupProblem: CustomStringConvertible {
  /// A human-readable sentence with the valid values and the actual one.
  public var description: String {
    switch self {
    case .duration(let ms):
      "Invalid duration \(ms) ms; expected 1 second to 24 hours."
    case .titleTooLong(let characters):
      "A title can have at most \(Standup.longestText) characters, not \(characters)."
    case .nameTooLong(let id, let characters):
      "The name of attendee \(id) has \(characters) characters; \(Attendee.nameLimit)."
    case .tooManyAttendees(let count):
      "A standup can have at most \(Standup.maxAttendees) attendees, not \(count)."
    case .warning(let ms):
      "Invalid warning time \(ms) ms; expected 1 second to 1 hour before the end of a turn."
    case .weight(let id, let weight):
      "Invalid weight \(weight) for attendee \(id); expected \(Attendee.weights.lowerBound) to "
        + "\(Attendee.weights.upperBound)."
    case .absence(let id, let ms):
      "Invalid end of absence \(ms) ms for attendee \(id); expected a time in the years 1970 to 9999."
    case .linkedTwice(let one, let other):
      "“\(one.displayName)” and “\(other.displayName)” are linked to the same person; link only one of"
        + " them."
    case .revision(let revision):
      "Invalid revision \(revision); expected 1 to \(Standup.revisions.upperBound)."
    case .team(let team):
      "Invalid team “\(team.prefix(TeamID.maxBytes))”; expected the id of a team, such as web."
    case .language(let language):
      "Invalid language “\(language.prefix(LanguageTag.maxBytes))”; expected a tag such as es, pt-BR or zh-Hant."
    }
  }
}

extension Attendee {
  /// Maximum length of a name, as the end of a sentence.
  static let nameLimit = "a name can have at most \(Standup.longestText) characters"

  /// The first problem found; nil if the attendee can be saved. A blank name is valid.
  public var problem: StandupProblem? {
    let characters = name.unicodeScalars.count
    if characters > Standup.longestText { return .nameTooLong(id, characters: characters) }
    if let weight, !Self.weights.contains(weight) { return .weight(id, weight) }
    if let ms = absentUntilMs, !Self.absencesMs.contains(ms) { return .absence(id, ms) }
    return nil
  }
}

extension Standup {
  /// Maximum length of a title or a name, in Unicode scalars. A limit in displayed characters would
  /// not be a bound, because one character can consist of any number of scalars.
  public static let longestText = 1000
  /// Maximum number of attendees of a standup.
  public static let maxAttendees = 1000

  /// The first problem found; nil if the standup can be saved. An empty title is valid.
  public var problem: StandupProblem? {
    if !Self.durationsMs.contains(durationMs) { return .duration(durationMs) }
    if let warnMs, !Self.warningsMs.contains(warnMs) { return .warning(warnMs) }
    if !Self.revisions.contains(revision) { return .revision(revision) }
    if let team, !TeamID.isValid(team) { return .team(team) }
    if let language, !LanguageTag.isValid(language) { return .language(language) }
    let characters = title.unicodeScalars.count
    if characters > Self.longestText { return .titleTooLong(characters: characters) }
    if attendees.count > Self.maxAttendees { return .tooManyAttendees(attendees.count) }
    if let problem = attendees.lazy.compactMap(\.problem).first { return problem }
    return attendees.linkedTwice.map { .linkedTwice($0, $1) }
  }
}

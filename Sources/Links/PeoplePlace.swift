import Schema

/// A place of persons and teams: `standups:///people`, `standups:///teams`, and the paths below them.
public enum PeoplePlace: Hashable, Sendable {
  /// The list of persons.
  case people
  /// A person, by their id: a lowercase UUID.
  case person(String)
  /// The history of a person: figures of their past meetings.
  case history(String)
  /// The list of teams.
  case teams
  /// A team and its members, by its id: see `TeamID`.
  case team(String)
}

extension PeoplePlace {
  /// Reads the place from the steps of a link.
  ///
  /// - Parameter first: the step that selects the place.
  /// - Returns: nil if no place starts with that step.
  init?(_ first: String, reading steps: inout LinkSteps) throws(DeepLinkError) {
    switch first {
    case "people":
      guard let step = steps.next() else {
        self = .people
        return
      }
      let person = try steps.uuid(step, of: "person")
      guard let next = steps.next() else {
        self = .person(person)
        return
      }
      guard next == "history" else {
        throw steps.error("unexpected “\(next)” after the person")
      }
      try steps.end(after: next)
      self = .history(person)
    case "teams":
      guard let step = steps.next() else {
        self = .teams
        return
      }
      self = .team(try Self.team(step, steps))
      try steps.end(after: "the team")
    default: return nil
    }
  }

  private static func team(_ step: String, _ steps: LinkSteps) throws(DeepLinkError) -> String {
    // Other characters may have an ASCII letter as their lowercase form.
    guard step.utf8.allSatisfy({ $0 < 0x80 }), TeamID.isValid(step.lowercased()) else {
      throw steps.error(
        "“\(step)” is not the id of a team; expected at most \(TeamID.maxBytes) letters, digits and"
          + " “-”, beginning with a letter")
    }
    return step.lowercased()
  }

  var path: String {
    switch self {
    case .people: "/people"
    case .person(let id): "/people/\(id)"
    case .history(let id): "/people/\(id)/history"
    case .teams: "/teams"
    case .team(let id): "/teams/\(id)"
    }
  }
}

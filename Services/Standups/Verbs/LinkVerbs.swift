import PeopleAPI
import Standups
import StandupsAPI

/// The `standups link` and `standups unlink` commands.
enum LinkVerbs {
  static let person = Argument<PersonReference?>.option(
    "--person",
    help: "Person, by name, id or the start of the id; by e-mail address if you are an admin."
      + " Default: the member of the team with the attendee’s name.")
  static let json = "The changed standup, in the same format as for “add”."

  static let link = Verb(
    "link", summary: "Link an attendee to a person.",
    details: """
      The person must have a role in the standup’s team, or operate the installation. An attendee is linked to at most \
      one person, and a person to at most one attendee of a standup. The attendee keeps the name.
      """,
    arguments: [AbsentVerbs.standup, AbsentVerbs.person, person],
    examples: [
      .init("standups link Daily Ann", "The member of the team who is called Ann."),
      .init("standups link Daily Ann --person 'Ann Smith'", "A member with another name."),
    ], json: json
  ) { values, context in
    let reference = try values[person]
    try await change(values, context) { connection, standup, attendee in
      guard let reference = try reference ?? PersonReference(attendee) else {
        throw Failure.usage("This attendee has no name. Specify the person with --person.")
      }
      let person = try await PeopleFinder(connection: connection)
        .member(reference, of: standup.teamID)
      let name = DisplayText.safe(person.name)
      return (person.id, "“\(DisplayText.safe(attendee.displayName))” is linked to \(name).")
    }
  }

  static let unlink = Verb(
    "unlink", summary: "Remove the link of an attendee to a person.",
    details: "The attendee stays in the standup, as a name alone.",
    arguments: [AbsentVerbs.standup, AbsentVerbs.person],
    examples: [.init("standups unlink Daily Ann", "Ann is a name alone.")], json: json
  ) { values, context in
    try await change(values, context) { _, _, attendee in
      let name = DisplayText.safe(attendee.displayName)
      return (
        "", "“\(name)” is \(attendee.person == nil ? "not" : "no longer") linked to a person."
      )
    }
  }

  /// Sets the person of an attendee.
  ///
  /// - Parameter choose: returns the id of the person, empty for none, and the sentence to print.
  private static func change(
    _ values: Values, _ context: CommandContext,
    _ choose: (Connection, Standup, Attendee) async throws -> (person: Person.ID, done: String)
  ) async throws {
    let name = try values[AbsentVerbs.person]
    let reference = try values[AbsentVerbs.standup]
    try await context.connected { connection in
      var found = try await Finder(connection: connection).standup(reference)
      let id = try LiveVerbs.attendee(name, of: found.standup)
      guard let attendee = found.standup.attendees[id: id] else { return }
      let (person, done) = try await choose(connection, found.standup, attendee)
      let edited = try await EditVerb.tryingAgain(connection, &found) { summary in
        let standup = summary.standup
        guard standup.attendees.contains(id: id) else {
          throw Failure.noAttendee(name, among: standup.attendees.map(\.displayName))
        }
        return EditStandup(
          id: standup.id,
          attendees: standup.attendees.map {
            AttendeeDraft(id: $0.id, name: $0.name, person: $0.id == id ? person : nil)
          }, revision: standup.revision)
      }
      try context.show(edited) { [done] }
    }
  }
}

extension PersonReference {
  /// A reference by an attendee's name; nil if it is blank.
  fileprivate init?(_ attendee: Attendee) throws {
    guard !attendee.isBlank else { return nil }
    try self.init(argument: attendee.name)
  }
}

extension Connection {
  /// Returns the names of the persons to whom attendees are linked; empty if none is linked, or if
  /// they cannot be read.
  func personNames(of standup: Standup) async throws -> [Attendee.PersonID: String] {
    guard !standup.attendees.persons.isEmpty else { return [:] }
    let members = try await besides { try await $0.members(of: standup.teamID) } ?? []
    return Dictionary(
      members.compactMap { member in
        Attendee.PersonID(member.person).map { ($0, member.name) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

import Bus
import PeopleAPI

/// The `standups people` command.
enum PeopleVerb {
  static let verb = Verb(
    "people", summary: "List and manage the persons of this installation.",
    details: """
      A person has a role in each of their teams: an observer reads, a member also runs and edits the team’s \
      standups, and an admin also manages the members. An operator has every role in every team. Without a command, \
      lists the first 100 persons.
      """,
    examples: [
      .init("standups people", "The persons, with their teams and roles."),
      .init("standups people add Ann --email ann@example.com --team web", "A member of a team."),
      .init("standups people show ann@example.com", "All properties of one person."),
    ],
    json: listJSON,
    verbs: [
      list, PersonAddVerb.verb, show, PersonEditVerbs.edit, PersonEditVerbs.identity, remove,
      OwnVoiceVerb.verb,
    ]
  ) { _, context in try await list(ListPeople(), context) }

  static let person = Argument<PersonReference>.required("PERSON", help: PersonReference.help)
  static let json =
    "{“id”, “name”, “email”, “zone”, “isOperator”, “operatorIssuer”,"
    + " “identities”: [{“issuer”, “subject”}], “teams”: [{“team”, “role”, “issuer”}]}"
  private static let listJSON = "{“people”: [as “show” prints them], “next”, “total”}"
  private static let limit = PageArguments.limit("persons", fallback: 100)

  private static let list = Verb(
    "list", summary: "List the persons, in the order in which they were added.",
    arguments: [limit, PageArguments.after],
    examples: [
      .init("standups people list --limit 1000", "More persons at once."),
      .init("standups people list --json | jq -r '.people[].email'", "Only e-mail addresses."),
    ],
    json: listJSON
  ) { values, context in
    let limit = try values[limit]
    try Failure.require("--limit", limit, in: 1...1000)
    try await list(ListPeople(after: try values[PageArguments.after], limit: limit), context)
  }

  private static func list(_ command: ListPeople, _ context: CommandContext) async throws {
    let reply = try await context.send(command)
    try context.show(reply) {
      guard !reply.people.isEmpty || reply.next != nil else {
        return ["No persons yet. Add one with “standups people add NAME”."]
      }
      var lines = PersonText.table(reply.people, context)
      if let next = reply.next {
        lines.append("\(reply.people.count) of \(reply.total). \(PageArguments.more(after: next))")
      }
      return lines
    }
  }

  private static let show = Verb(
    "show", summary: "Show one person.",
    details:
      "A role that a group at a sign-in provider grants is shown with the provider’s address.",
    arguments: [person],
    examples: [
      .init("standups people show Ann", "A person by name."),
      .init("standups people show ann@example.com --json", "By e-mail address, as JSON."),
    ],
    json: json
  ) { values, context in try await show(try values[person], context) }

  /// Shows one person.
  static func show(_ person: PersonReference, _ context: CommandContext) async throws {
    try await context.connected { connection in
      let found = try await PeopleFinder(connection: connection).person(person)
      try context.show(found) { PersonText.lines(found, context) }
    }
  }

  private static let remove = Verb(
    "remove", summary: "Remove a person.",
    details: """
      Asks for confirmation. The person’s roles and identities are removed, and the saved replies about the person and \
      the print of their voice are erased. Events contain only the id, which remains in them. The person’s words in past meetings stay; “standups \
      forget” erases them. Backups, exported files and webhook deliveries are not erased.
      """,
    arguments: [person, Confirmation.yes],
    examples: [
      .init("standups people remove Ann", "Asks for confirmation."),
      .init("standups people remove ann@example.com --yes", "Without confirmation, for scripts."),
    ],
    json: "{“removed”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await removable(try values[person], connection)
      let agreed = try Confirmation.ask(
        "Remove \(found.description), and erase the saved replies about this person?",
        isGiven: values[Confirmation.yes], context)
      if agreed { _ = try await connection.send(RemovePerson(id: found.id)) }
      try context.show(Removal(removed: agreed, id: found.id)) {
        [agreed ? "Removed \(found.name)." : "Nothing was removed."]
      }
    }
  }

  /// The person to remove, with a name for the result and a description for the question. A complete
  /// id may belong to a person who is unreadable and therefore not found.
  private static func removable(
    _ reference: PersonReference, _ connection: Connection
  ) async throws -> (id: String, name: String, description: String) {
    do {
      let found = try await PeopleFinder(connection: connection).person(reference)
      let name = PersonText.name(found)
      return (found.id, name, "\(name) with \(PersonText.counts(found))")
    } catch let failure as Failure where reference.isID {
      guard failure.code == BusError.Code.notFound.rawValue else { throw failure }
      let id = reference.text.lowercased()
      return (id, id, "the person \(id)")
    }
  }

  private struct Removal: Codable {
    var removed: Bool
    var id: Person.ID
  }
}

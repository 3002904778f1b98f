import Bus
import PeopleAPI

/// The `standups people add` command.
enum PersonAddVerb {
  private static let name = Argument<String>.required("NAME", help: "Name of the person.")
  private static let email = Argument<String?>.option(
    "--email", placeholder: "ADDRESS", help: "E-mail address, which no other person has.")
  private static let zone = Argument<String?>.option(
    "--zone", placeholder: "ZONE", help: "Time zone, such as Europe/Paris.")
  private static let isOperator = Argument<Bool>.flag(
    "--operator", help: "Let the person operate the installation.")
  private static let team = Argument<TeamReference?>.option(
    "--team", help: "Team to add the person to: its id or name.")
  private static let role = Argument<TeamRole?>.option(
    "--role", help: "Role in the team. Default: member.")

  static let verb = Verb(
    "add", summary: "Add a person.",
    details: "Without --team, the person has no role yet; “standups teams join” adds one.",
    arguments: [name, email, zone, isOperator, team, role],
    examples: [
      .init(
        "standups people add Ann --email ann@example.com --team web --role admin",
        "An admin of a team."),
      .init(
        "standups people add Bob --zone Europe/Paris --operator", "An operator of the installation."
      ),
    ],
    json: PeopleVerb.json
  ) { values, context in
    let command = AddPerson(
      name: try values[name], email: try values[email], zone: try values[zone],
      isOperator: try values[isOperator] ? true : nil)
    let (team, role) = (try values[team], try values[role])
    guard team != nil || role == nil else { throw Failure.usage("--role needs --team.") }
    try await context.connected { connection in
      // An unknown team is reported before the person is added.
      let finder = PeopleFinder(connection: connection)
      let found = try await team.asyncMap { try await finder.team($0) }
      var person = try await connection.send(command)
      if let found {
        person.teams = [try await join(found, person, role ?? .member, connection)]
      }
      try context.show(person) {
        ["Added \(PersonText.name(person))."] + PersonText.lines(person, context).dropFirst()
      }
    }
  }

  /// Adds a new person to a team.
  ///
  /// - Throws: `Failure` that says that the person was added nevertheless.
  private static func join(
    _ team: Team, _ person: Person, _ role: TeamRole, _ connection: Connection
  ) async throws -> Membership {
    do {
      return try await connection.send(SetMember(team: team.id, person: person.id, role: role))
    } catch {
      var failure = Failure(error)
      failure.message =
        "Added \(PersonText.name(person)) with the id \(person.id), but not to the team \(team.id):"
        + " \(failure.message) Run “standups teams join \(team.id) \(person.id) --role"
        + " \(role.rawValue)” to try again."
      throw failure
    }
  }
}

extension TeamRole: ArgumentValue {
  static var placeholder: String { "ROLE" }
}

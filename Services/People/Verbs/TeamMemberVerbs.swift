import Bus
import PeopleAPI

/// The `standups teams join` and `standups teams leave` commands.
enum TeamMemberVerbs {
  private static let role = Argument<TeamRole?>.option(
    "--role",
    help: "Role in the team. Default: the role that the person has, otherwise member.")

  static let join = Verb(
    "join", summary: "Add a person to a team, or change the role in it.",
    arguments: [TeamsVerb.team, PeopleVerb.person, role],
    examples: [
      .init("standups teams join web Ann", "Makes Ann a member."),
      .init("standups teams join web ann@example.com --role admin", "Makes Ann an admin."),
    ],
    json: "{“team”, “person”: id, “role”}"
  ) { values, context in
    try await context.connected { connection in
      let (team, person, former) = try await find(values, connection)
      let names = (PersonText.name(person), TeamsVerb.text(team))
      guard let role = try values[role] ?? (former == nil ? .member : nil) else {
        // Without --role, an admin must not become a member.
        return try context.show(Joined(team: team.id, person: person.id, role: former)) {
          [
            "\(names.0) already has the role \(former?.rawValue ?? "") in \(names.1). Add --role to"
              + " change it."
          ]
        }
      }
      let set = try await connection.send(
        SetMember(team: team.id, person: person.id, role: role))
      try context.show(Joined(team: set.team, person: person.id, role: set.role)) {
        let change = former.flatMap { $0 == set.role ? nil : " It was \($0.rawValue) before." }
        return ["\(names.0) has the role \(set.role.rawValue) in \(names.1).\(change ?? "")"]
      }
    }
  }

  static let leave = Verb(
    "leave", summary: "Remove a person from a team.", details: "The person stays in other teams.",
    arguments: [TeamsVerb.team, PeopleVerb.person],
    examples: [.init("standups teams leave web Ann", "Removes Ann’s role in the team.")],
    json: "{“team”, “person”: id, “removed”: false if the person had no role}"
  ) { values, context in
    try await context.connected { connection in
      let (team, person, former) = try await find(values, connection)
      _ = try await connection.send(RemoveMember(team: team.id, person: person.id))
      try context.show(Left(team: team.id, person: person.id, removed: former != nil)) {
        let names = (PersonText.name(person), TeamsVerb.text(team))
        return [
          former == nil
            ? "\(names.0) had no role in \(names.1)." : "Removed \(names.0) from \(names.1)."
        ]
      }
    }
  }

  /// The team and the person that the arguments name, with the person's role in the team.
  private static func find(
    _ values: Values, _ connection: Connection
  ) async throws -> (team: Team, person: Person, role: TeamRole?) {
    let finder = PeopleFinder(connection: connection)
    let team = try await finder.team(try values[TeamsVerb.team])
    let person = try await finder.person(try values[PeopleVerb.person])
    return (team, person, person.teams.first { $0.team == team.id }?.role)
  }

  private struct Joined: Codable {
    var team: Team.ID
    var person: Person.ID
    var role: TeamRole?
  }

  private struct Left: Codable {
    var team: Team.ID
    var person: Person.ID
    var removed: Bool
  }
}

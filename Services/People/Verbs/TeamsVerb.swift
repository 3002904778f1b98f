import Bus
import PeopleAPI

/// The `standups teams` command.
enum TeamsVerb {
  static let verb = Verb(
    "teams", summary: "List and manage teams and their members.",
    details: """
      A person has a role in a team: an observer reads, a member also runs and edits the team’s standups, and an admin \
      also manages the members, deletes and exports. Each standup belongs to a team, and does not exist for persons of \
      other teams. The team “default” always exists. Without a command, lists the teams.
      """,
    examples: [
      .init("standups teams", "All teams."),
      .init("standups teams add Design", "A team with the id “design”."),
      .init("standups teams join web Ann --role admin", "Makes Ann an admin of a team."),
    ],
    json: listJSON,
    verbs: [list, add, show, rename, remove, TeamMemberVerbs.join, TeamMemberVerbs.leave]
  ) { _, context in try await list(context) }

  static let team = Argument<TeamReference>.required("TEAM", help: TeamReference.help)
  private static let name = Argument<String>.required("NAME", help: "Name of the team.")
  private static let newName = Argument<String>.required("NAME", help: "New name of the team.")
  private static let id = Argument<String?>.option(
    "--id", placeholder: "ID",
    help:
      "Id of the team: at most \(Team.maxIDBytes) characters a–z, 0–9 and “-”, beginning with a letter."
      + " Default: made from the name.")
  private static let json = "{“id”, “name”, “members”: number}"
  private static let listJSON = "{“teams”: [{“id”, “name”, “members”: number}]}"

  private static let list = Verb(
    "list", summary: "List the teams.",
    examples: [.init("standups teams list", "The same as “standups teams”.")], json: listJSON
  ) { _, context in try await list(context) }

  private static func list(_ context: CommandContext) async throws {
    let teams = try await context.connected { try await $0.teams() }
    try context.show(["teams": teams]) {
      var table = Table(header: ["ID", "NAME", "MEMBERS"], flexible: 1)
      table.rows = teams.map {
        [DisplayText.safe($0.id), DisplayText.safe($0.name), "\($0.members)"]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  private static let add = Verb(
    "add", summary: "Add a team.",
    details: "The id never changes, and cannot be used again after the team is removed.",
    arguments: [name, id],
    examples: [
      .init("standups teams add Design", "A team with the id “design”."),
      .init("standups teams add 'Site reliability' --id sre", "A team with a shorter id."),
    ],
    json: json
  ) { values, context in
    let team = try await context.send(AddTeam(id: try values[id], name: try values[name]))
    try context.show(team) {
      ["Added the team \(text(team)) with the id \(DisplayText.safe(team.id))."]
    }
  }

  private static let show = Verb(
    "show", summary: "Show a team and the roles of its members.",
    details:
      "A role that a group at a sign-in provider grants is shown with the provider’s address.",
    arguments: [team],
    examples: [.init("standups teams show web", "The members, admins first.")],
    json:
      "{“team”: {“id”, “name”, “members”: number}, “members”: [{“person”, “name”, “role”, “issuer”}]}"
  ) { values, context in try await show(try values[team], context) }

  /// Shows a team and its members.
  static func show(_ team: TeamReference, _ context: CommandContext) async throws {
    try await context.connected { connection in
      let found = try await PeopleFinder(connection: connection).team(team)
      let members = try await connection.members(of: found.id)
      try context.show(Output(team: found, members: members)) { lines(found, members, context) }
    }
  }

  private struct Output: Codable {
    var team: Team
    var members: [ListMembers.Member]
  }

  private static func lines(
    _ team: Team, _ members: [ListMembers.Member], _ context: CommandContext
  ) -> [String] {
    let ink = context.console.ink
    let id = DisplayText.safe(team.id)
    let heading = [
      ink.bold(DisplayText.safe(team.name)),
      "Team \(id), \(DisplayText.count(team.members, "member"))",
    ]
    guard !members.isEmpty else {
      return heading + (team.members == 0 ? ["“standups teams join \(id) PERSON” adds one."] : [])
    }
    var table = Table(header: ["NAME", "ROLE", "ID"], flexible: 0)
    table.rows = members.sorted {
      ($1.role, $0.name.lowercased(), $0.person) < ($0.role, $1.name.lowercased(), $1.person)
    }
    .map { member in
      [
        DisplayText.safe(member.name), PersonText.role(member.role.rawValue, member.issuer),
        String(member.person.prefix(8)),
      ]
    }
    return heading + [""] + table.lines(width: context.console.width, ink: ink)
  }

  private static let rename = Verb(
    "rename", summary: "Change the name of a team.", details: "Its id stays the same.",
    arguments: [team, newName],
    examples: [.init("standups teams rename web 'Web platform'", "A new name.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await PeopleFinder(connection: connection).team(try values[team])
      let renamed = try await connection.send(RenameTeam(id: found.id, name: try values[newName]))
      try context.show(renamed) { ["The team \(text(found)) is now named \(text(renamed))."] }
    }
  }

  private static let remove = Verb(
    "remove", summary: "Remove a team and the roles of its members.",
    details: """
      Asks for confirmation. The persons stay. No other team can get the id. The team “default” cannot be removed, nor \
      can a team that has standups.
      """,
    arguments: [team, Confirmation.yes],
    examples: [.init("standups teams remove trial --yes", "Without confirmation, for scripts.")],
    json: "{“removed”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await PeopleFinder(connection: connection).team(try values[team])
      let members = DisplayText.count(found.members, "member")
      let agreed = try Confirmation.ask(
        "Remove the team \(text(found)) and the roles of \(members)?",
        isGiven: values[Confirmation.yes], context)
      if agreed { _ = try await connection.send(RemoveTeam(id: found.id)) }
      try context.show(Removal(removed: agreed, id: found.id)) {
        [agreed ? "Removed the team \(text(found))." : "Nothing was removed."]
      }
    }
  }

  private struct Removal: Codable {
    var removed: Bool
    var id: Team.ID
  }

  /// The name in quotation marks.
  static func text(_ team: Team) -> String { "“\(DisplayText.safe(team.name))”" }
}

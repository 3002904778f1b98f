import Bus
import Foundation
import GatewayAPI
import PeopleAPI

extension TokenRole: ArgumentValue {
  static var placeholder: String { "ROLE" }
}

/// The `standups tokens` command.
enum TokensVerb {
  private static let name = Argument<String>.required(
    "NAME", help: "Name of the program, as lists and the audit show it.")
  private static let role = Argument<TokenRole?>.option(
    "--role",
    help:
      "Role of the token: observer reads, member also runs and edits standups, admin also deletes and"
      + " manages the team, operator may do everything. Required unless --person is given.")
  private static let team = Argument<TeamReference?>.option(
    "--team",
    help: "Team to which the role is limited. Required for member and admin. Default: all teams."
      + " " + TeamReference.help)
  private static let person = Argument<PersonReference?>.option(
    "--person",
    help: "Person as whom the token acts: their roles decide, and they are the actor."
      + " " + PersonReference.help)
  private static let commands = Argument<[String]>.options(
    "--command", placeholder: "TARGET",
    help: "Permit only this command, such as standups.list. Events require events.replay."
      + " Repeatable. Default: all that the role permits.")
  private static let expires = Argument<TokenLifetime?>.option(
    "--expires", help: TokenLifetime.help)
  private static let which = Argument<String>.required(
    "TOKEN", help: "Id of the token, the start of the id, or its name.")

  static let verb = Verb(
    "tokens", summary: "Manage the tokens with which programs use Standups over HTTP.",
    details: """
      A program sends its token with each request, as “Authorization: Bearer TOKEN”. A token is shown once, and only its \
      hash is stored. The actor of its commands is the token, or the person of --person. \
      Without a command, lists the tokens.
      """,
    examples: [
      .init(
        "standups tokens add grafana --team web --role observer", "A token that reads one team."),
      .init("standups tokens", "All tokens, with the time of their last request."),
      .init("standups tokens revoke grafana", "Its requests fail at once."),
    ],
    json: listJSON, verbs: [list, add, revoke]
  ) { _, context in try await list(context) }

  private static let listJSON =
    "{“tokens”: [{“id”, “name”, “role”, “team”, “person”, “commands”, “created”, “creator”, “expires”,"
    + " “used”}]}"

  private static let list = Verb(
    "list", summary: "List the tokens.",
    examples: [.init("standups tokens list", "The same as “standups tokens”.")], json: listJSON
  ) { _, context in try await list(context) }

  private static func list(_ context: CommandContext) async throws {
    let tokens = try await context.connected { try await $0.tokens() }
    try context.show(["tokens": tokens]) {
      guard !tokens.isEmpty else {
        return ["No tokens exist yet. “standups tokens add NAME --role ROLE” creates one."]
      }
      var table = Table(
        header: ["ID", "NAME", "ROLE", "TEAM", "COMMANDS", "LAST USED", "EXPIRES"], flexible: 1)
      table.rows = tokens.map { token in
        [
          String(token.id.prefix(8)), DisplayText.safe(token.name),
          token.role?.rawValue ?? "person \(token.person?.prefix(8) ?? "")",
          token.role == nil ? "" : token.team.map(DisplayText.safe) ?? "all",
          token.commands.map { "\($0.count)" } ?? "all",
          token.used.map(context.page.date) ?? "never",
          token.expires.map { expiry($0, context) } ?? "never",
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  private static func expiry(_ date: Date, _ context: CommandContext) -> String {
    date > context.date() ? context.page.date(date) : "expired"
  }

  private static let add = Verb(
    "add", summary: "Create a token, which is shown once.",
    details: """
      An admin of a team creates tokens for that team. Only an operator creates tokens for all teams, or with --person.
      """,
    arguments: [name, role, team, person, commands, expires],
    examples: [
      .init(
        "standups tokens add grafana --team web --role observer --expires 90d",
        "Reads the team “web” for 90 days."),
      .init(
        "standups tokens add board --team web --role observer --command standups.list",
        "May only list standups."),
      .init("standups tokens add laptop --person Ann", "Acts as Ann."),
    ],
    json: "{“token”, “id”, “expires”}"
  ) { values, context in
    let added = try await context.connected { connection in
      try await connection.send(try await request(values, context, connection))
    }
    try context.show(added) { [added.token] }
    let end = added.expires.map { "It expires on \(context.page.date($0))." }
    context.note("The token is shown only this once. \(end ?? "It does not expire.")")
  }

  private static func request(
    _ values: Values, _ context: CommandContext, _ connection: Connection
  ) async throws -> AddToken {
    let (name, targets) = (try values[name], try values[commands])
    let lifetime = try values[expires] ?? .usual
    let end = lifetime.seconds.map { context.date().addingTimeInterval($0) }
    let finder = PeopleFinder(connection: connection)
    if let reference = try values[person] {
      guard try values[role] == nil, try values[team] == nil else {
        throw Failure.usage("Expected --person alone; the person’s roles in teams decide.")
      }
      return AddToken(
        name: name, person: try await finder.person(reference).id,
        commands: targets.isEmpty ? nil : targets, expires: end)
    }
    guard let role = try values[role] else {
      throw Failure.usage("Expected --role ROLE, or --person PERSON.")
    }
    let reference = try values[team]
    guard ![.member, .admin].contains(role) || reference != nil else {
      throw Failure.usage("Expected --team TEAM with --role \(role.rawValue).")
    }
    guard role != .operator || reference == nil else {
      throw Failure.usage("Expected no --team with --role operator, which applies to all teams.")
    }
    var id: Team.ID?
    if let reference { id = try await finder.team(reference).id }
    return AddToken(
      name: name, role: role, team: id, commands: targets.isEmpty ? nil : targets, expires: end)
  }

  private static let revoke = Verb(
    "revoke", summary: "Revoke a token; its requests fail at once.", arguments: [which],
    examples: [.init("standups tokens revoke grafana", "The only token of this name.")],
    json: "{“revoked”: id}"
  ) { values, context in
    let text = try values[which]
    try await context.connected { connection in
      let id = try await token(text, connection)
      _ = try await connection.send(RevokeToken(id: id))
      try context.show(["revoked": id]) { ["Revoked the token \(DisplayText.safe(text))."] }
    }
  }

  /// Id of the token that a text names. A complete id is not looked up, because an unreadable token
  /// is not listed, and because a leaked token must be revoked even if the list fails.
  private static func token(_ text: String, _ connection: Connection) async throws -> String {
    if let id = UUID(text: text) { return id.lowercaseText }
    let tokens = try await connection.tokens()
    let named = tokens.filter { $0.name == text }
    let found =
      named.isEmpty && text.count >= 4
      ? tokens.filter { $0.id.hasPrefix(text.lowercased()) } : named
    if found.count == 1 { return found[0].id }
    guard found.isEmpty else {
      throw Failure.ambiguous(text, found.map { "\($0.id) (\(DisplayText.safe($0.name)))" })
    }
    throw Failure.notFound(
      "Token", text, list: "standups tokens", near: Meant.nearest(to: text, in: tokens.map(\.name)))
  }
}

extension Connection {
  /// Returns all tokens that the user may list, newest first.
  func tokens() async throws -> [WebToken] {
    var all: [WebToken] = []
    var after: String?
    repeat {
      let page = try await send(ListTokens(after: after))
      all += page.tokens
      after = page.next
    } while after != nil
    return all
  }
}

/// The time for which a token is valid, such as `90d`.
struct TokenLifetime: ArgumentValue, Hashable {
  /// Nil for a token that does not expire.
  var seconds: TimeInterval?

  static let usual = TokenLifetime(seconds: 90 * 86_400)
  private static let never = "never"
  static let help =
    "Time for which the token is valid, such as 90d, 12h or 52w, at most 10 years, or never. Default: 90d."

  init(seconds: TimeInterval?) { self.seconds = seconds }

  init(argument: String) throws {
    guard argument != Self.never else { return }
    let day = DurationText.day
    guard
      let ms = DurationText.milliseconds(
        argument, plainUnit: day, longUnits: ["d": day, "w": 7 * day]),
      (1...3660 * day).contains(ms)
    else { throw UsageError(message: "expected a duration such as 90d or 12h, or never") }
    seconds = Double(ms) / 1000
  }

  static var placeholder: String { "TIME" }
}

import Bus
import StandupsConfiguration
import Foundation
import GatewayAPI
import Glibc
import PeopleAPI

extension WebRole: ArgumentValue {
  static var placeholder: String { "ROLE" }
}

/// The `standups web` command.
enum WebVerb {
  static let role = Argument<WebRole?>.option(
    "--role",
    help:
      "Role of the link: operator may do everything, observer may only look. Default: operator, or"
      + " with --person, the person’s role."
  )
  static let registered = Argument<PersonReference?>.option(
    "--person",
    help: "Person whose roles in teams decide, and who is the actor of each action."
      + " " + PersonReference.help)
  static let printed = Argument<Bool>.flag(
    "--print", help: "Print the link instead of opening a browser.")
  static let name = Argument<String?>.optional(
    "NAME", help: "Name, as others will see it. Default: that of --person.")
  static let which = Argument<String?>.optional(
    "SESSION",
    help: "Id of a session, the start of the id, or a name, for all sessions of that person.")

  static let verb = Verb(
    "web", summary: "Open Standups in a browser.",
    details: """
      Opens the web page in your browser and logs you in. A link works once, in one browser, within ten minutes; that \
      browser then stays logged in for 30 days. Without a browser, the link is printed.
      """,
    arguments: [role, registered, printed],
    examples: [
      .init("standups web", "Opens the page."),
      .init("standups web --person ann@example.com", "Opens the page as this person."),
      .init("standups web invite Ada --role observer", "A link for Ada, who may only look."),
      .init("standups web invite --person Ann", "A link for Ann, whose role decides."),
      .init("standups web calendar Ada", "A link for Ada’s calendar."),
      .init("standups web revoke Ada", "Logs Ada out everywhere."),
    ],
    json: "{“id”, “link”, “code”, “expires”}",
    verbs: [invite, invitations, withdraw, calendar, sessions, revoke]
  ) { values, context in
    let name = context.environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "operator"
    let invite = try await context.send(
      try await request(values, context, name: nil, usual: name))
    guard !context.globals.isJSON, !(try values[printed]),
      let file = try page(leadingTo: invite.link, context),
      context.openBrowser(file, context.environment)
    else { return try context.show(invite) { [DisplayText.safe(invite.link)] } }
    let address = invite.link.prefix { $0 != "#" }
    try context.console.print(
      "Opened in your browser: \(DisplayText.safe(String(address)))")
  }

  /// The person of `--person`; nil without the option.
  static func person(_ values: Values, _ context: CommandContext) async throws -> Person? {
    guard let reference = try values[registered] else { return nil }
    return try await context.connected { try await PeopleFinder(connection: $0).person(reference) }
  }

  static func missingName() throws -> String {
    throw Failure.usage("Expected NAME, or --person PERSON.")
  }

  static let calendar = Verb(
    "calendar", summary: "Create a calendar link with the times of all standups.",
    details: """
      The link is valid for a year and only for the calendar. “standups web revoke NAME” revokes it, and logs out that \
      person’s browsers as well. With --person, the link works as long as the person has a role in a team.
      """,
    arguments: [name, registered],
    examples: [.init("standups web calendar Ada", "For a subscription in Ada’s calendar app.")],
    json: "{“link”, “expires”}"
  ) { values, context in
    let person = try await person(values, context)
    let name = try values[name] ?? person?.name ?? missingName()
    let link = try await context.send(MakeCalendarLink(name: name, person: person?.id))
    try context.show(link) { [DisplayText.safe(link.link)] }
  }

  static let sessions = Verb(
    "sessions", summary: "List who is logged in.",
    examples: [.init("standups web sessions --json", "As JSON.")],
    json:
      "{“address”, “sessions”: [{“id”, “name”, “role”, “person”, “began”, “expires”, “isCalendar”}]}"
  ) { _, context in
    let reply = try await context.send(ListWebSessions())
    try context.show(reply) {
      guard !reply.sessions.isEmpty else {
        return [
          "No one is logged in at \(reply.address). Invite a person with “standups web invite NAME”."
        ]
      }
      var table = Table(header: ["ID", "NAME", "ROLE", "PERSON", "SINCE"], flexible: 1)
      table.rows = reply.sessions.map { session in
        [
          String(session.id.prefix(8)), DisplayText.safe(session.name),
          session.isCalendar == true ? "calendar" : session.role?.rawValue ?? "",
          session.person.map { String($0.prefix(8)) } ?? "",
          context.page.date(session.began),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let revoke = Verb(
    "revoke", summary: "Log out a session, or all sessions of a person, immediately.",
    arguments: [which, registered],
    examples: [
      .init("standups web revoke 6f1c0d2e", "One browser; “sessions” shows its id."),
      .init("standups web revoke --person Ann", "All browsers and links of this person."),
    ],
    json: "{“sessions”, “invites”}, each a number"
  ) { values, context in
    let which = try values[which]
    let reference = try values[registered]
    guard (which == nil) != (reference == nil), let text = which ?? reference?.text else {
      throw Failure.usage("Expected either SESSION or --person PERSON.")
    }
    let reply = try await context.connected { connection in
      if let reference {
        // A complete id may belong to a person who was removed.
        let id =
          reference.isID
          ? text : try await PeopleFinder(connection: connection).person(reference).id
        return try await connection.send(RevokeWebSessions(person: id))
      }
      let sessions = try await connection.send(ListWebSessions()).sessions
      let found = text.count >= 4 ? sessions.filter { $0.id.hasPrefix(text.lowercased()) } : []
      return try await connection.send(
        // A complete id may belong to a session that is unreadable and therefore not listed.
        found.count == 1 || UUID(text: text) != nil || text.count == 64
          ? RevokeWebSessions(id: found.first?.id ?? text) : RevokeWebSessions(name: text))
    }
    guard reply.sessions + reply.invites > 0 else {
      throw Failure.notFound("No sessions or invitations found for “\(DisplayText.safe(text))”.")
    }
    try context.show(reply) {
      [
        "Ended \(DisplayText.count(reply.sessions, "session")) and revoked"
          + " \(DisplayText.count(reply.invites, "invitation")) for \(DisplayText.safe(text))."
      ]
    }
  }

  /// Creates a file that redirects to a link. If the link were an argument of the browser, other
  /// users of this machine could read it.
  ///
  /// - Returns: the address of the file; nil without a graphical session, or if the file cannot be
  ///   created.
  private static func page(leadingTo link: String, _ context: CommandContext) throws -> String? {
    guard Browser.isThere(context.environment) else { return nil }
    let environment = try BusEnvironment(context.environment, userID: getuid(), isTerminal: false)
    try environment.secureRuntimeDirectory()
    let path = environment.runtimeDirectory + "/login.html"
    let text =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(link)\">"
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return made ? "file://\(path)" : nil
  }
}

/// The user's web browser.
enum Browser {
  /// True if there is a graphical session in which a browser can open.
  static func isThere(_ environment: [String: String]) -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Opens an address. Returns true if a program for it could be started.
  static func open(_ address: String, _ environment: [String: String]) -> Bool {
    guard isThere(environment) else { return false }
    let command: [String] = ["xdg-open", address]
    let words = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    return posix_spawnp(&process, "xdg-open", nil, nil, words, variables) == 0
  }
}

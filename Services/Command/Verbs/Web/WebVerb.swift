import Bus
import Configuration
import Foundation
import GatewayAPI
import Glibc

extension WebRole: ArgumentValue {
  static var placeholder: String { "ROLE" }
}

/// `standups web`
enum WebVerb {
  static let role = Argument<WebRole?>.option(
    "--role", help: "operator may do everything, observer sees everything; operator unless told.")
  static let printed = Argument<Bool>.flag(
    "--print", help: "Print the link, and open no browser.")
  static let person = Argument<String>.required(
    "NAME", help: "Who it is for, as the others will see it.")
  static let which = Argument<String>.required(
    "SESSION",
    help: "The id of a session, its beginning, or a name: then all sessions of that name.")

  static let verb = Verb(
    "web", summary: "Hold the meeting in a browser.",
    details: """
      Opens the page in your browser, logged in. A link lets one browser in, once, within ten minutes; from then on \
      that browser is logged in for 30 days. Where there is no browser, the link is printed.
      """,
    arguments: [role, printed],
    examples: [
      .init("standups web", "Opens the page."),
      .init("standups web invite Ada --role observer", "A link for Ada, who may look."),
      .init("standups web calendar Ada", "A link for Ada’s calendar."),
      .init("standups web revoke Ada", "Ada has to be invited again."),
    ],
    json: "{“link”, “code”, “expires”}",
    verbs: [invite, calendar, sessions, revoke]
  ) { values, context in
    let name = context.environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "operator"
    let invite = try await context.send(
      InviteToWeb(name: name, role: try values[role] ?? .operator))
    guard !context.globals.isJSON, !(try values[printed]),
      let file = try page(leadingTo: invite.link, context),
      context.openBrowser(file, context.environment)
    else { return try context.show(invite) { [DisplayText.safe(invite.link)] } }
    let address = invite.link.prefix { $0 != "#" }
    try context.console.print(
      "The page is open in your browser: \(DisplayText.safe(String(address)))")
  }

  static let invite = Verb(
    "invite", summary: "Make a link that lets somebody in, once.", arguments: [person, role],
    examples: [.init("standups web invite Ada", "For one who takes part in meetings.")],
    json: "{“link”, “code”, “expires”}"
  ) { values, context in
    let invite = try await context.send(
      InviteToWeb(name: try values[person], role: try values[role] ?? .operator))
    try context.show(invite) { [DisplayText.safe(invite.link)] }
  }

  static let calendar = Verb(
    "calendar", summary: "Make a link under which a calendar program reads when all standups meet.",
    details: """
      It is good for a year, and for the calendar alone. “revoke” with the name ends it, and the browsers of that name.
      """,
    arguments: [person],
    examples: [.init("standups web calendar Ada", "To be subscribed to in Ada’s calendar.")],
    json: "{“link”, “expires”}"
  ) { values, context in
    let link = try await context.send(MakeCalendarLink(name: try values[person]))
    try context.show(link) { [DisplayText.safe(link.link)] }
  }

  static let sessions = Verb(
    "sessions", summary: "List who is logged in.",
    examples: [.init("standups web sessions --json", "For programs.")],
    json: "{“address”, “sessions”: [{“id”, “name”, “role”, “began”, “expires”, “isCalendar”}]}"
  ) { _, context in
    let reply = try await context.send(ListWebSessions())
    try context.show(reply) {
      guard !reply.sessions.isEmpty else {
        return [
          "Nobody is logged in at \(reply.address): “standups web invite NAME” lets somebody in."
        ]
      }
      var table = Table(header: ["ID", "NAME", "ROLE", "SINCE"], flexible: 1)
      table.rows = reply.sessions.map { session in
        [
          String(session.id.prefix(8)), DisplayText.safe(session.name),
          session.isCalendar == true ? "calendar" : session.role.rawValue,
          context.page.date(session.began),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let revoke = Verb(
    "revoke", summary: "End somebody's sessions, at once.", arguments: [which],
    examples: [.init("standups web revoke 6f1c0d2e", "One browser; “sessions” shows its id.")],
    json: "{“sessions”, “invites”}, each a number"
  ) { values, context in
    let text = try values[which]
    let reply = try await context.connected { connection in
      let sessions = try await connection.send(ListWebSessions()).sessions
      let found = text.count >= 4 ? sessions.filter { $0.id.hasPrefix(text.lowercased()) } : []
      return try await connection.send(
        // A whole id is also that of one that cannot be read, and is not shown.
        found.count == 1 || UUID(text: text) != nil || text.count == 64
          ? RevokeWebSessions(id: found.first?.id ?? text) : RevokeWebSessions(name: text))
    }
    guard reply.sessions + reply.invites > 0 else {
      throw Failure.notFound("Nobody called “\(DisplayText.safe(text))” is logged in, or invited.")
    }
    try context.show(reply) {
      [
        "Ended \(reply.sessions) of \(DisplayText.safe(text))'s sessions; took back \(reply.invites) invitations."
      ]
    }
  }

  /// A file that leads to a link: on a command line, anybody on this machine could read the link.
  ///
  /// - Returns: its address; nil where there is no browser.
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

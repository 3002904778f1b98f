import Bus
import Foundation
import GatewayAPI
import PeopleAPI
import QRCode
import StandupsConfiguration

/// The subcommands of `standups web` about invitations.
extension WebVerb {
  private static let hours = Argument<Int?>.option(
    "--hours", help: "Lifetime of the link, from 1 to 720 hours. Default: ten minutes.")
  private static let qr = Argument<Bool>.flag(
    "--qr", help: "Also print the link as a QR code, for the camera of a phone.")
  private static let invitation = Argument<String>.required(
    "ID",
    help: "Id of the invitation, or the start of the id; “standups web invitations” lists them."
  )

  static let invite = Verb(
    "invite", summary: "Create a login link that works once.",
    details: """
      With --person, the page does what this person may do, as long as the person has a role in a team, and \
      “standups audit” shows the person as the actor. Otherwise, the link has a role of its own, and its actions count \
      as those of the gateway. An admin of a team invites only persons whose teams the admin administers.
      """,
    arguments: [name, registered, role, hours, qr],
    examples: [
      .init("standups web invite Ada", "For someone who takes part in meetings."),
      .init("standups web invite --person Ann", "For a person added with “standups people add”."),
      .init("standups web invite --person Ann --hours 72", "A link that is valid for three days."),
    ],
    json: "{“id”, “link”, “code”, “expires”}"
  ) { values, context in
    var command = try await request(values, context, name: try values[name], usual: nil)
    command.hours = try values[hours]
    if let hours = command.hours, !(1...InviteToWeb.maxHours).contains(hours) {
      throw Failure.usage("Invalid --hours: \(hours). Expected 1 to \(InviteToWeb.maxHours).")
    }
    let invite = try await context.send(command)
    let isCode = try values[qr] && !context.globals.isJSON
    let isReachable = !isLoopback(invite.link)
    let code = isCode && isReachable ? try QRCode(invite.link).lines : []
    try context.show(invite) { [DisplayText.safe(invite.link)] + code }
    if isCode, !isReachable {
      context.note(
        "No QR code was printed: the address of the page is one that only this machine can open. Set"
          + " STANDUPS_WEB and STANDUPS_WEB_HOSTS so that phones reach it.")
    }
  }

  /// The invitation that the options request.
  ///
  /// - Parameters:
  ///   - name: the name in the command; nil for none.
  ///   - usual: the name for a link without a person; nil if it is required.
  static func request(
    _ values: Values, _ context: CommandContext, name: String?, usual: String?
  ) async throws -> InviteToWeb {
    let role = try values[role]
    guard try role == nil || values[registered] == nil else {
      throw Failure.usage("Expected either --role or --person; the person’s role decides.")
    }
    let person = try await person(values, context)
    let name = try name ?? person?.name ?? usual ?? missingName()
    if let person { return InviteToWeb(name: name, person: person.id) }
    return InviteToWeb(name: name, role: role ?? .operator)
  }

  /// True if only this machine can open a link.
  private static func isLoopback(_ link: String) -> Bool {
    URLComponents(string: link)?.host.map(AddressRange.isLoopback) ?? false
  }

  private static let listJSON = "{“invitations”: [{“id”, “name”, “role”, “person”, “expires”}]}"

  static let invitations = Verb(
    "invitations", summary: "List the unused invitations.",
    details: "An admin of a team sees those of the persons whom the admin may invite.",
    examples: [.init("standups web invitations --json", "As JSON.")], json: listJSON
  ) { _, context in
    let reply = try await context.send(ListWebInvitations())
    try context.show(reply) {
      guard !reply.invitations.isEmpty else {
        return ["No unused invitations found. “standups web invite NAME” creates one."]
      }
      var table = Table(header: ["ID", "NAME", "ROLE", "PERSON", "EXPIRES"], flexible: 1)
      table.rows = reply.invitations.map { invitation in
        [
          String(invitation.id.prefix(8)), DisplayText.safe(invitation.name),
          invitation.role?.rawValue ?? "", invitation.person.map { String($0.prefix(8)) } ?? "",
          context.page.moment(invitation.expires),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let withdraw = Verb(
    "withdraw", summary: "Withdraw an unused invitation; its link is then invalid.",
    arguments: [invitation],
    examples: [.init("standups web withdraw 6f1c0d2e", "“invitations” shows its id.")],
    json: "{“withdrawn”: id}"
  ) { values, context in
    let text = try values[invitation]
    try await context.connected { connection in
      let id = try await id(text, connection)
      _ = try await connection.send(WithdrawWebInvitation(id: id))
      try context.show(["withdrawn": id]) { ["Withdrew the invitation \(DisplayText.safe(text))."] }
    }
  }

  /// Id of the invitation that a text names.
  private static func id(_ text: String, _ connection: Connection) async throws -> String {
    guard UUID(text: text) == nil else { return text.lowercased() }
    let invitations = try await connection.send(ListWebInvitations()).invitations
    let found = text.count >= 4 ? invitations.filter { $0.id.hasPrefix(text.lowercased()) } : []
    guard found.count <= 1 else {
      throw Failure.ambiguous(text, found.map { "\($0.id) (\(DisplayText.safe($0.name)))" })
    }
    guard let only = found.first else {
      throw Failure.notFound(
        "Invitation", text, list: "standups web invitations",
        near: Meant.nearest(to: text, in: invitations.map(\.id)))
    }
    return only.id
  }
}

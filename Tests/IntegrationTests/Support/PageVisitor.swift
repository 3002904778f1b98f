import Bus
import GatewayAPI
import TestSupport
import Testing

/// A user who is logged in to a page.
struct PageVisitor: Sendable {
  /// Host of the page, with its port.
  let host: String
  let port: UInt16
  /// The secret of the session; the cookie’s name has the port, which changes with a restart here.
  let token: String

  /// Logs a user in with an invitation from the bus.
  init(_ peer: Peer, as role: WebRole = .operator) async throws {
    try await self.init(peer, InviteToWeb(name: "Ada", role: role))
  }

  /// Logs a user in with this invitation.
  init(_ peer: Peer, _ invitation: InviteToWeb) async throws {
    (host, port) = try Self.place(of: try await peer.send(ListWebSessions()).address)
    let invite = try await peer.send(invitation)
    let answer = try await Self.post(
      "/api/login", #"{"code":"\#(invite.code)"}"#, host: host, port: port)
    #expect(answer.status == 204)
    let cookie = try #require(answer.fields["set-cookie"])
    token = String(cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" })
  }

  static func place(of address: String) throws -> (host: String, port: UInt16) {
    let host = String(address.dropFirst("http://".count).dropLast())
    return (host, try #require(UInt16(host.split(separator: ":")[1])))
  }

  /// Sends a command as the page does.
  func command(
    _ target: String, _ body: String, key: String? = nil
  ) async throws -> HTTPClient.Answer {
    try await Self.post(
      "/api/commands/\(target)", body, host: host, port: port,
      ["Cookie: standups-\(port)=\(token)"] + (key.map { ["Idempotency-Key: \($0)"] } ?? []))
  }

  private static func post(
    _ path: String, _ body: String, host: String, port: UInt16, _ more: [String] = []
  ) async throws -> HTTPClient.Answer {
    let lines =
      [
        "POST \(path) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Connection: close",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
      ] + more
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    return try await blocking {
      try HTTPClient.parse(try HTTPClient.exchange(text, port: port))
    }
  }
}

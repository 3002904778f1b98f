import Configuration
import GatewayAPI
import WebServer

/// Who sends a request.
struct Visitor: Hashable, Sendable {
  var name: String
  var role: WebRole
  /// The session's id; one that a proxy vouches for has its name here.
  var session: String
  /// Whether a proxy says who it is, so that there is no session that could end.
  var isProxied = false
}

/// What a request says of how it came here.
struct Arrival: Hashable, Sendable {
  /// Whose address it is, as far as a proxy can be believed.
  var address: String
  /// Whether the browser speaks TLS, with the proxy.
  var isSecure: Bool
  /// Whom the proxy vouches for.
  var user: Visitor?
  /// Whether the proxy said who it is, and it is nobody who may come in.
  var isDenied = false

  /// The groups of a proxy's users that may come in.
  static let groups: [(name: String, role: WebRole)] = [
    ("standups-operator", .operator), ("standups-observer", .observer),
  ]

  /// - Parameter proxies: who is believed; anybody else's headers count for nothing.
  init(_ request: WebRequest, proxies: [AddressRange]) {
    guard proxies.contains(where: { $0.contains(request.address) }) else {
      address = request.address
      isSecure = false
      return
    }
    // The last one is what the proxy itself has seen.
    address = request.words("X-Forwarded-For").last ?? request.address
    isSecure = request["X-Forwarded-Proto"]?.lowercased() == "https"
    guard request.values("X-Forwarded-User").contains(where: { !$0.isEmpty }) else { return }
    guard let text = request["X-Forwarded-User"], let name = try? PersonName(text),
      let role = Self.role(request.list("X-Forwarded-Groups"))
    else {
      isDenied = true
      return
    }
    user = Visitor(name: name.text, role: role, session: "proxy/\(name.text)", isProxied: true)
  }

  /// The role that a person's groups allow; nil for none. A name that differs from one of ours in its letters' case alone
  /// may be another group, so nothing is given for such a list; nor for none, or two of them.
  private static func role(_ claimed: [String]?) -> WebRole? {
    guard let claimed,
      !claimed.contains(where: { group in
        groups.contains { $0.name != group && $0.name == group.lowercased() }
      })
    else { return nil }
    return groups.first { claimed.contains($0.name) }?.role
  }
}

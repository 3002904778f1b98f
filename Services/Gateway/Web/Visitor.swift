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
    guard let text = request["X-Forwarded-User"], !text.isEmpty else { return }
    let groups = request.words("X-Forwarded-Groups")
    guard let name = try? PersonName(text),
      let role = Self.groups.first(where: { groups.contains($0.name) })?.role
    else {
      isDenied = true
      return
    }
    user = Visitor(name: name.text, role: role, session: "proxy/\(name.text)", isProxied: true)
  }
}

import StandupsConfiguration
import GatewayAPI
import WebServer

/// Source of a request, as reported by the connection or by the headers of a trusted proxy.
struct RequestSource: Hashable, Sendable {
  /// Address of the client, from the headers if a trusted proxy set them.
  var address: String
  /// True if the browser uses TLS, which ends here or at the proxy.
  var isSecure: Bool
  /// User identified by the proxy.
  var user: Visitor?
  /// True if the proxy identified a user who has no access.
  var isDenied = false

  /// Groups of proxy users that have access, with their roles.
  static let groups: [(name: String, role: WebRole)] = [
    ("standups-operator", .operator), ("standups-observer", .observer),
  ]

  /// Reads the headers of a request.
  ///
  /// - Parameter proxies: the trusted proxies; headers from other addresses are ignored.
  init(_ request: WebRequest, proxies: [AddressRange]) {
    guard proxies.contains(where: { $0.contains(request.address) }) else {
      address = request.address
      isSecure = request.isEncrypted
      return
    }
    // The last entry was added by the trusted proxy.
    address = request.words("X-Forwarded-For").last ?? request.address
    isSecure = request["X-Forwarded-Proto"]?.lowercased() == "https"
    guard request.values("X-Forwarded-User").contains(where: { !$0.isEmpty }) else { return }
    guard let text = request["X-Forwarded-User"], let name = try? PersonName(text),
      let role = Self.role(request.list("X-Forwarded-Groups"))
    else {
      isDenied = true
      return
    }
    user = Visitor(
      name: name.text, role: PageRole(role), session: "proxy/\(name.text)", isProxied: true)
  }

  /// Role of a user with these groups; nil if none of them grants a role, or if the header is
  /// missing or repeated. It is also nil if a group differs from one of ours only in letter case,
  /// because it may be a different group.
  private static func role(_ claimed: [String]?) -> WebRole? {
    guard let claimed,
      !claimed.contains(where: { group in
        groups.contains { $0.name != group && $0.name == group.lowercased() }
      })
    else { return nil }
    return groups.first { claimed.contains($0.name) }?.role
  }
}

import StandupsConfiguration
import GatewayAPI
import WebServer

/// Source of a request, as reported by the connection or by the headers of a trusted proxy.
struct RequestSource: Hashable, Sendable {
  /// Address of the client, from the headers if a trusted proxy set them.
  var address: String
  /// Key for the limits of an address: the address, or for IPv6 its network of 64 bits, because a
  /// client can have all addresses of such a network.
  var network: String {
    guard let bytes = AddressRange.bytes(address), bytes.count == 16,
      // An IPv4 address that is mapped to IPv6 (RFC 4291, section 2.5.5.2).
      bytes.prefix(12) != [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    else { return address }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
  /// True if the browser uses TLS, which ends here or at the proxy.
  var isSecure: Bool
  /// User identified by the proxy.
  var user: ProxyUser?
  /// True if the headers about the user are invalid.
  var isDenied = false

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
    user = ProxyUser(request)
    isDenied = user == nil
  }
}

/// The user whom a trusted proxy names in its headers.
struct ProxyUser: Hashable, Sendable {
  var name: String
  var groups: [String]

  /// Groups that have access, with their roles, unless the file of `STANDUPS_SIGN_IN` maps others.
  static let accepted: [(name: String, role: WebRole)] = [
    ("standups-operator", .operator), ("standups-observer", .observer),
  ]
  /// Maximum number of groups that are read.
  private static let maxGroups = 1000

  init(name: String, groups: [String]) {
    self.name = name
    self.groups = groups
  }

  /// Nil if a header about the user is invalid or repeated.
  init?(_ request: WebRequest) {
    guard let text = request["X-Forwarded-User"], let name = try? PersonName(text),
      request.values("X-Forwarded-Groups").count <= 1
    else { return nil }
    self.init(
      name: name.text,
      groups: (request.list("X-Forwarded-Groups") ?? []).prefix(Self.maxGroups).sorted())
  }

  /// Id that replaces that of a session.
  var session: String { "proxy/\(name)" }

  /// Role of the user; nil if no group grants one. It is also nil if a group differs from one of ours
  /// only in letter case, because it may be a different group.
  var role: WebRole? {
    let isAmbiguous = groups.contains { group in
      Self.accepted.contains { $0.name != group && $0.name == group.lowercased() }
    }
    return isAmbiguous ? nil : Self.accepted.first { groups.contains($0.name) }?.role
  }
}

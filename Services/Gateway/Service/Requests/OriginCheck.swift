import StandupsConfiguration
import WebServer

/// Checks that a request is meant for this site, and that it comes from the site's own page.
///
/// A foreign page can make a browser send requests here, or point its own host name here (DNS
/// rebinding). Therefore, the host must be known, and changes must come from the site's own page.
struct OriginCheck: Hashable, Sendable {
  /// Port on which the gateway listens.
  var port: UInt16
  /// Host names that are accepted besides addresses and `localhost`, with or without a port, in
  /// lower case.
  var hosts: [String]

  /// True if the request names this site. IP addresses are accepted, because DNS rebinding cannot
  /// use them.
  func isOurs(_ request: WebRequest) -> Bool {
    guard let host = request["Host"]?.lowercased() else { return false }
    if hosts.contains(host) { return true }
    // Ignore the port, because a published port may differ from the one on which we listen.
    let name = Self.name(host)
    if hosts.contains(name) { return true }
    return name == "localhost" || Self.isAddress(name)
  }

  /// True if a request comes from the site's own page, according to the browser.
  func isSameOrigin(_ request: WebRequest) -> Bool {
    if !request.values("Origin").isEmpty { return hasOwnOrigin(request) }
    return request["Sec-Fetch-Site"]?.lowercased() == "same-origin"
  }

  /// True unless the browser says that a page of another site sends a request: one for a stream,
  /// which would occupy one of the places of its user, or a message of an assistant.
  func mayFollow(_ request: WebRequest) -> Bool {
    if !request.values("Origin").isEmpty { return hasOwnOrigin(request) }
    return request["Sec-Fetch-Site"].map { ["same-origin", "none"].contains($0.lowercased()) }
      ?? true
  }

  /// True if `Origin` is present and names this site.
  func hasOwnOrigin(_ request: WebRequest) -> Bool {
    guard let origin = request["Origin"]?.lowercased(), let host = request["Host"]?.lowercased()
    else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._:[]".contains($0)) }
  }

  /// True for an IP address. IPv6 addresses, and only those, are in brackets (RFC 3986, section
  /// 3.2.2).
  private static func isAddress(_ name: String) -> Bool {
    guard name.hasPrefix("[") else { return AddressRange.bytes(name)?.count == 4 }
    return name.hasSuffix("]")
      && AddressRange.bytes(String(name.dropFirst().dropLast()))?.count == 16
  }

  /// Host without its port.
  private static func name(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":") else { return host }
    let port = host[host.index(after: colon)...]
    // Only digits; Swift would accept a sign as well.
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil else {
      return host
    }
    return String(host[..<colon])
  }
}

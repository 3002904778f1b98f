import Configuration
import WebServer

/// Whether a request was meant for this site, and came from its own page.
///
/// A page of somebody else can have a browser send requests here, and have a name of its own point here (DNS rebinding).
/// So the name has to be one of ours, and a change has to come from our own page.
struct SiteRules: Hashable, Sendable {
  /// Where the gateway listens.
  var port: UInt16
  /// Names besides addresses and `localhost`, with or without a port, in small letters.
  var hosts: [String]

  /// Whether the request names this site. An address is nobody's to point elsewhere.
  func isOurs(_ request: WebRequest) -> Bool {
    guard let host = request["Host"]?.lowercased() else { return false }
    if hosts.contains(host) { return true }
    // The port may be another one where it is published.
    let name = Self.name(host)
    if hosts.contains(name) { return true }
    return name == "localhost" || Self.isAddress(name)
  }

  /// Whether a request comes from our own page, as its browser says.
  func isSameOrigin(_ request: WebRequest) -> Bool {
    if !request.values("Origin").isEmpty { return hasOwnOrigin(request) }
    return request["Sec-Fetch-Site"]?.lowercased() == "same-origin"
  }

  /// Whether `Origin` is there and names this site.
  func hasOwnOrigin(_ request: WebRequest) -> Bool {
    guard let origin = request["Origin"]?.lowercased(), let host = request["Host"]?.lowercased()
    else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  /// Whether only this machine can reach what listens there.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if name == "localhost" { return true }
    guard let bytes = AddressRange.bytes(name) else { return false }
    return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._:[]".contains($0)) }
  }

  /// IPv6 addresses, and no others, are in brackets (RFC 3986, section 3.2.2).
  private static func isAddress(_ name: String) -> Bool {
    guard name.hasPrefix("[") else { return AddressRange.bytes(name)?.count == 4 }
    return name.hasSuffix("]")
      && AddressRange.bytes(String(name.dropFirst().dropLast()))?.count == 16
  }

  /// A host without its port.
  private static func name(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":") else { return host }
    let port = host[host.index(after: colon)...]
    // Digits alone: a number may have a sign for Swift.
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) != nil else {
      return host
    }
    return String(host[..<colon])
  }
}

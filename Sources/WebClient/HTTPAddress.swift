import Foundation

/// Destination of a request, as entered by a user. `Reach` decides which addresses it may resolve
/// to.
public enum HTTPAddress {
  /// Maximum length of an address, in bytes.
  public static let maxBytes = 2048

  /// Returns the problem with an address, as the end of a sentence; nil if it is valid.
  public static func problem(_ text: String) -> String? {
    guard text.utf8.count <= maxBytes else {
      return "is longer than \(maxBytes) bytes; use a shorter one."
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      return "has a character that is not allowed in a URL; percent-encode it."
    }
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
    else {
      return "is invalid; expected an http or https URL such as https://example.org/path."
    }
    if parts.user != nil || parts.password != nil {
      return "contains a user name or password; put a token in the path instead."
    }
    if parts.fragment != nil {
      return "has a fragment (#…), which is never sent; remove it."
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      return "has an invalid port; expected 1 to 65535."
    }
    return nil
  }

  /// Returns the host of an address; empty for any other string.
  public static func host(of text: String) -> String { URLComponents(string: text)?.host ?? "" }

  /// Returns host and port, for logs and messages: the path may hold a token.
  public static func receiver(of text: String) -> String {
    guard let parts = URLComponents(string: text), let host = parts.host else { return "?" }
    return parts.port.map { "\(host):\($0)" } ?? host
  }
}

/// The address on which a service serves its metrics and health.
public struct HTTPAddress: Hashable, Sendable {
  /// A host name or an IP address; `*` stands for all addresses of the machine.
  public var host: String
  /// The port; 0 lets the system choose one, which the log reports.
  public var port: UInt16

  /// Creates an address to listen on. The default host accepts connections from this machine only.
  public init(host: String = Self.local, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The default host, reachable from this machine only.
  public static let local = "127.0.0.1"

  /// Returns the same host with a higher port, for several services on one machine. Port 0, and a
  /// port above 65535, becomes 0.
  public func advanced(by ports: Int) -> HTTPAddress {
    guard port > 0, let next = UInt16(exactly: Int(port) + ports) else {
      return HTTPAddress(host: host, port: 0)
    }
    return HTTPAddress(host: host, port: next)
  }

  /// The address in the form of the setting.
  public var text: String { "\(host):\(port)" }

  /// The form of the setting, for `--help`.
  public static let form = "[host:]port, port 0 for any"

  /// Parses an address; nil if it is invalid.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else {
      guard let port = UInt16(text) else { return nil }
      self.init(port: port)
      return
    }
    guard let port = UInt16(text[text.index(after: colon)...]), Endpoint.isHost(text[..<colon])
    else { return nil }
    self.init(host: String(text[..<colon]), port: port)
  }
}

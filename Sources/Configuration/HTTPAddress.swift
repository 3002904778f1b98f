/// Where a service shows its metrics and its health.
public struct HTTPAddress: Hashable, Sendable {
  /// A name or an address; `*` is every address of the machine.
  public var host: String
  /// 0 lets the system choose; the log tells which.
  public var port: UInt16

  /// An address to listen on; without a host only this machine can reach it.
  public init(host: String = Self.local, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Where there is no host: nobody but this machine.
  public static let local = "127.0.0.1"

  /// The same place some ports further on, for several services on one machine; any port stays any.
  public func advanced(by ports: Int) -> HTTPAddress {
    guard port > 0, let next = UInt16(exactly: Int(port) + ports) else {
      return HTTPAddress(host: host, port: 0)
    }
    return HTTPAddress(host: host, port: next)
  }

  /// As it is set.
  public var text: String { "\(host):\(port)" }

  /// How it is written, for `--help`.
  public static let form = "[host:]port, port 0 for any"

  /// - Returns: nil for what is not accepted.
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

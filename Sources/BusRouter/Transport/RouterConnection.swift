/// A connection for commands, as a transport sees it.
public struct TransportConnection: Sendable {
  /// Id of the connection, which the router chose.
  public var id: ConnectionID
  /// Messages and bytes in both directions.
  public var traffic: ConnectionTraffic
  /// Bytes in the system's send queue; nil if the system does not report them.
  public var queuedBytes: Int?
  /// Bytes sent since the peer was last seen to read; 0 while it reads.
  public var waitingBytes: Int
}

/// A connection for commands: its identity and its traffic.
public struct RouterConnection: Sendable {
  /// The connection as the transport sees it.
  public var transport: TransportConnection
  /// The service that registered on it, and its instance; nil for a tool.
  public var service: (name: String, instance: String)?
  /// Fingerprint of the peer's key; nil if keys are not in use.
  public var fingerprint: String?
}

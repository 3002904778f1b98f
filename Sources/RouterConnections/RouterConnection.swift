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

  package init(
    id: ConnectionID, traffic: ConnectionTraffic, queuedBytes: Int?, waitingBytes: Int
  ) {
    self.id = id
    self.traffic = traffic
    self.queuedBytes = queuedBytes
    self.waitingBytes = waitingBytes
  }
}

/// A connection for commands: its identity and its traffic.
public struct RouterConnection: Sendable {
  /// The connection as the transport sees it.
  public var transport: TransportConnection
  /// The service that registered on it, and its instance; nil for a tool.
  public var service: (name: String, instance: String)?
  /// Fingerprint of the peer's key; nil if keys are not in use.
  public var fingerprint: String?

  package init(
    transport: TransportConnection, service: (name: String, instance: String)?, fingerprint: String?
  ) {
    self.transport = transport
    self.service = service
    self.fingerprint = fingerprint
  }
}

/// A connection for commands, as a transport sees it.
public struct TransportConnection: Sendable {
  /// Which one.
  public var id: ConnectionID
  /// What went over it.
  public var traffic: ConnectionTraffic
  /// Bytes that the system has and could not send yet; nil where it does not say.
  public var queuedBytes: Int?
  /// Bytes that were handed over since the peer was last seen to read, if it does not read.
  public var waitingBytes: Int
}

/// A connection for commands: who it is, and what goes over it.
public struct RouterConnection: Sendable {
  /// What the transport says.
  public var transport: TransportConnection
  /// The service that said hello over it, and its instance; nil for a tool.
  public var service: (name: String, instance: String)?
  /// The short name of the key that was proven; nil where no keys are used.
  public var fingerprint: String?
}

public import Bus
public import StandupsConfiguration
public import Foundation
public import ZeroMQ

/// A program's connection to the bus: a thread with its sockets.
public struct BusConnection: Sendable {
  /// The event loop whose thread uses all sockets of this connection.
  public let loop: SocketLoop
  /// The ZeroMQ context that owns the sockets.
  public let context: Context
  /// The peer that sends commands to the router.
  public let peer: Peer
  private let environment: BusEnvironment
  private let keys: KeySource?
  private let closingTime: Duration

  /// Creates the sockets and their thread.
  ///
  /// - Parameters:
  ///   - name: name of the thread.
  ///   - environment: the router's endpoints and the keys.
  ///   - instance: the id with which a service registers.
  ///   - closesWithin: maximum time for sending accepted messages when the connection is closed;
  ///     the rest is dropped.
  ///   - onNotice: called with notices about the connection.
  /// - Throws: `ConfigurationError` if the keys are unusable or missing, or if another user's
  ///   sockets may have replaced the router's; `ZeroMQError` if the system provides no thread or
  ///   descriptor.
  public init(
    name: String, environment: BusEnvironment, instance: UUID = UUID(),
    closesWithin closingTime: Duration = .seconds(5),
    onNotice: @escaping @Sendable (PeerNotice) -> Void = { _ in }
  ) throws {
    self.environment = environment
    self.closingTime = closingTime
    try environment.secureRuntimeDirectory()
    keys = try environment.clientKeys()
    loop = try SocketLoop(name: name)
    context = try Context()
    peer = Peer(
      transport: ZeroMQTransport(environment.commands, context: context, loop: loop, keys: keys),
      configuration: PeerConfiguration(endpoint: environment.commands), instance: instance,
      onNotice: onNotice)
  }

  /// Creates another peer for the router, which connects as a tool with the same key. The caller
  /// opens and closes it.
  public func client() -> Peer {
    Peer(
      transport: ZeroMQTransport(environment.commands, context: context, loop: loop, keys: keys),
      configuration: PeerConfiguration(endpoint: environment.commands))
  }

  /// Creates a subscriber to the router's events.
  public func subscriber() -> Subscriber {
    Subscriber(environment.events, context: context, loop: loop, keys: keys)
  }

  /// Creates a publisher of ephemeral events; the caller opens it.
  ///
  /// - Parameter source: the CloudEvents source of the events.
  public func publisher(source: String) -> ZeroMQPublisher {
    ZeroMQPublisher(
      environment.ingest, source: source, context: context, loop: loop, keys: keys)
  }

  /// Closes all sockets and the thread in bounded time.
  public func close() async {
    await peer.close()
    await loop.stop()
    // Fails only after the time limit. The failure is ignored, because the process is about to end.
    try? await context.close(within: closingTime)
  }
}

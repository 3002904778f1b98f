public import Bus
public import Configuration
public import Foundation
public import ZeroMQ

/// What a program holds of the bus: one thread with its sockets.
public struct BusConnection: Sendable {
  /// The thread on which all sockets of this connection are used.
  public let loop: SocketLoop
  /// The ZeroMQ context that the sockets belong to.
  public let context: Context
  /// The way to the router.
  public let peer: Peer
  private let environment: BusEnvironment
  private let keys: KeySource?
  private let closingTime: Duration

  /// - Parameters:
  ///   - name: of the thread.
  ///   - environment: where the router is.
  ///   - instance: what a service says hello as.
  ///   - closesWithin: how long messages that were accepted may still take to leave when it is closed;
  ///     what is left then is dropped.
  ///   - onNotice: told what happens to the connection.
  /// - Throws: `ConfigurationError` if its keys cannot be used, or are missing, or somebody else's sockets
  ///   may be where the router's should be; `ZeroMQError` if the
  ///   system refuses a thread or a descriptor.
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

  /// Another way to the router: as a tool, with the same key. Open it before use, and close it.
  public func client() -> Peer {
    Peer(
      transport: ZeroMQTransport(environment.commands, context: context, loop: loop, keys: keys),
      configuration: PeerConfiguration(endpoint: environment.commands))
  }

  /// A subscriber to the router's events.
  public func subscriber() -> Subscriber {
    Subscriber(environment.events, context: context, loop: loop, keys: keys)
  }

  /// The way out for ephemeral events; not yet open.
  ///
  /// - Parameter source: the CloudEvents source.
  public func publisher(source: String) -> ZeroMQPublisher {
    ZeroMQPublisher(
      environment.ingest, source: source, context: context, loop: loop, keys: keys)
  }

  /// Closes everything, in bounded time.
  public func close() async {
    await peer.close()
    await loop.stop()
    // Fails only if the time is over; the process ends anyway.
    try? await context.close(within: closingTime)
  }
}

import FastJSON
public import Foundation
import Synchronization
public import ZeroMQ

/// A service's publisher of ephemeral events, connected to the router.
///
/// The socket is an XPUB: on the wire it is a PUB, and it also receives the subscriptions.
///
/// `@unchecked Sendable`: the socket and the subscriptions are used only on `loop`, which libzmq's
/// wrapper checks. `publish` of data switches to the loop first, and `interest` is atomic.
public final class ZeroMQPublisher: PreparedEventPublisher, @unchecked Sendable {
  /// The thread that owns the socket.
  public let loop: SocketLoop
  private let context: Context
  private let endpoint: String
  /// The CloudEvents source, such as `/standups/timer`.
  private let source: String
  private let keys: KeySource?
  private var connector: Connector?
  private var socket: Socket?
  private var subscriptions = SubscriptionSet()
  private var changes: UInt32 = 0
  private let currentInterest = Atomic<UInt32>(0)
  private var interestChanged: (@Sendable () -> Void)?

  /// Creates a publisher; `open` connects it.
  ///
  /// - Parameters:
  ///   - endpoint: the router's ingest endpoint, such as `tcp://router:5552`. For routers in
  ///     failover, all their endpoints, separated by commas; events are sent to the router that
  ///     subscribes to them.
  ///   - source: the CloudEvents source, such as `/standups/timer`.
  ///   - keys: this service's keys; nil if keys are not in use.
  public init(
    _ endpoint: String, source: String, context: Context, loop: SocketLoop,
    keys: KeySource? = nil
  ) {
    self.keys = keys
    self.endpoint = endpoint
    self.source = source
    self.context = context
    self.loop = loop
  }

  /// A number that changes with the subscriptions; 0 without subscriptions. May be read
  /// on any thread.
  public var interest: UInt32 { currentInterest.load(ordering: .relaxed) }

  /// Returns true if a client has subscribed to events of this topic. Must be called on the loop.
  public func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool {
    subscriptions.matches(topic)
  }

  /// Registers `body`, which is called whenever `interest` has changed. Must be called on the loop.
  public func onInterest(_ body: @escaping @Sendable () -> Void) {
    interestChanged = body
  }

  /// Opens and connects the socket. Must be called on the loop.
  ///
  /// - Throws: `ZeroMQError` if the endpoint is unusable.
  public func open() throws {
    let socket = try Socket(.xpub, in: context, on: loop)
    do {
      try socket.set(.linger, to: 0)
      try socket.set(.sndhwm, to: 100_000)
      // Otherwise, events published while a router is unavailable would be queued and sent when it
      // returns, although another router has published them in the meantime. No message with
      // several frames arrives here, so the limitation in `ZeroMQTransport.send` does not apply.
      try socket.set(.immediate, to: true)
      try socket.setReconnection()
      // The command connection reports why a connection is refused.
      let connector = try Connector(socket, to: endpoint.routerAddresses, keys: keys) { _ in }
      self.connector = connector
      try connector.connect()
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
    // The strong reference lasts until `close`. A weak reference would make each use more
    // expensive, and every event uses it.
    loop.watch(socket) { self.readSubscriptions() }
  }

  /// Closes the socket. Must be called on the loop.
  public func close() {
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
    interestChanged = nil
  }

  /// Wraps the data in a CloudEvent with a fresh id and the current time, and publishes it in each
  /// topic family that has a subscriber. Drops data that is not JSON. May be called on any thread.
  public func publish(_ data: Data, labels: EventLabels) {
    guard interest != 0 else { return }
    loop.enter { self.send(data, labels) }
  }

  /// Publishes one encoded event under one topic. Must be called on the loop.
  public func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer) {
    // The event is dropped for a subscriber that reads too slowly; the next tick supersedes it.
    _ = try? socket?.trySend(count: topic.count + json.count) { buffer in
      buffer.copyMemory(from: topic)
      UnsafeMutableRawBufferPointer(rebasing: buffer[topic.count...]).copyMemory(from: json)
    }
  }

  private func send(_ data: Data, _ labels: EventLabels) {
    let topics = PreparedTopics(labels)
    guard topics.contains(where: isWanted),
      let value = try? RawJSON(validating: data)
    else { return }
    let event = CloudEvent(
      id: UUID().lowercaseText, source: source, type: labels.type,
      subject: labels.subject, time: Date(), team: labels.team, data: value)
    guard let json = try? BusJSON.encode(event) else { return }
    json.withUnsafeBytes { json in
      topics.forEach { publish(event: json, under: $0) }
    }
  }

  /// Reads the subscriptions. Each message is a subscription (1) or its end (0), followed by the
  /// topic.
  private func readSubscriptions() {
    let before = changes
    socket?.drain { message in
      guard let bytes = message.first?.bytes, let kind = bytes.first else { return }
      let topic = Array(bytes.dropFirst())
      let isChange =
        switch kind {
        case 1: subscriptions.insert(topic)
        case 0: subscriptions.remove(topic)
        default: false
        }
      if isChange { changes = changes == .max ? 1 : changes + 1 }
    }
    guard changes != before else { return }
    currentInterest.store(subscriptions.isEmpty ? 0 : changes, ordering: .relaxed)
    interestChanged?()
  }
}

import FastJSON
public import Foundation
import Synchronization
public import ZeroMQ

/// A child's way out for ephemeral events, connected to the router.
///
/// It is an XPUB, which on the wire is a PUB, and besides tells what is subscribed to.
///
/// `@unchecked Sendable`: the socket and what is subscribed to are used on `loop` only, which
/// libzmq's wrapper checks; `publish` of data goes there first, and `interest` is atomic.
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

  /// A publisher that is not connected yet: `open` does that.
  ///
  /// - Parameters:
  ///   - endpoint: the router's ingest endpoint, such as `tcp://router:5552`. Of several routers that take turns, all
  ///     of them, with commas: what is published goes to the one that asks for it.
  ///   - keys: who this end is; nil where no keys are used.
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

  /// What is subscribed to, as a number; 0 while nobody has subscribed. From any thread.
  public var interest: UInt32 { currentInterest.load(ordering: .relaxed) }

  /// On the loop.
  public func isWanted(_ topic: UnsafeRawBufferPointer) -> Bool {
    subscriptions.matches(topic)
  }

  /// On the loop.
  public func onInterest(_ body: @escaping @Sendable () -> Void) {
    interestChanged = body
  }

  /// On the loop.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open() throws {
    let socket = try Socket(.xpub, in: context, on: loop)
    do {
      try socket.set(.linger, to: 0)
      try socket.set(.sndhwm, to: 100_000)
      // Else what was published while a router is away waits for it, and goes out when it is back, though another one
      // has published it meanwhile. Nothing comes here in several frames, so what `ZeroMQTransport.send` says does not hold.
      try socket.set(.immediate, to: true)
      try socket.setReconnection()
      // Why it is refused, the connection for commands says.
      let connector = try Connector(socket, to: endpoint.routerAddresses, keys: keys) { _ in }
      self.connector = connector
      try connector.connect()
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
    // Until it is closed. A weak reference would make each use of it dearer, and it is used for each event.
    loop.watch(socket) { self.readSubscriptions() }
  }

  /// On the loop.
  public func close() {
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
    interestChanged = nil
  }

  /// Makes a CloudEvent of it, with a fresh id and the present time, and publishes that under each
  /// view that somebody has subscribed to. What is no JSON is dropped. From any thread.
  public func publish(_ data: Data, labels: EventLabels) {
    guard interest != 0 else { return }
    loop.enter { self.send(data, labels) }
  }

  /// On the loop.
  public func publish(event json: UnsafeRawBufferPointer, under topic: UnsafeRawBufferPointer) {
    // Dropped for whoever reads too slowly; the next tick says more.
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
      subject: labels.subject, time: Date(), data: value)
    guard let json = try? BusJSON.encode(event) else { return }
    json.withUnsafeBytes { json in
      topics.forEach { publish(event: json, under: $0) }
    }
  }

  /// A subscription (1) or its end (0), then the topic.
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

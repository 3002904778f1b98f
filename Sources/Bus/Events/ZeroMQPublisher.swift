public import Foundation
public import ZeroMQ
import Synchronization

/// A child's way out for ephemeral events, connected to the router.
///
/// It is an XPUB, which on the wire is a PUB, and besides tells what is subscribed to.
///
/// `@unchecked Sendable`: the socket is created, used and closed on `loop`, which libzmq's wrapper
/// checks; `publish` goes there first, and the number of subscriptions is atomic.
public final class ZeroMQPublisher: PreparedEventPublisher, @unchecked Sendable {
  public let loop: SocketLoop
  private let context: Context
  private let endpoint: String
  /// The CloudEvents source, such as `/standups/timer`.
  private let source: String
  private let keys: KeySource?
  private var connector: Connector?
  private var socket: Socket?
  /// Topics that are subscribed to.
  private var topics: Set<[UInt8]> = []
  private let subscriptions = Atomic<Int>(0)

  /// - Parameters:
  ///   - endpoint: the router's ingest endpoint, such as `tcp://router:5552`.
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

  public var hasSubscribers: Bool { subscriptions.load(ordering: .relaxed) > 0 }

  /// On the loop.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open() throws {
    let socket = try Socket(.xpub, in: context, on: loop)
    do {
      try socket.set(.linger, to: 0)
      try socket.set(.sndhwm, to: 100_000)
      try socket.setReconnection()
      // Why it is refused, the connection for commands says.
      let connector = try Connector(socket, to: endpoint, keys: keys) { _ in }
      self.connector = connector
      try connector.connect()
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
    loop.watch(socket) { [weak self] in self?.readSubscriptions() }
  }

  /// On the loop.
  public func close() {
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
  }

  public func publish(_ data: Data, labels: EventLabels) {
    guard hasSubscribers else { return }
    if loop.isCurrent {
      send(data, labels)
    } else {
      loop.async { self.send(data, labels) }
    }
  }

  public func publish(event json: UnsafeRawBufferPointer, under topics: PreparedTopics) {
    guard let socket else { return }
    topics.forEach { topic in
      let frame = Frame(uninitializedCapacity: topic.count + json.count) { buffer, count in
        buffer.copyMemory(from: topic)
        UnsafeMutableRawBufferPointer(rebasing: buffer[topic.count...]).copyMemory(from: json)
        count = topic.count + json.count
      }
      // Dropped for whoever reads too slowly; the next tick says more.
      _ = try? socket.trySend([frame])
    }
  }

  private func send(_ data: Data, _ labels: EventLabels) {
    guard let value = try? BusJSON.decode(JSONValue.self, from: data) else { return }
    let event = CloudEvent(
      id: UUID().uuidString.lowercased(), source: source, type: labels.type,
      subject: labels.subject, time: Date(), data: value)
    guard let json = try? BusJSON.encode(event) else { return }
    json.withUnsafeBytes { publish(event: $0, under: PreparedTopics(labels)) }
  }

  /// A subscription (1) or its end (0), then the topic.
  private func readSubscriptions() {
    socket?.drain { message in
      guard let bytes = message.first?.bytes, let kind = bytes.first else { return }
      if kind == 1 {
        topics.insert(Array(bytes.dropFirst()))
      } else if kind == 0 {
        topics.remove(Array(bytes.dropFirst()))
      }
      subscriptions.store(topics.count, ordering: .relaxed)
    }
  }
}

public import Foundation
public import ZeroMQ

/// A child's way out for ephemeral events: an XPUB that connects to the router, and so hears what
/// anybody has subscribed to.
///
/// `@unchecked Sendable`: the socket is created, used and closed on `loop`, which libzmq's wrapper
/// checks; `publish` goes there first.
public final class ZeroMQPublisher: EphemeralPublisher, @unchecked Sendable {
  public let loop: SocketLoop
  private let context: Context
  private let endpoint: String
  /// The CloudEvents source, such as `/standups/timer`.
  private let source: String
  private(set) var socket: Socket?
  /// How many topics are subscribed to.
  private(set) var subscriptions = 0

  /// - Parameter endpoint: the router's ingest endpoint, such as `tcp://router:5552`.
  public init(_ endpoint: String, source: String, context: Context, loop: SocketLoop) {
    self.endpoint = endpoint
    self.source = source
    self.context = context
    self.loop = loop
  }

  /// On the loop.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open() throws {
    let socket = try Socket(.xpub, in: context, on: loop)
    do {
      try socket.set(.linger, to: 0)
      try socket.set(.sndhwm, to: 100_000)
      try socket.setReconnection()
      try socket.connect(endpoint)
      loop.watch(socket) { [weak self] in socket.drain { self?.noteSubscription($0) } }
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
  }

  /// On the loop.
  public func close() {
    socket?.close()
    socket = nil
    subscriptions = 0
  }

  /// The first subscription to a topic begins with 1, the end of the last one with 0 (zmq_socket(3)).
  private func noteSubscription(_ message: Message) {
    switch message.first?.bytes.first {
    case 1: subscriptions += 1
    case 0: subscriptions = max(0, subscriptions - 1)
    default: break
    }
  }

  public func publish(_ data: Data, labels: EventLabels) {
    if loop.isCurrent {
      send(data, labels)
    } else {
      loop.async { self.send(data, labels) }
    }
  }

  private func send(_ data: Data, _ labels: EventLabels) {
    guard let value = try? BusJSON.decode(JSONValue.self, from: data) else { return }
    let event = CloudEvent(
      id: UUID().uuidString.lowercased(), source: source, type: labels.type,
      subject: labels.subject, time: Date(), data: value)
    guard let json = try? BusJSON.encode(event) else { return }
    for topic in Topic.all(for: labels) { send(topic: topic, json: json) }
  }

  /// Sends one frame: topic, a space, JSON. On the loop. Dropped if nobody subscribed.
  public func send(topic: String, json: Data) {
    guard let socket else { return }
    _ = try? socket.trySend([Frame(adopting: Array(topic.utf8) + [UInt8(ascii: " ")] + json)])
  }
}

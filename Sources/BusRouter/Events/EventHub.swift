public import AccessRights
public import Bus
import Foundation
public import RouterConnections
public import ZeroMQ

/// The router's sockets for events: an XPUB that subscribers connect to, and an XSUB that receives
/// the ephemeral events of the services.
///
/// Subscriptions are forwarded upstream, so an event without subscribers never leaves its service.
/// Each subscription is checked before it becomes active (XPUB_MANUAL). The reply to a subscription
/// to `~/<nonce>` confirms that the subscriber's earlier subscriptions are active.
///
/// When a connection ends, libzmq walks over all subscriptions of all connections: 140 ns for each
/// byte of the topics. The hub therefore has a thread of its own, so that no command waits for
/// that.
///
/// `@unchecked Sendable`: everything happens on `loop`, which libzmq's wrapper checks.
public final class EventHub: @unchecked Sendable {
  /// The thread that owns both sockets.
  public let loop: SocketLoop
  private let context: Context
  private var out: Socket?
  private var `in`: Socket?
  /// The position of the journal that subscribers are notified of.
  private var record = HeadRecord()
  private var order = PublicationOrder()
  private var refused = RefusedSubscriptions()
  private var book: SubscriptionBook
  private var subscribers: Admission?
  private var publishers: Admission?
  private let limits: ConnectionLimits
  private var readers = Readers()
  private let access: AccessControl?
  private let onEnded: @Sendable (String) -> Void
  private var nextDue: TimerToken?
  /// The event that is being forwarded.
  private let passing = PassingMessage()
  /// The bound address of the events socket, once it is open; port 0 is replaced by the actual
  /// port.
  public private(set) var eventsEndpoint: String?
  /// The bound address of the ingest socket, which the services' publishers connect to; nil until
  /// it is open. Port 0 is replaced by the actual port.
  public private(set) var ingestEndpoint: String?

  /// Maximum number of messages that wait for one subscriber before some are dropped.
  private let highWater: Int
  private let metrics: RouterMetrics?

  /// Creates a hub; `open` binds its sockets.
  ///
  /// - Parameters:
  ///   - highWater: maximum number of messages that wait in memory for one slow subscriber; further
  ///     ones are dropped for that subscriber only.
  ///   - bounds: maximum number and size of subscriptions.
  ///   - access: admits only known keys, on this loop; nil admits every connection.
  ///   - limits: maximum number of connections.
  ///   - metrics: the metrics to record; nil for none.
  ///   - onEnded: receives the reason when a connection is closed; called on the loop.
  public init(
    context: Context, loop: SocketLoop, highWater: Int = 20_000,
    bounds: SubscriptionBounds = SubscriptionBounds(), access: AccessControl? = nil,
    limits: ConnectionLimits = ConnectionLimits(descriptors: 20_000),
    metrics: RouterMetrics? = nil, onEnded: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.access = access
    self.limits = limits
    self.onEnded = onEnded
    book = SubscriptionBook(bounds)
    self.context = context
    self.loop = loop
    self.highWater = highWater
    self.metrics = metrics
  }

  /// Binds both sockets and sends the first heartbeat. Must be called on the loop.
  ///
  /// - Parameters:
  ///   - events: the endpoint that subscribers connect to.
  ///   - ingest: the endpoint that the services' publishers connect to.
  /// - Throws: `ZeroMQError` if an endpoint is unusable.
  public func open(events: String, ingest: String) throws {
    let out = try Socket(.xpub, in: context, on: loop)
    self.out = out
    do {
      try out.set(.linger, to: 500)
      try out.set(.sndhwm, to: highWater)
      try out.set(.xpubManual, to: true)
      try out.set(.maxMsgSize, to: Subscription.maxBytes + 1)
      subscribers = try Admission(
        out, as: .events, access, limits, loop: loop,
        onLost: { [weak self] in
          self?.book.lost($0)
          self?.refused.lost("\($0)")
        },
        onEnded: onEnded)
      eventsEndpoint = try out.bind(events)
      let `in` = try Socket(.xsub, in: context, on: loop)
      self.in = `in`
      try `in`.set(.linger, to: 0)
      try `in`.set(.rcvhwm, to: 100_000)
      // This socket sends only subscriptions. A dropped one would never reach the services.
      try `in`.set(.sndhwm, to: 0)
      try `in`.set(.maxMsgSize, to: Limits.bytes)
      // Otherwise, subscriptions for a suspended service would pile up here without limit.
      try `in`.set(.heartbeatIvl, to: 2000)
      try `in`.set(.heartbeatTimeout, to: 5000)
      publishers = try Admission(
        `in`, as: .ingest, access, limits, loop: loop, onEnded: onEnded)
      ingestEndpoint = try `in`.bind(ingest)
      loop.watch(out) { [weak self] in self?.takeSubscriptions(of: out) }
      loop.watch(`in`) { [weak self] in self?.forwardEvents(of: `in`) }
    } catch {
      close()
      throw error
    }
    beat()
  }

  /// Closes both sockets; messages that wait for subscribers are still sent, for at most 500 ms.
  /// Must be called on the loop.
  public func close() {
    if let nextDue { loop.cancel(nextDue) }
    nextDue = nil
    out?.close()
    `in`?.close()
    out = nil
    `in` = nil
    subscribers?.close()
    publishers?.close()
    subscribers = nil
    publishers = nil
  }

  /// Publishes durable events in each of their topic families, in the order of the journal. Must be
  /// called on the loop.
  public func publish(_ events: [Publication]) {
    send(order.add(events, nowMs: BusTime.now.steadyMs))
  }

  /// Sends events in order. Those that arrive before their predecessors wait for them briefly.
  private func send(_ events: [Publication]) {
    defer { scheduleDue() }
    for publication in events {
      guard let json = try? BusJSON.encode(publication.event) else { continue }
      // Counted once for all topic families: few clients subscribe to several.
      readers.published += json.count
      for topic in Topic.all(for: publication.labels) { send(topic, json) }
      metrics?.published.with(publication.labels.type).add()
      if let sequence = publication.event.number,
        let epoch = publication.event.epoch
      {
        if record.published(JournalHead(epoch: epoch, head: sequence)) { sendHead() }
      }
    }
  }

  private func scheduleDue() {
    if let nextDue { loop.cancel(nextDue) }
    nextDue = nil
    guard out != nil, let nextMs = order.nextMs else { return }
    let pauseMs = max(1, nextMs - BusTime.now.steadyMs)
    nextDue = loop.schedule(after: .milliseconds(pauseMs)) { [weak self] in
      guard let self else { return }
      nextDue = nil
      send(order.due(nowMs: BusTime.now.steadyMs))
    }
  }

  /// Records the last sequence of the journal, as the journal reports it. Subscribers are notified
  /// of a different epoch at once, after the waiting events of the previous one. Must be called on
  /// the loop.
  public func noteHead(_ head: JournalHead) {
    send(order.begin(after: head.head, epoch: head.epoch))
    if record.note(head) { sendHead() }
  }

  /// Sends one frame: topic, a space, JSON. It is dropped for a slow subscriber, which detects the
  /// gap in the sequences.
  private func send(_ topic: String, _ json: Data) {
    guard let out else { return }
    var bytes = Array(topic.utf8)
    bytes.reserveCapacity(bytes.count + 1 + json.count)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: json)
    _ = try? out.trySend([Frame(adopting: bytes)])
  }

  /// Number of events that are forwarded before other work gets a turn.
  private static let batch = 256

  /// Forwards ephemeral events unchanged.
  private func forwardEvents(of `in`: Socket) {
    for _ in 0..<Self.batch {
      guard let out, (try? `in`.receive(into: passing)) == true else { return }
      guard passing.count == 1 else { continue }
      if let access, !access.allows(event: passing) { continue }
      metrics?.forwarded.add()
      readers.published += passing.byteCount
      _ = try? out.pass(passing)
    }
  }

  /// Number of subscriptions that are handled before other work gets a turn.
  private static let subscriptions = 64

  /// True while libzmq may confuse one subscriber with another.
  ///
  /// libzmq keeps, in a queue of its own, the subscriber of each subscription that it delivers, and
  /// removes an entry for every message, even for a message of a subscriber that is not a
  /// subscription (xpub.cpp of 4.3.4). After such a message, subscriptions would be activated for
  /// later subscribers, until all messages have been read.
  private var isOutOfStep = false

  private func takeSubscriptions(of out: Socket) {
    for _ in 0..<Self.subscriptions {
      do {
        guard let message = try out.receive() else {
          isOutOfStep = false
          return
        }
        if message.count == 1, let frame = message.first, let first = frame.bytes.first, first <= 1
        {
          subscription(frame, out)
        } else {
          offended(by: message)
        }
      } catch let error where error.truncated != nil {
        offended(by: error.truncated ?? [])
      } catch {
        return
      }
    }
  }

  /// Disconnects a client that sent a message that is not a subscription.
  private func offended(by message: Message) {
    isOutOfStep = true
    end(message.first.map(Self.connection) ?? "", "it sent an invalid subscription.")
  }

  /// - Parameter reason: reported to the operator; nil to report nothing.
  private func end(_ connection: String, _ reason: String? = nil) {
    Int32(connection).map(Connections.end)
    if let reason { onEnded("Closed a subscriber's connection: \(reason)") }
  }

  /// Handles a message: a subscription (1) or its end (0), followed by the topic.
  private func subscription(_ frame: Frame, _ out: Socket) {
    let bytes = frame.bytes
    let topic = Array(bytes.dropFirst())
    // The loss of a connection must be handled before a subscription of a new connection with the
    // same descriptor.
    subscribers?.hearNow()
    if let descriptor = Int32(Self.connection(frame)) {
      subscribers?.heard(descriptor)
      subscribers?.received(bytes.count, frames: 1, over: descriptor)
    }
    let isUpstream = !Subscription.isNonce(topic) && !topic.starts(with: Topic.beat.utf8)
    if bytes[0] == 0 {
      let isLast = book.end(topic, over: frame.connectionMark)
      if !isOutOfStep { try? out.set(.unsubscribe, to: topic) }
      if isLast, isUpstream { _ = try? `in`?.trySend([frame]) }
      return
    }
    let connection = Self.connection(frame)
    let refusal =
      isOutOfStep
      ? "An earlier subscription on this connection was invalid."
      : Subscription.problem(topic)
        ?? access?.refusal(ofSubscription: topic, frame)
    switch book.begin(
      topic, over: frame.connectionMark, Int32(connection) ?? -1, frame,
      key: access?.shareholder(frame), refusal: refusal)
    {
    case .refused where isOutOfStep:
      // The client reconnects and subscribes again.
      end(connection)
    case .refused(let reason):
      refuse(topic, reason, to: connection)
    case .excessive(let reason):
      end(connection, reason)
    case .begins(let isFirst):
      guard (try? out.set(.subscribe, to: topic)) != nil else { return }
      if isFirst, isUpstream { _ = try? `in`?.trySend([frame]) }
      confirm(topic, to: connection)
    case .known:
      confirm(topic, to: connection)
    }
  }

  /// Identifies the connection of a subscription by its descriptor in libzmq, the only
  /// identification of an anonymous subscriber that an XPUB offers. Subscribers in this process
  /// share one id.
  private static func connection(_ frame: Frame) -> String {
    frame.peerMetadata(.descriptor) ?? ""
  }

  private func refuse(_ topic: [UInt8], _ reason: String, to connection: String) {
    refused.add(
      RefusedSubscriptions.Refusal(topic: String(decoding: topic, as: UTF8.self), reason: reason),
      from: connection, nowMs: BusTime.now.steadyMs)
  }

  /// Replies to a nonce.
  private func confirm(_ topic: [UInt8], to connection: String) {
    guard Subscription.isNonce(topic) else { return }
    let head = record.current
    let refusals = refused.take(connection, nowMs: BusTime.now.steadyMs)
    let confirmation = Confirmation(
      epoch: head?.epoch ?? "", head: head?.head ?? 0, denied: refusals.map(\.topic),
      reasons: refusals.isEmpty ? nil : refusals.map(\.reason))
    guard let json = try? BusJSON.encode(confirmation) else { return }
    send(String(decoding: topic, as: UTF8.self), json)
  }

  /// Maximum number of topics that are listed for a connection.
  public static let maxTopics = 10

  /// The subscribers' connections, with their subscriptions and traffic. Must be called on the
  /// loop.
  public var connections: [SubscriberConnection] {
    book.all(topics: Self.maxTopics).map {
      SubscriberConnection(
        descriptor: $0.descriptor, subscriptions: $0.count,
        topics: $0.topics.map { String(decoding: $0, as: UTF8.self) }, refused: $0.refused,
        queuedBytes: Connections.queuedBytes($0.descriptor),
        sentBytes: Connections.sentBytes($0.descriptor),
        unreadBytes: readers.unread(by: $0.descriptor))
    }
  }

  private func beat() {
    guard out != nil else { return }
    sendHead()
    endStalled()
    loop.schedule(after: .seconds(1)) { [weak self] in self?.beat() }
  }

  /// Disconnects subscribers that do not read. The number of messages that wait for a subscriber is
  /// limited; this also limits their bytes. The subscriber reconnects, and detects from the
  /// sequences which events it missed.
  private func endStalled() {
    for descriptor in readers.stalled(
      among: book.descriptors, isWritable: Connections.isWritable)
    {
      end(String(descriptor), "it stopped reading.")
    }
  }

  private func sendHead() {
    guard let head = record.current, let json = try? BusJSON.encode(head) else { return }
    send(Topic.beat, json)
  }
}

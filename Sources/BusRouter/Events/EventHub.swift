public import Bus
import Foundation
public import ZeroMQ

/// The router's side of the events: an XPUB that subscribers connect to, and an XSUB that takes the
/// ephemeral events of the children.
///
/// Subscriptions are passed upstream, so that what nobody subscribed to never leaves a child. Each
/// subscription is looked at before it counts (XPUB_MANUAL); one to `~/<nonce>` is answered, which
/// tells the subscriber that its earlier ones are active.
///
/// When a connection ends, libzmq walks over everything that anybody has subscribed to: 140 ns for each byte
/// of the topics. So the hub has a thread of its own, and no command waits for that.
///
/// `@unchecked Sendable`: everything happens on `loop`, which libzmq's wrapper checks.
public final class EventHub: @unchecked Sendable {
  /// The thread that owns both sockets.
  public let loop: SocketLoop
  private let context: Context
  private var out: Socket?
  private var `in`: Socket?
  /// The journal as far as it was published.
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
  /// Where it is bound, once it is open; a port 0 has become a real one.
  public private(set) var eventsEndpoint: String?
  /// Where the children's publishers connect; nil until it is open, and a port 0 has become a real
  /// one.
  public private(set) var ingestEndpoint: String?

  /// How many messages wait for one subscriber before it loses some.
  private let highWater: Int
  private let metrics: RouterMetrics?

  /// A hub that is not bound yet: `open` does that.
  ///
  /// - Parameters:
  ///   - highWater: how many messages wait, in memory, for one slow subscriber; what comes on top is
  ///     dropped for it alone.
  ///   - bounds: how much may be subscribed to.
  ///   - access: lets only known keys in, on this loop; nil lets in everybody.
  ///   - limits: how many connections there may be.
  ///   - metrics: what is counted on the way; nil for nothing.
  ///   - onEnded: told why a connection was ended; called on the loop.
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

  /// Binds both sockets and sends the first beat. On the loop.
  ///
  /// - Parameters:
  ///   - events: where subscribers connect.
  ///   - ingest: where the children's publishers connect.
  /// - Throws: `ZeroMQError` if an endpoint cannot be used.
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
        onLost: { [weak self] in self?.book.lost($0) },
        onEnded: onEnded)
      eventsEndpoint = try out.bind(events)
      let `in` = try Socket(.xsub, in: context, on: loop)
      self.in = `in`
      try `in`.set(.linger, to: 0)
      try `in`.set(.rcvhwm, to: 100_000)
      // Only subscriptions go out here. One that is dropped would never be heard of by the children.
      try `in`.set(.sndhwm, to: 0)
      try `in`.set(.maxMsgSize, to: Limits.bytes)
      // A child that is stopped would make them wait here without end.
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

  /// Closes both sockets; what waits for subscribers still goes out, for 500 ms at most. On the
  /// loop.
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

  /// Publishes durable events under each of their views, in the order of the journal. On the loop.
  public func publish(_ events: [Publication]) {
    send(order.add(events, nowMs: Self.nowMs))
  }

  /// Events that come before their predecessors wait for them a little.
  private func send(_ events: [Publication]) {
    defer { scheduleDue() }
    for publication in events {
      guard let json = try? BusJSON.encode(publication.event) else { continue }
      // Once for all views: few subscribe to several.
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
    nextDue = loop.schedule(after: .milliseconds(max(1, nextMs - Self.nowMs))) { [weak self] in
      guard let self else { return }
      nextDue = nil
      send(order.due(nowMs: Self.nowMs))
    }
  }

  private static var nowMs: Int64 { Int64(MonotonicInstant.now.nanoseconds / 1_000_000) }

  /// Takes from the journal how far it goes. Another epoch is told to subscribers at once, after what
  /// waited for the one before. On the loop.
  public func noteHead(_ head: JournalHead) {
    send(order.begin(after: head.head, epoch: head.epoch))
    if record.note(head) { sendHead() }
  }

  /// One frame: topic, a space, JSON. What a slow subscriber cannot take is dropped, and it sees the
  /// gap in the sequences.
  private func send(_ topic: String, _ json: Data) {
    guard let out else { return }
    var bytes = Array(topic.utf8)
    bytes.reserveCapacity(bytes.count + 1 + json.count)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: json)
    _ = try? out.trySend([Frame(adopting: bytes)])
  }

  /// How many events are forwarded before others have their turn.
  private static let batch = 256

  /// Ephemeral events pass as they come.
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

  /// How many subscriptions are looked at before others have their turn.
  private static let subscriptions = 64

  /// Whether libzmq may take one subscriber for another one.
  ///
  /// It keeps, in a queue of its own, whose each subscription is that it hands out, and takes one off for
  /// every message, also for what a subscriber sends that is none (xpub.cpp of 4.3.4). From then on
  /// subscriptions would be activated for those who come next, until nothing is left to be read.
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

  /// Whoever sends what is no subscription is sent away.
  private func offended(by message: Message) {
    isOutOfStep = true
    end(message.first.map(Self.connection) ?? "", "it sent an invalid subscription.")
  }

  /// - Parameter reason: that is told; nil for nothing worth telling.
  private func end(_ connection: String, _ reason: String? = nil) {
    Int32(connection).map(Connections.end)
    if let reason { onEnded("Closed a subscriber's connection: \(reason)") }
  }

  /// A subscription (1) or its end (0), then the topic.
  private func subscription(_ frame: Frame, _ out: Socket) {
    let bytes = frame.bytes
    let topic = Array(bytes.dropFirst())
    // A connection that is gone was told before one that has its descriptor now could subscribe.
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
      // It connects again, and subscribes once more.
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

  /// Names the connection a subscription came over, by its descriptor in libzmq, which is the only
  /// thing an XPUB tells of an anonymous subscriber. Those in this process share one name.
  private static func connection(_ frame: Frame) -> String {
    frame.peerMetadata(.descriptor) ?? ""
  }

  private func refuse(_ topic: [UInt8], _ reason: String, to connection: String) {
    refused.add(
      RefusedSubscriptions.Refusal(topic: String(decoding: topic, as: UTF8.self), reason: reason),
      from: connection, nowMs: Self.nowMs)
  }

  /// Answers a nonce.
  private func confirm(_ topic: [UInt8], to connection: String) {
    guard Subscription.isNonce(topic) else { return }
    let head = record.current
    let refusals = refused.take(connection, nowMs: Self.nowMs)
    let confirmation = Confirmation(
      epoch: head?.epoch ?? "", head: head?.head ?? 0, denied: refusals.map(\.topic),
      reasons: refusals.isEmpty ? nil : refusals.map(\.reason))
    guard let json = try? BusJSON.encode(confirmation) else { return }
    send(String(decoding: topic, as: UTF8.self), json)
  }

  /// Of how many subscriptions the topics are told.
  public static let maxTopics = 10

  /// Who has subscribed, and how they read. On the loop.
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

  /// What waits for a subscriber that does not read is bounded by the number of messages; this bounds it
  /// in bytes. It connects again, and sees by the sequences what it missed.
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

import Foundation
public import ZeroMQ

/// Receives events from the router.
///
/// The actor runs on the thread that owns the socket.
///
/// ```swift
/// let subscriber = Subscriber("tcp://localhost:5551", context: context, loop: loop)
/// let (_, items) = try await subscriber.subscribe(["t/meeting.finished/"])
/// for await item in items {
///   if case .event(_, let event) = item { print(event.time, event.subject) }
/// }
/// ```
///
/// What it hears of can change while it runs: `add` and `remove`.
public actor Subscriber {
  /// The thread that owns the socket, and on which the actor runs.
  public nonisolated let loop: SocketLoop
  /// The loop as the actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// What came.
  public enum Item: Sendable {
    /// An event, once for each subscribed view under which it went out.
    case event(topic: String, CloudEvent)
    /// Once a second while the router lives: how far the journal goes.
    case beat(JournalHead)
    /// The router was away; ephemeral events, and unless they are asked for durable ones, are lost.
    case reconnected(Confirmation)
    /// Something came that is no event.
    case unreadable(topic: String, reason: String)
  }

  private let context: Context
  private let endpoints: [String]
  private var endpoint: String { endpoints.joined(separator: ",") }
  private let keys: KeySource?
  private var socket: Socket?
  private var prefixes = SubscribedPrefixes()
  private var connector: Connector?
  private var refusal: ConnectionRefusal?
  private var refusedSince: MonotonicInstant?
  /// Why the stream ended, if the router gave the reason: it does not know this subscriber's key any more.
  public private(set) var failure: BusError?
  private var continuation: AsyncStream<Item>.Continuation?
  private var confirmations: [String: CheckedContinuation<Confirmation, any Error>] = [:]
  private var lastHeard = MonotonicInstant.now
  private var isSilent = false
  private var watch: TimerToken?

  /// A subscriber that is not connected yet: `subscribe` does that.
  ///
  /// - Parameters:
  ///   - endpoint: the router's events endpoint, such as `tcp://router:5551`. Of several routers that take turns,
  ///     all of them, with commas: the active one is heard.
  ///   - keys: who this end is; nil where no keys are used.
  public init(_ endpoint: String, context: Context, loop: SocketLoop, keys: KeySource? = nil) {
    self.keys = keys
    endpoints = endpoint.routerAddresses
    self.context = context
    self.loop = loop
  }

  /// Subscribes to all topics that begin with one of the prefixes, and returns when the router has
  /// confirmed it: from then on nothing is missed.
  ///
  /// - Parameters:
  ///   - prefixes: such as `m/<id>/`; the trailing `/` is part of a topic.
  ///   - buffer: how many items may wait for a slow reader; the oldest go first.
  ///   - timeoutMs: how long to wait for the router.
  /// - Throws: `BusError`, `unavailable` if no router answers, `denied` if it refuses a prefix;
  ///   `ZeroMQError`.
  public func subscribe(
    _ prefixes: [String], buffer: Int = 10_000, timeoutMs: Int = 5000
  ) async throws -> (confirmation: Confirmation, items: AsyncStream<Item>) {
    precondition(socket == nil, "a subscriber subscribes once")
    let socket = try Socket(.sub, in: context, on: loop)
    self.socket = socket
    let (items, continuation) = AsyncStream.makeStream(
      of: Item.self, bufferingPolicy: .bufferingNewest(buffer))
    self.continuation = continuation
    do {
      try socket.set(.linger, to: 0)
      try socket.set(.rcvhwm, to: 100_000)
      // What goes out are subscriptions: beyond the mark they would be dropped without a word.
      try socket.set(.sndhwm, to: 0)
      try socket.set(.maxMsgSize, to: Limits.bytes)
      try socket.setReconnection()
      // Once each: the router counts them by connection.
      for prefix in self.prefixes.add(prefixes + [Topic.beat]) { try socket.subscribe(prefix) }
      let connector = try Connector(socket, to: endpoints, keys: keys) { [weak self] change in
        self?.assumeIsolated { $0.changed(change) }
      }
      self.connector = connector
      try connector.connect()
      loop.watch(socket) { [weak self] in
        self?.assumeIsolated { $0.drain() }
      }
      loop.onStop { [weak self] in
        self?.assumeIsolated { $0.close() }
      }
      let confirmation = try await confirm(timeoutMs: timeoutMs)
      if let refusal = self.prefixes.refusal(of: prefixes) { throw refusal }
      lastHeard = .now
      watchBeats()
      return (confirmation, items)
    } catch {
      // So that it can be tried again.
      close()
      throw error
    }
  }

  /// Subscribes to more, and returns when the router has confirmed it: from then on nothing of it is missed.
  /// It comes in the stream that `subscribe` gave.
  ///
  /// Prefixes are counted: one that was added twice is heard until it was removed twice. The router takes
  /// 1024 over one connection.
  ///
  /// - Parameter timeoutMs: how long to wait for the router.
  /// - Returns: where the journal is: durable events up to `head` may not have come.
  /// - Throws: `BusError`, `unavailable` if no router answers, or the subscriber is not subscribed or
  ///   was closed, `denied` if the router refuses a prefix; `ZeroMQError`; `CancellationError`. Then none of
  ///   them was added.
  @discardableResult
  public func add(_ prefixes: [String], timeoutMs: Int = 5000) async throws -> Confirmation {
    do {
      // What is subscribed to and the question whether it is go out together: `confirm` waits for
      // nothing before it asks, so the answer tells of these.
      for prefix in self.prefixes.add(prefixes) { try opened().subscribe(prefix) }
      let confirmation = try await confirm(timeoutMs: timeoutMs)
      if let refusal = self.prefixes.refusal(of: prefixes) { throw refusal }
      return confirmation
    } catch {
      try? end(prefixes)
      throw error
    }
  }

  /// Ends subscriptions, and returns when the router has confirmed it: from then on nothing of them is sent.
  /// What came before may still wait in the stream.
  ///
  /// Where the router does not answer they are ended as well, and not taken up when it is back. What was not
  /// added is passed over, and the beat stays.
  ///
  /// - Parameter timeoutMs: how long to wait for the router.
  /// - Throws: `BusError`, `unavailable` if no router answers, or the subscriber is not subscribed or
  ///   was closed; `ZeroMQError`; `CancellationError`.
  @discardableResult
  public func remove(_ prefixes: [String], timeoutMs: Int = 5000) async throws -> Confirmation {
    try end(prefixes.filter { $0 != Topic.beat })
    return try await confirm(timeoutMs: timeoutMs)
  }

  private func end(_ prefixes: [String]) throws {
    for prefix in self.prefixes.remove(prefixes) { try socket?.unsubscribe(prefix) }
  }

  private func opened() throws -> Socket {
    guard let socket else { throw BusError(.unavailable, "The subscription was closed.") }
    return socket
  }

  /// Ends the subscription and its stream.
  public func close() {
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
    if let watch { loop.cancel(watch) }
    watch = nil
    isSilent = false
    prefixes = SubscribedPrefixes()
    continuation?.finish()
    let error = BusError(.unavailable, "The subscription was closed.")
    for waiter in confirmations.values { waiter.resume(throwing: error) }
    confirmations = [:]
  }

  /// Asks for a sign that all subscriptions so far are active.
  private func confirm(timeoutMs: Int) async throws -> Confirmation {
    let topic = Topic.confirmation(UUID().lowercaseText)
    let socket = try opened()
    defer { try? self.socket?.unsubscribe(topic) }
    try Task.checkCancellation()
    let timeout = loop.schedule(after: .milliseconds(timeoutMs)) { [weak self] in
      self?.assumeIsolated { $0.giveUp(topic) }
    }
    defer { loop.cancel(timeout) }
    if let refusal, refusal.isFinal { throw refusal.error }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        confirmations[topic] = continuation
        do {
          try socket.subscribe(topic)
        } catch {
          confirmations.removeValue(forKey: topic)?.resume(throwing: error)
        }
      }
    } onCancel: {
      Task { await self.cancelled(topic) }
    }
  }

  private func cancelled(_ topic: String) {
    confirmations.removeValue(forKey: topic)?.resume(throwing: CancellationError())
  }

  private func giveUp(_ topic: String) {
    confirmations.removeValue(forKey: topic)?.resume(
      throwing: refusal?.error
        ?? BusError(
          .unavailable, "No router answers at \(endpoint). Start one with `standups up`."))
  }

  /// Whoever is refused need not wait for the router's answer.
  private func changed(_ change: Connector.Change) {
    switch change {
    case .connected:
      refusal = nil
      refusedSince = nil
    case .lost: prefixes.lost()
    case .unanswered: break
    case .refused(let refusal):
      self.refusal = refusal
      guard refusal.isFinal else { return }
      refusedSince = refusedSince ?? .now
      for topic in confirmations.keys { giveUp(topic) }
    }
  }

  private func drain() {
    socket?.drain { receive($0) }
  }

  private func receive(_ message: Message) {
    lastHeard = .now
    guard let frame = message.first else { return }
    let bytes = frame.bytes
    guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else {
      continuation?.yield(
        .unreadable(
          topic: String(decoding: bytes.prefix(64), as: UTF8.self),
          reason: "no space after the topic"))
      return
    }
    let topic = String(decoding: bytes[..<space], as: UTF8.self)
    let json = Data(bytes[(space + 1)...])
    do {
      if topic == Topic.beat {
        continuation?.yield(.beat(try BusJSON.decode(JournalHead.self, from: json)))
      } else if topic.hasPrefix("~/") {
        let confirmation = try BusJSON.decode(Confirmation.self, from: json)
        prefixes.note(confirmation)
        confirmations.removeValue(forKey: topic)?.resume(returning: confirmation)
      } else {
        let event = try BusJSON.decode(CloudEvent.self, from: json)
        // What was subscribed to by its type is of that type, whoever sent it.
        let fits = bytes[..<space].withUnsafeBytes {
          TopicParts($0)?.fit(type: event.type, subject: event.subject) ?? false
        }
        continuation?.yield(
          fits
            ? .event(topic: topic, event)
            : .unreadable(topic: topic, reason: "the event does not match its topic"))
      }
    } catch {
      continuation?.yield(.unreadable(topic: topic, reason: "\(error)"))
    }
  }

  /// So long a subscriber that was heard before waits for a key that is known: it may just be replaced.
  private static let patience = Duration.seconds(5)

  /// The router beats each second. After three seconds of silence it was away, and when it is heard
  /// again the reader is told so.
  private func watchBeats() {
    guard socket != nil else { return }
    if let refusal, let refusedSince, refusedSince.duration(to: .now) > Self.patience {
      failure = refusal.error
      return close()
    }
    let silence = lastHeard.duration(to: .now)
    if silence > .seconds(3) {
      isSilent = true
    } else if isSilent {
      isSilent = false
      Task {
        do {
          continuation?.yield(.reconnected(try await confirm(timeoutMs: 5000)))
        } catch {
          // Away again, or closed: tried anew when it is heard.
          isSilent = true
        }
      }
    }
    watch = loop.schedule(after: .milliseconds(250)) { [weak self] in
      self?.assumeIsolated { $0.watchBeats() }
    }
  }
}

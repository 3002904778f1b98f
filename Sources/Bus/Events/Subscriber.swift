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
/// `add` and `remove` change the subscriptions of a running subscriber.
public actor Subscriber {
  /// The thread that owns the socket and runs the actor.
  public nonisolated let loop: SocketLoop
  /// The loop as the actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// An element of the stream.
  public enum Item: Sendable {
    /// An event, once for each subscribed topic family in which it was published.
    case event(topic: String, CloudEvent)
    /// A heartbeat, once a second while the router is alive: the end of the journal.
    case beat(JournalHead)
    /// The router was unavailable and has returned. Ephemeral events published in between are lost;
    /// durable ones must be requested.
    case reconnected(Confirmation)
    /// A message that is not a valid event.
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
  /// The reason why the stream ended, if the router gave one: the subscriber's key is no longer
  /// known.
  public private(set) var failure: BusError?
  private var continuation: AsyncStream<Item>.Continuation?
  private var confirmations: [String: CheckedContinuation<Confirmation, any Error>] = [:]
  private var lastHeard = MonotonicInstant.now
  private var isSilent = false
  private var watch: TimerToken?

  /// Creates a subscriber; `subscribe` connects it.
  ///
  /// - Parameters:
  ///   - endpoint: the router's events endpoint, such as `tcp://router:5551`. For routers in
  ///     failover, all their endpoints, separated by commas; events arrive from the active one.
  ///   - keys: this client's keys; nil if keys are not in use.
  public init(_ endpoint: String, context: Context, loop: SocketLoop, keys: KeySource? = nil) {
    self.keys = keys
    endpoints = endpoint.routerAddresses
    self.context = context
    self.loop = loop
  }

  /// Subscribes to all topics that begin with one of the prefixes, and returns when the router has
  /// confirmed the subscription. From then on, no event is missed.
  ///
  /// - Parameters:
  ///   - prefixes: such as `m/<id>/`; the trailing `/` is part of a topic.
  ///   - buffer: maximum number of items that wait for a slow reader; the oldest ones are dropped
  ///     first.
  ///   - timeoutMs: maximum time to wait for the router, in milliseconds.
  /// - Returns: the router's confirmation, and the stream of items.
  /// - Throws: `BusError`: `unavailable` if no router answers, `denied` if it rejects a prefix;
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
      // The socket sends subscriptions; beyond a limit, libzmq would drop them silently.
      try socket.set(.sndhwm, to: 0)
      try socket.set(.maxMsgSize, to: Limits.bytes)
      try socket.setReconnection()
      // Each prefix is sent only once, because the router counts subscriptions by connection.
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
      // After the failure, the caller may subscribe again.
      close()
      throw error
    }
  }

  /// Adds subscriptions, and returns when the router has confirmed them. From then on, none of the
  /// events is missed; they arrive in the stream that `subscribe` returned.
  ///
  /// Prefixes are counted: a prefix that was added twice remains subscribed until it has been
  /// removed twice. The router accepts at most 1024 prefixes on one connection.
  ///
  /// - Parameter timeoutMs: maximum time to wait for the router, in milliseconds.
  /// - Returns: the position of the journal: durable events up to `head` may not have been
  ///   received.
  /// - Throws: `BusError`: `unavailable` if no router answers, or if the subscriber is not
  ///   subscribed or was closed, `denied` if the router rejects a prefix; `ZeroMQError`;
  ///   `CancellationError`. After an error, none of the prefixes remains added.
  @discardableResult
  public func add(_ prefixes: [String], timeoutMs: Int = 5000) async throws -> Confirmation {
    do {
      // The subscriptions and the nonce are sent together: `confirm` does not suspend before it
      // sends the nonce, so the confirmation covers these prefixes.
      for prefix in self.prefixes.add(prefixes) { try opened().subscribe(prefix) }
      let confirmation = try await confirm(timeoutMs: timeoutMs)
      if let refusal = self.prefixes.refusal(of: prefixes) { throw refusal }
      return confirmation
    } catch {
      try? end(prefixes)
      throw error
    }
  }

  /// Ends subscriptions, and returns when the router has confirmed it. From then on, the router no
  /// longer sends their events; events received earlier may still wait in the stream.
  ///
  /// The subscriptions also end if the router does not answer, and are not renewed when it returns.
  /// Prefixes that were not added are ignored, and the subscription to heartbeats remains.
  ///
  /// - Parameter timeoutMs: maximum time to wait for the router, in milliseconds.
  /// - Throws: `BusError`: `unavailable` if no router answers, or if the subscriber is not
  ///   subscribed or was closed; `ZeroMQError`; `CancellationError`.
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

  /// Ends all subscriptions and the stream.
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

  /// Requests a confirmation that all subscriptions so far are active.
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
          .unavailable, "No router is responding at \(endpoint). Start one with `standups up`."))
  }

  /// Handles a change of the connection. A refusal ends the wait for the router's confirmation.
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
        // A subscription by type or team yields only events of that type or team, regardless of
        // their sender.
        let fits = bytes[..<space].withUnsafeBytes {
          TopicParts($0)?.fit(type: event.type, subject: event.subject, team: event.team) ?? false
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

  /// Maximum time to wait until the router knows the key again, in case the key is being replaced.
  /// Applies only to a subscriber that was connected before.
  private static let patience = Duration.seconds(5)

  /// Checks the router's heartbeats, which arrive once a second. After three seconds of silence,
  /// the router counts as unavailable. When a message arrives again, the reader receives
  /// `reconnected`.
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
          // The router is unavailable again, or the subscriber is closed. The next message from the
          // router starts another attempt.
          isSilent = true
        }
      }
    }
    watch = loop.schedule(after: .milliseconds(250)) { [weak self] in
      self?.assumeIsolated { $0.watchBeats() }
    }
  }
}

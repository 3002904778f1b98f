import Bus
import Synchronization
public import ZeroMQ

/// Who may do what at the router's sockets: the handshakes, the messages and the subscriptions.
///
/// All rights follow from the key that a connection has proven to hold, never from what it says.
///
/// `@unchecked Sendable`: everything happens on `loop`, which libzmq's wrapper checks.
public final class AccessControl: @unchecked Sendable {
  /// A socket of the router. Its name is the socket's ZAP domain.
  public enum Door: String, CaseIterable, Sendable {
    /// The ROUTER for commands, the XPUB for events, and the XSUB that takes ephemeral events.
    case commands, events, ingest
  }

  /// Something was refused.
  public struct Refusal: Hashable, Sendable {
    /// At which point a connection was refused something.
    public enum Kind: String, Hashable, Sendable {
      /// In the handshake, when it subscribed, or when it published an ephemeral event.
      case handshake, subscription, event
    }

    /// What was refused.
    public var kind: Kind
    /// The socket at which it was.
    public var door: Door
    /// Of the key, as far as one was shown; never the key itself.
    public var fingerprint: String?
    /// The peer's IP address where it is known.
    public var address: String?
    /// A sentence.
    public var reason: String
  }

  /// The thread of the router's sockets, on which everything here happens.
  public let loop: SocketLoop
  private let keys: CurveKeyPair
  private var ring: KeyRing
  private let types: EphemeralTypes
  private let onRefusal: @Sendable (Refusal) -> Void
  private var zap: ZapHandler?
  private var cache = RightsCache()
  /// The keys behind the descriptors of the connections, by socket, to end them when a key is taken away.
  private var holders: [Door: [Int32: String]] = [:]

  /// Shared with those of other loops.
  private let counts: Counts
  /// Those that decide on other loops.
  private var siblings: [AccessControl] = []

  private final class Counts: Sendable {
    let handshakes = Atomic(0)
    let denied = Atomic(0)
  }

  /// Connections that were refused in their handshake, since the start, at any door.
  public var refusedHandshakes: Int { counts.handshakes.load(ordering: .relaxed) }
  /// Subscriptions and ephemeral events that were refused, since the start, at any door.
  public var denied: Int { counts.denied.load(ordering: .relaxed) }

  /// The access to one router; it decides nothing before `open`.
  ///
  /// - Parameters:
  ///   - keys: the router's own.
  ///   - ring: those that it knows.
  ///   - types: which service may publish what.
  ///   - onRefusal: told what was refused; called on the loop.
  public convenience init(
    keys: CurveKeyPair, ring: KeyRing, types: EphemeralTypes = EphemeralTypes(), loop: SocketLoop,
    onRefusal: @escaping @Sendable (Refusal) -> Void = { _ in }
  ) {
    self.init(keys, ring, types, loop, Counts(), onRefusal)
  }

  private init(
    _ keys: CurveKeyPair, _ ring: KeyRing, _ types: EphemeralTypes, _ loop: SocketLoop,
    _ counts: Counts, _ onRefusal: @escaping @Sendable (Refusal) -> Void
  ) {
    self.keys = keys
    self.ring = ring
    self.types = types
    self.loop = loop
    self.counts = counts
    self.onRefusal = onRefusal
  }

  /// The same access for sockets of another loop. It takes other keys when this one does, and handshakes
  /// are this one's. Before either loop runs anything of them.
  public func sibling(on loop: SocketLoop) -> AccessControl {
    let sibling = AccessControl(keys, ring, types, loop, counts, onRefusal)
    siblings.append(sibling)
    return sibling
  }

  /// Begins to decide about handshakes in a context. Before any of its sockets is bound. On the loop.
  ///
  /// - Throws: `ZeroMQError` if the context has a handler already.
  public func open(in context: Context) throws(ZeroMQError) {
    zap = try ZapHandler(in: context, on: loop) { [weak self] request in
      self?.decide(request) ?? .refuse("The router is stopping.")
    }
  }

  /// After the sockets. On the loop.
  public func close() {
    zap?.close()
    zap = nil
  }

  /// Lets only those in whose keys are known. Before the socket is bound. On the loop.
  func guardSocket(_ socket: Socket, as door: Door) throws(ZeroMQError) {
    try socket.set(.zapDomain, to: door.rawValue)
    // Not in libzmq's stable header, though in all of 4.3. Without it the handler is asked just the same;
    // it only matters should there be none, and that was opened first and is closed last.
    if try socket.context.supports(.zapEnforceDomain, true, on: socket.kind) {
      try socket.set(.zapEnforceDomain, to: true)
    }
    try socket.setCurveServer(keys.secretKey)
  }

  /// Takes other keys from now on. Connections of keys that are gone, or have other roles, are ended. On
  /// the loop.
  ///
  /// - Returns: those keys, in Z85.
  public func replace(_ ring: KeyRing) -> Set<String> {
    for sibling in siblings { sibling.loop.enter { _ = sibling.replace(ring) } }
    let changed = ring.changes(since: self.ring)
    self.ring = ring
    cache.forgetAll()
    for (door, descriptors) in holders {
      for (descriptor, key) in descriptors where changed.contains(key) {
        holders[door]?[descriptor] = nil
        Connections.end(descriptor)
      }
    }
    return changed
  }

  // MARK: Handshakes

  private func decide(_ request: ZapHandler.Request) -> ZapHandler.Decision {
    guard let door = Door(rawValue: request.domain) else {
      return refuse(request, .commands, "Unknown ZAP domain “\(request.domain)”.")
    }
    guard request.mechanism == "CURVE", let key = request.key else {
      return refuse(request, door, "The connection has no key.")
    }
    guard let rights = ring[key] else {
      return refuse(request, door, "The key is unknown.")
    }
    if door == .ingest, !rights.isService {
      return refuse(request, door, "\(rights.who) may not publish events; only services may.")
    }
    return .accept(userID: key.z85)
  }

  private func refuse(
    _ request: ZapHandler.Request, _ door: Door, _ reason: String
  ) -> ZapHandler.Decision {
    counts.handshakes.add(1, ordering: .relaxed)
    onRefusal(
      Refusal(
        kind: .handshake, door: door, fingerprint: request.key?.fingerprint,
        address: request.address, reason: reason))
    return .refuse(reason)
  }

  /// Something happened to a connection. On the loop.
  func hear(_ event: SocketEvent, at door: Door) {
    switch event.kind {
    case .disconnected:
      // The number may belong to another connection from now on, whose first message will tell.
      holders[door]?[Int32(bitPattern: event.value)] = nil
    case .handshakeFailed, .handshakeFailedProtocol:
      counts.handshakes.add(1, ordering: .relaxed)
      onRefusal(
        Refusal(
          kind: .handshake, door: door,
          reason: event.isForAnotherKey
            ? "A peer expects this router to have a different key."
            : "A connection failed its handshake; it is not encrypted, or not ZeroMQ."))
    default: break
    }
  }

  // MARK: Messages

  /// What a connection is allowed. On the loop.
  func rights(of connection: ConnectionID, _ message: Message) -> Rights {
    cache.rights(of: connection) { message.first.map { rights($0, at: .commands) } ?? .none(nil) }
  }

  /// The same, if it was asked for before. On the loop.
  func knownRights(of connection: ConnectionID) -> Rights? { cache[connection] }

  /// Why a subscription is refused; nil if it is not. On the loop.
  func refusal(ofSubscription topic: [UInt8], _ frame: Frame) -> String? {
    let rights = rights(frame, at: .events)
    if rights.allows(subscriptionTo: topic) { return nil }
    counts.denied.add(1, ordering: .relaxed)
    let reason =
      rights.isKnown
      ? "\(rights.who) may not subscribe to this topic."
      : "The router no longer accepts this key (\(rights.fingerprint))."
    let text = String(decoding: topic.prefix(100), as: UTF8.self)
    onRefusal(
      Refusal(
        kind: .subscription, door: .events, fingerprint: rights.fingerprint,
        address: frame.peerMetadata(.peerAddress),
        reason: "\(rights.who) may not subscribe to “\(text)”."))
    return reason
  }

  /// Whether an ephemeral event is one that the key's service may publish. On the loop.
  ///
  /// - Parameter message: of one frame.
  func allows(event message: PassingMessage) -> Bool {
    let rights = rights(message, at: .ingest)
    if rights.isService, types.allows(message[0], by: rights.services) { return true }
    counts.denied.add(1, ordering: .relaxed)
    let what = rights.isService ? "an event of another service" : "events"
    onRefusal(
      Refusal(
        kind: .event, door: .ingest, fingerprint: rights.fingerprint,
        reason: "\(rights.who) may not publish \(what)."))
    if rights.isService { return false }
    if let descriptor = Self.descriptor(message) { Connections.end(descriptor) }
    return false
  }

  /// Whose share of what is bounded by key a connection takes from: nil for services, which are bounded by
  /// what they do, and where no key is known. On the loop.
  func shareholder(_ frame: some PeerDescribed) -> String? {
    guard let userID = frame.peerMetadata(.userID), let rights = ring[userID: userID],
      !rights.isService
    else { return nil }
    return userID
  }

  private func rights(_ frame: some PeerDescribed, at door: Door) -> Rights {
    guard let userID = frame.peerMetadata(.userID) else { return .none(nil) }
    // Ephemeral events are many, and are looked at one by one anyway.
    if door != .ingest, let descriptor = Self.descriptor(frame) {
      holders[door, default: [:]][descriptor] = userID
    }
    return ring[userID: userID] ?? .none(CurvePublicKey(userID))
  }

  private static func descriptor(_ frame: some PeerDescribed) -> Int32? {
    frame.peerMetadata(.descriptor).flatMap { Int32($0) }
  }
}

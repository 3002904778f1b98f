import Bus
package import RouterConnections
import Synchronization
public import ZeroMQ

/// Access control at the router's sockets, for handshakes, messages and subscriptions.
///
/// All permissions follow from the key that a connection has proven to hold, never from the content
/// of its messages.
///
/// `@unchecked Sendable`: everything happens on `loop`, which libzmq's wrapper checks.
public final class AccessControl: @unchecked Sendable {
  /// A socket of the router. Its name is the socket's ZAP domain.
  public enum Door: String, CaseIterable, Sendable {
    /// The ROUTER for commands, the XPUB for events, and the XSUB that receives ephemeral events.
    case commands, events, ingest
  }

  /// A handshake, subscription or event that was refused.
  public struct Refusal: Hashable, Sendable {
    /// The kind of request that was refused.
    public enum Kind: String, Hashable, Sendable {
      /// The handshake, a subscription, or the publication of an ephemeral event.
      case handshake, subscription, event
    }

    /// The kind of request that was refused.
    public var kind: Kind
    /// The socket that refused the request.
    public var door: Door
    /// Fingerprint of the key, if the connection presented one; never the key itself.
    public var fingerprint: String?
    /// The peer's IP address, if it is known.
    public var address: String?
    /// The reason, as a sentence.
    public var reason: String
  }

  /// The thread of the router's sockets, on which all methods run.
  public let loop: SocketLoop
  private let keys: CurveKeyPair
  private var ring: KeyRing
  private let types: EphemeralTypes
  private let onRefusal: @Sendable (Refusal) -> Void
  private var zap: ZapHandler?
  private var cache = RightsCache<ConnectionID>()
  /// The keys of the connections, by socket and descriptor; used to close the connections of a
  /// revoked key.
  private var holders: [Door: [Int32: String]] = [:]
  /// The number of connections of each key, by socket.
  private var held: [Door: [String: Int]] = [:]
  /// Maximum number of connections to one socket with the key of a person, or of a tool that is
  /// limited to teams: they must not use up the connections of all others.
  package static let maxConnectionsInTeams = 64

  /// Shared with the siblings on other loops.
  private let counts: Counts
  /// The instances for other loops.
  private var siblings: [AccessControl] = []

  private final class Counts: Sendable {
    let handshakes = Atomic(0)
    let denied = Atomic(0)
  }

  /// Number of handshakes refused since the start, at all sockets.
  public var refusedHandshakes: Int { counts.handshakes.load(ordering: .relaxed) }
  /// Number of subscriptions and ephemeral events refused since the start, at all sockets.
  public var denied: Int { counts.denied.load(ordering: .relaxed) }

  /// Creates the access control of one router; it decides nothing before `open`.
  ///
  /// - Parameters:
  ///   - keys: the router's own keys.
  ///   - ring: the known keys.
  ///   - types: the event types that each service may publish.
  ///   - loop: the thread of the router's sockets.
  ///   - onRefusal: receives each refusal; called on the loop.
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

  /// Creates the same access control for sockets of another loop. It follows this one when the keys
  /// are replaced, and this one handles the handshakes. Must be called before either loop uses it.
  public func sibling(on loop: SocketLoop) -> AccessControl {
    let sibling = AccessControl(keys, ring, types, loop, counts, onRefusal)
    siblings.append(sibling)
    return sibling
  }

  /// Starts to handle the handshakes of a context. Must be called on the loop, before any of its
  /// sockets is bound.
  ///
  /// - Throws: `ZeroMQError` if the context already has a handler.
  public func open(in context: Context) throws(ZeroMQError) {
    zap = try ZapHandler(in: context, on: loop) { [weak self] request in
      self?.decide(request) ?? .refuse("The router is stopping.")
    }
  }

  /// Stops handling handshakes. Must be called on the loop, after the sockets are closed.
  public func close() {
    zap?.close()
    zap = nil
  }

  /// Admits only known keys to a socket. Must be called on the loop, before the socket is bound.
  package func guardSocket(_ socket: Socket, as door: Door) throws(ZeroMQError) {
    try socket.set(.zapDomain, to: door.rawValue)
    // The option is not in libzmq's stable header, but works in all 4.3 versions. The handler is
    // called even without it. The option matters only while no handler exists, and the handler is
    // opened first and closed last.
    if try socket.context.supports(.zapEnforceDomain, true, on: socket.kind) {
      try socket.set(.zapEnforceDomain, to: true)
    }
    try socket.setCurveServer(keys.secretKey)
  }

  /// Replaces the known keys. Closes connections whose keys were removed or have different
  /// permissions. Must be called on the loop.
  ///
  /// - Parameter persons: the roles of persons; nil if they are not known yet.
  /// - Returns: those keys, in Z85.
  public func replace(_ ring: KeyRing, persons: PeopleDirectory?) -> Set<String> {
    use(ring.with(persons))
  }

  /// Applies other roles of persons, and the removal of teams. Closes the connections for events of
  /// the keys whose permissions changed, because a subscription is checked only once; each command is
  /// checked. Must be called on the loop.
  public func use(_ persons: PeopleDirectory?) {
    guard ring.isDependent else { return }
    let ring = ring.with(persons)
    if !ring.changes(since: self.ring).isEmpty { _ = use(ring, closing: [.events]) }
  }

  private func use(_ ring: KeyRing, closing doors: Set<Door> = Set(Door.allCases)) -> Set<String> {
    for sibling in siblings { sibling.loop.enter { _ = sibling.use(ring, closing: doors) } }
    let changed = ring.changes(since: self.ring)
    self.ring = ring
    cache.forgetAll()
    for (door, descriptors) in holders where doors.contains(door) {
      for (descriptor, key) in descriptors where changed.contains(key) {
        release(descriptor, at: door)
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

  /// Handles an event of a connection. Must be called on the loop.
  package func hear(_ event: SocketEvent, at door: Door) {
    switch event.kind {
    case .disconnected:
      // The descriptor may belong to another connection from now on, whose first message will
      // identify it.
      release(Int32(bitPattern: event.value), at: door)
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

  /// Returns the permissions of a connection. Must be called on the loop.
  package func rights(of connection: ConnectionID, _ message: Message) -> Rights {
    cache.rights(of: connection) { message.first.map { rights($0, at: .commands) } ?? .none(nil) }
  }

  /// Returns the permissions of a connection if they were determined before. Must be called on the
  /// loop.
  package func knownRights(of connection: ConnectionID) -> Rights? { cache[connection] }

  /// The reason why a subscription is refused; nil if it is not. Must be called on the loop.
  package func refusal(ofSubscription topic: [UInt8], _ frame: Frame) -> String? {
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

  /// Returns true if the key's service may publish an ephemeral event. Must be called on the loop.
  ///
  /// - Parameter message: the event, a message of one frame.
  package func allows(event message: PassingMessage) -> Bool {
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

  /// The key whose share of the limits by key a connection uses; nil for services, which are
  /// limited by other means, and if the key is unknown. Must be called on the loop.
  package func shareholder(_ frame: some PeerDescribed) -> String? {
    guard let userID = frame.peerMetadata(.userID), let rights = ring[userID: userID],
      !rights.isService
    else { return nil }
    return userID
  }

  private func rights(_ frame: some PeerDescribed, at door: Door) -> Rights {
    guard let userID = frame.peerMetadata(.userID) else { return .none(nil) }
    let rights = ring[userID: userID] ?? .none(CurvePublicKey(userID))
    // Ephemeral events are frequent, and are checked one by one anyway.
    if door != .ingest, let descriptor = Self.descriptor(frame) {
      hold(descriptor, rights, at: door)
    }
    return rights
  }

  /// Records the key of a connection. Ends the connection if the key has too many.
  private func hold(_ descriptor: Int32, _ rights: Rights, at door: Door) {
    let userID = rights.userID
    guard holders[door]?[descriptor] != userID else { return }
    release(descriptor, at: door)
    holders[door, default: [:]][descriptor] = userID
    held[door, default: [:]][userID, default: 0] += 1
    guard rights.standing != nil, held[door]?[userID] ?? 0 > Self.maxConnectionsInTeams else {
      return
    }
    counts.handshakes.add(1, ordering: .relaxed)
    onRefusal(
      Refusal(
        kind: .handshake, door: door, fingerprint: rights.fingerprint,
        reason: "\(rights.who) has \(Self.maxConnectionsInTeams) connections (the maximum)."))
    Connections.end(descriptor)
  }

  private func release(_ descriptor: Int32, at door: Door) {
    guard let userID = holders[door]?.removeValue(forKey: descriptor) else { return }
    let rest = (held[door]?[userID] ?? 1) - 1
    held[door]?[userID] = rest > 0 ? rest : nil
  }

  private static func descriptor(_ frame: some PeerDescribed) -> Int32? {
    frame.peerMetadata(.descriptor).flatMap { Int32($0) }
  }
}

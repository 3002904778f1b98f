public import Bus
public import ZeroMQ

/// What one key is allowed, worked out once, so that a message costs a look.
public final class Rights: Sendable {
  /// Whose key it is, for logs and messages.
  public let name: String
  /// Nil where a connection has none.
  public let key: CurvePublicKey?
  /// The key as libzmq tells it with each message: in Z85; empty where there is none.
  let userID: String
  /// What the key's owner was made; empty for a key that was taken away, which may do nothing.
  public let roles: [Role]
  let services: Set<String>
  private let isOperator: Bool
  private let isObserver: Bool
  private let isLoadTest: Bool

  /// The rights that follow from a key's roles: those of all of them together.
  public init(name: String, key: CurvePublicKey?, roles: [Role]) {
    self.name = name
    self.key = key
    userID = key?.z85 ?? ""
    self.roles = roles
    services = Set(
      roles.compactMap { if case .service(let name) = $0 { name } else { nil } })
    isOperator = roles.contains(.operator)
    isObserver = roles.contains(.observer)
    isLoadTest = roles.contains(.loadtest)
  }

  /// For a key that was taken away while its owner is connected: it may do nothing.
  static func none(_ key: CurvePublicKey?) -> Rights {
    Rights(name: "", key: key, roles: [])
  }

  /// The key's short name.
  public var fingerprint: String { key?.fingerprint ?? "none" }
  /// Whether the router still knows the key.
  public var isKnown: Bool { !roles.isEmpty }
  /// Whether it is a service's.
  public var isService: Bool { !services.isEmpty }

  /// What tells how the router is, and changes nothing.
  private static let looking: Set<String> = [
    "router.health", "router.services", "router.bindings",
  ]
  /// What a follower of events needs.
  private static let following: Set<String> = ["events.heads", "events.snapshot", "events.replay"]
  /// The types of the events that a load tester has published of its own work.
  private static let load = Array("t/load.".utf8)

  /// Whether it may send this command.
  ///
  /// - Parameters:
  ///   - access: what the service that answers it has declared; nil if none has.
  ///   - isForObservers: whether that has declared that observers may send it.
  public func allows(
    command target: String, access: CommandTable.Access? = nil, isForObservers: Bool = false
  ) -> Bool {
    if isOperator { return true }
    if isLoadTest, access == .owner { return true }
    if isObserver, isForObservers || Self.following.contains(target) { return true }
    return isKnown && Self.looking.contains(target)
  }

  /// Whether it may say hello as this service.
  public func allows(helloAs service: String) -> Bool { services.contains(service) }

  /// Whether it may have what begins like this.
  public func allows(subscriptionTo topic: [UInt8]) -> Bool {
    if isOperator || isObserver { return true }
    guard isKnown, topic.count > 1, topic[1] == UInt8(ascii: "/") else { return false }
    // The beat and the answer to a nonce, which says what was denied.
    if topic[0] == UInt8(ascii: "h") || topic[0] == UInt8(ascii: "~") { return true }
    return isLoadTest && topic.starts(with: Self.load)
  }

  /// Who it is, for a sentence: the name, the roles and never the key.
  public var who: String {
    isKnown
      ? "The key “\(name)” (\(Role.text(roles)))"
      : "A key that the router no longer accepts (\(fingerprint))"
  }

  /// Why the head of a message is refused; nil if it is not.
  ///
  /// - Parameters:
  ///   - access: what the service that answers a command has declared.
  ///   - isForObservers: whether that has declared that observers may send it.
  func refusal(
    of head: Head, access: CommandTable.Access? = nil, isForObservers: Bool = false
  ) -> BusError? {
    guard isKnown else {
      return BusError(
        .denied,
        "The router no longer accepts this key (\(fingerprint)); request a new one.")
    }
    switch head.kind {
    case .command where isLoadTest && !isOperator && access == .owner:
      if head.header.key.flatMap({ OwnedID($0) })?.owner == OwnedID.load { return nil }
      return BusError(
        .denied,
        "\(who) may send “\(head.target)” only for its own work, with ids such as"
          + " “\(OwnedID.load)/NAME”.")
    case .command
    where !allows(command: head.target, access: access, isForObservers: isForObservers):
      if isLoadTest || isObserver, access == nil {
        return BusError(
          .unavailable,
          "No connected service has declared yet who may send “\(head.target)”; try again.",
          retryAfterMs: 250)
      }
      return BusError(.denied, "\(who) may not send “\(head.target)”.")
    case .hello where !allows(helloAs: head.target):
      return refusal(helloAs: head.target)
    case .delegate where !isService:
      return BusError(.denied, "\(who) may not send delegate calls; only services may.")
    default:
      return nil
    }
  }

  func refusal(helloAs service: String) -> BusError {
    BusError(
      .denied,
      "\(who) may not register as the \(service) service; that requires a key with the role"
        + " “\(Role.service(service))”.")
  }
}

public import Foundation

/// The declaration of a service: the body of its `HELLO`.
public struct Manifest: Codable, Hashable, Sendable {
  /// The service's name, such as `timer`: 1 to 128 letters, digits, `.`, `-` and `_`.
  public var service: String
  /// Identifies this run of the process.
  @LowercaseUUID public var instance: UUID
  /// The minor version of the service's protocol.
  public var minor: Int
  /// Maximum number of commands that the instance accepts at a time.
  public var capacity: Int
  /// True if several instances share the work by routing key.
  public var isSharded: Bool
  /// True if the service is not ready yet, for example because it is opening a large database or
  /// loading a model. The router records it as loading and replies `busy`. Nil otherwise.
  public var isLoading: Bool?
  /// The commands that the service answers, at most 1000; sorted by target if this build encoded
  /// them.
  public var commands: [CommandDeclaration]
  /// Targets of the delegate messages that the service may send, at most 1000.
  public var delegates: [String]

  /// Creates the manifest of one run of a service, in the protocol version of this build.
  ///
  /// - Parameter instance: a UUID created for this run of the process.
  public init(_ definition: ServiceDefinition, instance: UUID) {
    service = definition.name
    self.instance = instance
    minor = Manifest.minor
    capacity = definition.capacity
    isSharded = definition.isSharded
    isLoading = definition.isLoading ? true : nil
    commands = definition.commands.declarations
    delegates = definition.delegateMessages
  }

  /// The reason why the manifest is invalid, as a sentence; nil if it is valid.
  package var problem: String? {
    let form = "1 to \(Limits.targetBytes) letters, digits, “.”, “-” and “_”"
    if !Head.isTarget(service) { return "Invalid “service”; expected \(form)." }
    if !(1...1_000_000).contains(capacity) {
      return "Invalid “capacity” \(capacity); expected 1 to 1000000."
    }
    if commands.count > 1000 || delegates.count > 1000 {
      return "Too many commands or delegate messages; expected at most 1000 of each."
    }
    // The router's report about its services grows with these names.
    let names = [("commands", commands.map(\.target)), ("delegates", delegates)]
    for (member, names) in names {
      if let index = names.firstIndex(where: { !Head.isTarget($0) }) {
        return "Invalid target “\(member)[\(index)]”; expected \(form)."
      }
    }
    return nil
  }

  /// The minor version of the protocol in this build.
  public static let minor = 0
}

/// The body of the `OK` that answers a `HELLO`.
public struct Welcome: Codable, Hashable, Sendable {
  /// Identifies this run of the router.
  @LowercaseUUID public var router: UUID
  /// The minor version of the router's protocol.
  public var minor: Int
  /// Interval of each side's heartbeats, in milliseconds.
  public var heartbeatMs: Int
  /// Silence after which each side considers the other side disconnected, in milliseconds.
  public var deadAfterMs: Int
  /// Declared delegate messages that no binding handles.
  public var unbound: [String]
  /// For a sharded service: all instances that accept new work.
  public var instances: [LowercaseUUID]?
  /// For a service that is assigned work: the owners that have bindings for it.
  public var owners: [String]?
  /// Epoch of the journal, if the router knows it; see `Pulse`.
  public var epoch: String?

  /// Creates the router's reply to one service; `instances` are for a sharded service, and `owners`
  /// for a service that is assigned work.
  public init(
    router: UUID, minor: Int, heartbeatMs: Int, deadAfterMs: Int, unbound: [String],
    instances: [UUID]? = nil, owners: [String]? = nil, epoch: String? = nil
  ) {
    self.owners = owners
    self.epoch = epoch
    self.router = router
    self.minor = minor
    self.heartbeatMs = heartbeatMs
    self.deadAfterMs = deadAfterMs
    self.unbound = unbound
    self.instances = instances?.map { LowercaseUUID(wrappedValue: $0) }
  }
}

/// The body of a service's heartbeat: empty if the service has no problems to report.
public struct Vitals: Codable, Hashable, Sendable {
  /// Problems that need a person's attention, one sentence each; nil if the service has none.
  /// `router.health` shows the first 20 of them.
  public var problems: [String]?

  /// Creates a heartbeat body. Default: that of a service without problems.
  public init(problems: [String]? = nil) { self.problems = problems }

  /// Maximum number of problems shown for an instance, and maximum number of characters of each.
  static let limits = (problems: 20, characters: 400)

  /// The problems that the router shows, limited in number and length by `limits`.
  package var shown: [String] {
    (problems ?? []).prefix(Self.limits.problems).map {
      // Counted in Unicode scalars, because the size of a grapheme cluster is unlimited.
      String($0.unicodeScalars.prefix(Self.limits.characters))
    }
  }
}

/// The body of the router's heartbeat.
public struct Pulse: Codable, Hashable, Sendable {
  /// Identifies this run of the router. A different run does not know the work in progress.
  @LowercaseUUID public var router: UUID
  /// For a sharded service: all instances that accept new work.
  public var instances: [LowercaseUUID]?
  /// Epoch of the journal, if the router knows it. If it differs from the last one, the saved state
  /// may have changed.
  public var epoch: String?

  /// Creates the router's heartbeat for one peer; `instances` are only for a sharded service.
  public init(router: UUID, instances: [UUID]? = nil, epoch: String? = nil) {
    self.router = router
    self.epoch = epoch
    self.instances = instances?.map { LowercaseUUID(wrappedValue: $0) }
  }
}

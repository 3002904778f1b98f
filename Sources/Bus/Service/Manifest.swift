public import Foundation

/// What a service says of itself in its `HELLO`.
public struct Manifest: Codable, Hashable, Sendable {
  /// The service's name, such as `timer`: 1 to 128 letters, digits, `.`, `-` and `_`.
  public var service: String
  /// This run of this process.
  @LowercaseUUID public var instance: UUID
  /// The protocol's minor version that it speaks.
  public var minor: Int
  /// How many commands it takes at once.
  public var capacity: Int
  /// Whether several instances share the work by routing key.
  public var isSharded: Bool
  /// True for one that is not ready to be taken yet, as it opens a large database or loads a model: the router notes it,
  /// and answers `busy`. Nil otherwise.
  public var isLoading: Bool?
  /// What it answers, at most 1000; in the order of the targets where this build wrote it.
  public var commands: [CommandDeclaration]
  /// The targets of the delegate messages that it may send.
  public var delegates: [String]

  /// What one run of a service declares, in the protocol version of this build.
  ///
  /// - Parameter instance: a UUID that was made for this run of the process.
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

  /// What makes it unusable, in a sentence; nil if nothing does.
  package var problem: String? {
    let form = "1 to \(Limits.targetBytes) letters, digits, “.”, “-” and “_”"
    if !Head.isTarget(service) { return "Invalid “service”; expected \(form)." }
    if !(1...1_000_000).contains(capacity) {
      return "Invalid “capacity” \(capacity); expected 1 to 1000000."
    }
    if commands.count > 1000 || delegates.count > 1000 {
      return "Too many commands or delegate messages; expected at most 1000 of each."
    }
    // What the router says of its services grows with these names.
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
  /// This run of the router.
  @LowercaseUUID public var router: UUID
  /// The protocol's minor version that the router speaks.
  public var minor: Int
  /// How often each side shows that it lives, in milliseconds.
  public var heartbeatMs: Int
  /// After how long without any traffic the other side is given up, in milliseconds.
  public var deadAfterMs: Int
  /// Declared delegate messages that no binding handles.
  public var unbound: [String]
  /// To a service whose instances share its work: all that take new work.
  public var instances: [LowercaseUUID]?
  /// To a service that is handed work: the owners for whose work there are bindings.
  public var owners: [String]?
  /// The epoch of the journal, as far as the router knows it; see `Pulse`.
  public var epoch: String?

  /// The router's answer to one service; `instances` are for a sharded one, and `owners` for one
  /// that is handed work.
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

/// The body of a service's heartbeat: empty while all is well.
public struct Vitals: Codable, Hashable, Sendable {
  /// What is wrong and needs a person, one sentence each; nil for nothing.
  public var problems: [String]?

  /// A heartbeat's body; without arguments the one of a service that is well.
  public init(problems: [String]? = nil) { self.problems = problems }

  /// The most problems that are shown of one instance, and the most characters of each.
  static let limits = (problems: 20, characters: 400)

  /// What the router keeps of it.
  package var shown: [String] {
    (problems ?? []).prefix(Self.limits.problems).map {
      // As Unicode scalars: of what a reader takes for one character there is no most.
      String($0.unicodeScalars.prefix(Self.limits.characters))
    }
  }
}

/// The body of the router's heartbeat.
public struct Pulse: Codable, Hashable, Sendable {
  /// This run of the router: another one than before has forgotten what was under way.
  @LowercaseUUID public var router: UUID
  /// To a service whose instances share its work: all that take new work.
  public var instances: [LowercaseUUID]?
  /// The epoch of the journal, as far as the router knows it: with another one than before, what was
  /// saved may be other than it was.
  public var epoch: String?

  /// The router's sign of life to one peer; `instances` are left out unless that is a sharded
  /// service.
  public init(router: UUID, instances: [UUID]? = nil, epoch: String? = nil) {
    self.router = router
    self.epoch = epoch
    self.instances = instances?.map { LowercaseUUID(wrappedValue: $0) }
  }
}

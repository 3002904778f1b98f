public import Bus
public import FastJSON
public import Foundation
public import Schema

/// Lists the connected services, a page at a time.
///
/// ```swift
/// let services = try await ListServices.all { try await caller.send($0) }
/// let timers = services.filter { $0.name == "timer" }
/// ```
public struct ListServices: BusCommand, Hashable {
  /// Wire name. The router itself answers it.
  public static let target = "router.services"
  public static let traits = CommandTraits(access: .anyone, errors: [.invalid])
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of instances per page, from 1 to 1000. Default: 1000. A page may have fewer
  /// before the end, as the declarations of services are long.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests one page. Default: the first one. A limit outside 1 to 1000, and an `after` that is
  /// not the cursor of a page, fail with `invalid`.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of instances; a service may have several.
  public struct Reply: Codable, Hashable, Sendable {
    /// Instances by name, then by the time of their registration; those on standby come last among
    /// those of their name.
    public var services: [ConnectedService]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(services: [ConnectedService], next: String? = nil) {
      self.services = services
      self.next = next
    }
  }
}

extension ListServices {
  /// Requests all connected services, page by page.
  ///
  /// - Parameter send: sends one command to the router.
  public static func all(
    _ send: (ListServices) async throws -> Reply
  ) async throws -> [ConnectedService] {
    var page = try await send(ListServices())
    var services = page.services
    while let next = page.next {
      page = try await send(ListServices(after: next))
      services += page.services
    }
    return services
  }
}

/// One instance of a service, as the router sees it.
public struct ConnectedService: Codable, Hashable, Sendable, Bounded {
  /// Name of the service, such as `timer`.
  public var name: String
  /// Id of the instance, a UUID that it chose at its start.
  public var instance: String
  /// State of the instance.
  public var state: State
  /// Maximum number of commands that it accepts at a time.
  public var capacity: Int
  /// Number of commands that it has not answered yet.
  public var inFlight: Int
  /// Commands that it answers.
  public var commands: [CommandDeclaration]
  /// Targets of the delegate messages that it may send.
  public var delegates: [String]
  /// Time at which the router accepted its registration.
  public var since: Date
  public static let bounds: MemberBounds<Self> = [\.instance: .uuid, \.capacity: .atLeast(1)]

  /// Creates the entry for one instance from its registration and the router's counters.
  ///
  /// - Parameters:
  ///   - capacity: maximum number of commands that it accepts at a time, from its registration.
  ///   - inFlight: number of commands that it has not answered yet, from 0.
  public init(
    name: String, instance: String, state: State, capacity: Int, inFlight: Int,
    commands: [CommandDeclaration], delegates: [String], since: Date
  ) {
    self.name = name
    self.instance = instance
    self.state = state
    self.capacity = capacity
    self.inFlight = inFlight
    self.commands = commands
    self.delegates = delegates
    self.since = since
  }

  /// State of an instance with regard to new work.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// It accepts work.
    case up
    /// Another instance is the active one; the service has only one at a time.
    case standby
    /// It finishes its work in progress and accepts no new work.
    case draining
  }
}

/// Lists the bindings between the services.
public struct ListBindings: BusCommand, Hashable {
  /// Wire name. The router itself answers it, from its integration and the connected services.
  public static let target = "router.bindings"
  public static let traits = CommandTraits(access: .anyone)
  /// Requests the whole list, which is not split into pages.
  public init() {}

  /// All bindings of the router's integration, followed by the declared messages that have none.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Bindings by service, then by message, then by owner.
    public var bindings: [BindingDescription]
    /// Number of messages without a binding that are not in the list, which has 1000 of them.
    /// Absent if all of them are in the list.
    public var leftOut: Int?
    public static let bounds: MemberBounds<Self> = [\.leftOut: .atLeast(1)]
    /// Creates the list; `leftOut` is set only if there are more unbound messages than are listed.
    public init(bindings: [BindingDescription], leftOut: Int? = nil) {
      self.bindings = bindings
      self.leftOut = leftOut
    }
  }
}

/// Effect of one delegate message of one service, for one owner if the message is about work.
public struct BindingDescription: Codable, Hashable, Sendable, Bounded {
  /// Service that sends the message, such as `timer`.
  public var child: String
  /// Target of the message, such as `timer.finished`.
  public var message: String
  /// Owner of the work that it is about. Absent if it is not about an owner's work.
  public var owner: String?
  /// Handling of the message.
  public var state: State
  /// Targets of the commands that it causes, in order.
  public var causes: [String]
  /// Types of the events that are published with it.
  public var events: [String]
  /// Reason why the message is ignored, or the purpose of the binding. Absent if there is nothing
  /// to say.
  public var reason: String?
  public static let bounds: MemberBounds<Self> = [\.owner: .matching("^[a-z]{1,32}$")]

  /// Creates one row of the list.
  ///
  /// - Parameters:
  ///   - owner: such as `meeting`; nil if the message is not about an owner's work.
  ///   - causes: targets of commands; empty if the message is ignored or unbound.
  ///   - events: CloudEvents types; empty if nothing is published.
  ///   - reason: nil if there is nothing to explain.
  public init(
    child: String, message: String, owner: String? = nil, state: State, causes: [String] = [],
    events: [String] = [], reason: String? = nil
  ) {
    self.owner = owner
    self.child = child
    self.message = message
    self.state = state
    self.causes = causes
    self.events = events
    self.reason = reason
  }

  /// Handling of a delegate message.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// It causes commands or events.
    case bound
    /// It is ignored on purpose, for the given reason.
    case ignored
    /// A service declared it and no binding handles it: a defect.
    case unbound
  }
}

/// Lists, replays or drops the messages of the dead-letter queue, a page at a time.
public struct DeadLetters: BusCommand, Hashable {
  /// Wire name. The router itself answers it, and stores the messages with persistence.
  public static let target = "router.deadLetters"
  public static let traits = CommandTraits(
    access: .operator, isDeferrable: true, errors: [.notFound])
  /// Action for the matching messages.
  public var action: Action
  /// Id of one message. Default: all matching messages are listed, replayed or dropped, page by
  /// page.
  public var id: String?
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of messages per page, from 1 to 1000. Default: 100. A page may have fewer, or
  /// none, before the end, because it must fit into a message and into the time limit of a command.
  public var limit: Int?
  /// Selects messages with this target, or with a prefix that ends with a dot. Default: all.
  public var target: String?
  /// Selects messages that were given up before this time. Default: all.
  public var before: Date?
  /// Selects messages that were given up at or after this time. Default: all.
  public var since: Date?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 100)]
  /// Creates a command for one message, or for a page of the matching ones. Filters that are nil
  /// match everything.
  ///
  /// - Parameters:
  ///   - id: id of the message, or its first 8 or more characters if no other id begins with them;
  ///     the filters are then ignored.
  ///   - target: such as `timer.finished`, or `timer.` for all that begin with it.
  ///   - before: a message from exactly this time does not match.
  ///   - since: a message from exactly this time matches.
  public init(
    action: Action = .list, id: String? = nil, after: String? = nil, limit: Int? = nil,
    target: String? = nil, before: Date? = nil, since: Date? = nil
  ) {
    self.target = target
    self.before = before
    self.since = since
    self.action = action
    self.id = id
    self.after = after
    self.limit = limit
  }

  /// Action for messages of the dead-letter queue.
  public enum Action: String, Codable, CaseIterable, Hashable, Sendable {
    /// Returns the messages, oldest first, and changes nothing.
    case list
    /// Delivers the messages again, under their first idempotency keys. Those that succeed are
    /// removed; the others get their new error.
    case replay
    /// Removes the messages without delivering them.
    case drop
  }

  /// Result for the messages of this page.
  public struct Reply: FastCodable, Hashable, Sendable {
    /// Messages that were listed, replayed or dropped, oldest first. A message that failed again
    /// has its new error.
    public var letters: [DeadLetter]
    /// Ids of the messages of this page that are no longer in the dead-letter queue.
    public var removed: [String]
    /// Number of messages in the dead-letter queue after the command.
    public var total: Int
    /// Cursor to pass as `after` for the next page. Absent on the last page. The messages after
    /// this page have not been handled yet.
    public var next: String?
    /// Creates a page; by default nothing was removed, and it is the last one.
    public init(
      letters: [DeadLetter], removed: [String] = [], total: Int, next: String? = nil
    ) {
      self.letters = letters
      self.removed = removed
      self.total = total
      self.next = next
    }
  }
}

/// A message of the dead-letter queue: a delegate call that could not be handled.
public struct DeadLetter: FastCodable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the delegate call.
  public var id: String
  /// Time at which it was given up.
  public var time: Date
  /// Name of the service that sent it.
  public var sender: String
  /// Target of the delegate message, or of the command that its binding caused.
  public var target: String
  /// Number of attempts.
  public var attempts: Int
  /// Error that ended the attempts.
  public var error: BusError
  /// Id of the command that caused it, directly or indirectly. Absent if it is unknown.
  public var correlation: String?
  /// Size of its body, in bytes. Absent in messages of earlier versions.
  public var bytes: Int?
  /// Body of the message, if one message is listed by its id. Absent in lists of several, and if it
  /// was not stored because it is too large, secret, or not JSON.
  public var body: RawJSON?
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid,
    \.attempts: .atLeast(1),
    \.correlation: .uuid,
  ]

  /// Creates a message in its stored or listed form.
  ///
  /// - Parameters:
  ///   - attempts: number of attempts, from 1.
  ///   - correlation: a UUID in lower case; nil if it is unknown.
  ///   - body: nil in lists of several, and if it was not stored: too large, secret, or not JSON.
  public init(
    id: String, time: Date, sender: String, target: String, attempts: Int, error: BusError,
    correlation: String? = nil, bytes: Int? = nil, body: RawJSON? = nil
  ) {
    self.bytes = bytes
    self.id = id
    self.time = time
    self.sender = sender
    self.target = target
    self.attempts = attempts
    self.error = error
    self.correlation = correlation
    self.body = body
  }
}

/// Returns the actor as whom the sender acts, and the teams whose events the sender may read.
///
/// ```swift
/// let me = try await bus.send(WhoAmI())
/// let prefixes = me.teams?.map { "g/\($0)/t/meeting." } ?? ["t/meeting."]
/// ```
public struct WhoAmI: BusCommand, Hashable {
  public static let target = "router.whoami"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Creates the command, whose body is `{}`.
  public init() {}

  /// The sender.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// The actor, as in the events: `tool/NAME`, `service/NAME`, `person/UUID` or `token/UUID`.
    /// Absent for the user of the machine, who needs no key.
    public var by: String?
    /// Ids of the teams whose objects and events the sender may read. Absent for all teams.
    public var teams: [String]?
    public static let bounds: MemberBounds<Self> = [
      \.by: .text(1...Limits.actorBytes), \.teams: .count(0...TeamScope.maxTeams).each(.teamID),
    ]
    /// Creates the reply from the actor and the teams.
    public init(by: String?, teams: [String]?) {
      self.by = by
      self.teams = teams
    }
  }
}

/// Returns the health of the bus and its services.
public struct GetHealth: BusCommand, Hashable {
  /// Wire name. The router itself answers it, even while services are missing.
  public static let target = "router.health"
  public static let traits = CommandTraits(access: .anyone)
  /// Creates the command, whose body is `{}`.
  public init() {}

  /// Health of the bus, in one message however many problems there are.
  public struct Reply: Codable, Hashable, Sendable {
    /// Overall status: `ok` if and only if `problems` is empty.
    public var status: Status
    /// Time at which this router started.
    public var since: Date
    /// Id of this router's instance.
    public var instance: String?
    /// Writer epoch in which this router is the active one of several. Absent without a lease.
    public var term: Int64?
    /// Other routers that wait for the lease, the first in line first, at most 16. Absent if no
    /// router waits.
    public var standbys: [Standby]?
    /// Services that the bindings need or that are connected, by name. At most 1000 services that
    /// no binding needs are listed, and at most 1000 unbound messages; a problem gives the number
    /// of the others.
    public var services: [ServiceHealth]
    /// Declared delegate messages that no binding handles.
    public var unbound: [String]
    /// Number of delegate calls rejected as `unbound` since the router started.
    public var unboundCalls: Int
    /// Number of messages in the dead-letter queue; 0 also if persistence does not answer, which is
    /// a problem of its own.
    public var deadLetters: Int
    /// Number of commands that wait for a service that is unavailable or full.
    public var parked: Int
    /// Number of connections rejected since the router started because it does not know their key.
    public var refusedConnections: Int
    /// Number of commands, registrations, subscriptions and ephemeral events rejected since the
    /// router started because the sender's key does not permit them.
    public var denied: Int
    /// Problems, as one sentence each that names the fault and the remedy. Empty if all is well.
    public var problems: [String]

    /// Creates the reply; by default, lists are empty and counts are 0.
    public init(
      status: Status, since: Date, services: [ServiceHealth], unbound: [String] = [],
      unboundCalls: Int = 0, deadLetters: Int = 0, parked: Int = 0, refusedConnections: Int = 0,
      denied: Int = 0, problems: [String] = [], instance: String? = nil, term: Int64? = nil,
      standbys: [Standby]? = nil
    ) {
      self.status = status
      self.since = since
      self.instance = instance
      self.term = term
      self.standbys = standbys
      self.services = services
      self.unbound = unbound
      self.unboundCalls = unboundCalls
      self.deadLetters = deadLetters
      self.parked = parked
      self.refusedConnections = refusedConnections
      self.denied = denied
      self.problems = problems
    }
  }

  /// Overall status of the bus.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// All is well.
    case ok
    /// There are problems with some services, while the others continue.
    case degraded
  }
}

/// A process on standby.
public struct Standby: Codable, Hashable, Sendable {
  /// Id of the instance.
  public var instance: String
  /// Time since which it has waited, or since which its connection was last restored.
  public var since: Date

  /// Creates the entry for one process.
  public init(instance: String, since: Date) {
    self.instance = instance
    self.since = since
  }
}

/// Health of one service, over all its instances.
public struct ServiceHealth: Codable, Hashable, Sendable {
  /// Name of the service, such as `timer`.
  public var name: String
  /// Best state among its instances.
  public var state: State
  /// Number of instances that accept work.
  public var instances: Int
  /// Id of the instance that gets all work of a service that is not sharded. Absent for sharded
  /// services, and while none is active.
  public var active: String?
  /// Instances that wait until the active one is gone, the first in line first, at most 16. Absent
  /// if no instance waits.
  public var standbys: [Standby]?
  /// Creates the entry for one service; `instances` does not include those on standby or draining.
  public init(
    name: String, state: State, instances: Int, active: String? = nil, standbys: [Standby]? = nil
  ) {
    self.name = name
    self.state = state
    self.instances = instances
    self.active = active
    self.standbys = standbys
  }

  /// State of a service.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// At least one instance accepts work.
    case up
    /// Instances are connected, but all of them are stopping.
    case draining
    /// No instance accepts work yet, and one has reported that it will, for example after it has
    /// opened a large database or loaded a model.
    case loading
    /// No instance is connected.
    case missing
  }
}

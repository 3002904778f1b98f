public import Bus
public import FastJSON
public import Foundation

/// Lists the services that are connected, a page at a time.
///
/// ```swift
/// let services = try await ListServices.all { try await caller.send($0) }
/// let timers = services.filter { $0.name == "timer" }
/// ```
public struct ListServices: BusCommand, Hashable {
  /// The name on the wire; the router answers it itself.
  public static let target = "router.services"
  /// The `next` of the page before.
  public var after: String?
  /// How many at most, from 1 to 1000; 1000 unless told. A page may have fewer before the end, as what
  /// they declare is long.
  public var limit: Int?
  /// Asks for one page: the first unless `after` is given. A limit beyond 1 to 1000, or an `after`
  /// that no page gave, is refused as `invalid`.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of instances; a name may have several.
  public struct Reply: Codable, Hashable, Sendable {
    /// By name, then by the time of their hello; those that stand by are last of their name.
    public var services: [ConnectedService]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// A page; without `next` it is the last.
    public init(services: [ConnectedService], next: String? = nil) {
      self.services = services
      self.next = next
    }
  }
}

extension ListServices {
  /// All services that are connected, page by page.
  ///
  /// - Parameter send: asks the router for one page.
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
public struct ConnectedService: Codable, Hashable, Sendable {
  /// What it is called, such as `timer`.
  public var name: String
  /// A UUID that the instance chose when it started.
  public var instance: String
  /// Whether it takes work, stands by, or finishes.
  public var state: State
  /// How many commands it takes at once.
  public var capacity: Int
  /// How many it has now.
  public var inFlight: Int
  /// What it answers.
  public var commands: [CommandDeclaration]
  /// The targets of the delegate messages it may send.
  public var delegates: [String]
  /// When the router took its hello.
  public var since: Date

  /// The entry for one instance, made from its hello and what the router counts.
  ///
  /// - Parameters:
  ///   - capacity: how many commands it takes at once, as its hello says.
  ///   - inFlight: how many of them it has not answered yet, from 0.
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

  /// How an instance stands to new work.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// It takes work.
    case up
    /// The name has one instance at a time, and another one is it.
    case standby
    /// It finishes what it has and takes no new work.
    case draining
  }
}

/// Lists how the children are wired together.
public struct ListBindings: BusCommand, Hashable {
  /// The name on the wire; the router answers it itself, from what it was composed with and what is
  /// connected.
  public static let target = "router.bindings"
  /// A question without members: the list has no pages.
  public init() {}

  /// The whole integration, and below it what is declared and not bound.
  public struct Reply: Codable, Hashable, Sendable {
    /// By child, then by message, then by owner.
    public var bindings: [BindingDescription]
    /// How many messages that nothing handles are not in the list, which names 1000 of them; nil for none.
    public var leftOut: Int?
    /// The list; `leftOut` is given only where there are more unbound messages than are named.
    public init(bindings: [BindingDescription], leftOut: Int? = nil) {
      self.bindings = bindings
      self.leftOut = leftOut
    }
  }
}

/// What one delegate message of one child leads to.
public struct BindingDescription: Codable, Hashable, Sendable {
  /// The child that sends it, such as `timer`.
  public var child: String
  /// The message's target, such as `timer.finished`.
  public var message: String
  /// Whose work it is about; nil for a message that is about nobody's.
  public var owner: String?
  /// Whether the message leads to something.
  public var state: State
  /// The commands that it leads to, in their order.
  public var causes: [String]
  /// The types of the events that are published with it.
  public var events: [String]
  /// Why it is ignored, or what the binding is for.
  public var reason: String?

  /// One row of the list.
  ///
  /// - Parameters:
  ///   - owner: such as `meeting`; nil where the message is about nobody's work.
  ///   - causes: targets of commands; empty where it only is ignored or not bound.
  ///   - events: CloudEvents types; empty where nothing is published.
  ///   - reason: nil where nothing needs to be said.
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

  /// What becomes of a message.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// It leads to something.
    case bound
    /// It is left alone on purpose; the reason says why.
    case ignored
    /// A child declared it and nothing handles it: a defect.
    case unbound
  }
}

/// Lists, replays or drops what could not be delivered, a page at a time.
public struct DeadLetters: BusCommand, Hashable {
  /// The name on the wire; the router answers it itself, and keeps the letters with persistence.
  public static let target = "router.deadLetters"
  /// Pages are large, so whoever asks for many is told to come again.
  public static let isDeferrable = true
  /// What is to be done with the letters that fit.
  public var action: Action
  /// Only this letter. Without it, all are listed, replayed or dropped, page by page.
  public var id: String?
  /// The `next` of the page before.
  public var after: String?
  /// How many letters a page has at most, from 1 to 1000; 100 unless told. A page may have fewer, or
  /// none, before the end.
  public var limit: Int?
  /// Only letters of this message, or with a dot at the end of all that begin so.
  public var target: String?
  /// Only letters that were given up before.
  public var before: Date?
  /// Only letters that were given up since.
  public var since: Date?
  /// A command about one letter, or about a page of those that fit. What is not given does not
  /// narrow the choice.
  ///
  /// - Parameters:
  ///   - id: the letter's id, or its first 8 characters or more if no other begins so; the filters
  ///     do not count then.
  ///   - target: such as `timer.finished`, or `timer.` for all that begin so.
  ///   - before: a letter of this very moment does not fit.
  ///   - since: a letter of this very moment fits.
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

  /// What can be done with dead letters.
  public enum Action: String, Codable, CaseIterable, Hashable, Sendable {
    /// Shows them and changes nothing.
    case list
    /// Sends it again, under its first idempotency key; delivered letters are removed.
    case replay
    /// Removes them for good, undelivered.
    case drop
  }

  /// What became of the letters of this page.
  public struct Reply: Codable, Hashable, Sendable {
    /// What was listed, replayed or dropped, oldest first. A letter that failed again has its new error.
    public var letters: [DeadLetter]
    /// Of these, the ids that are gone from the dead letters now.
    public var removed: [String]
    /// How many there are now in all.
    public var total: Int
    /// Pass it as `after` for the next page; nil on the last. Nothing has been done yet with the letters
    /// after this page.
    public var next: String?
    /// A page of letters; nothing was removed, and it is the last, unless told.
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

/// A message that could not be delivered.
public struct DeadLetter: Codable, Hashable, Sendable, Identifiable {
  /// The id of the message.
  public var id: String
  /// When it was given up.
  public var time: Date
  /// The name of the service that sent it.
  public var sender: String
  /// A delegate message's target, or that of the command that a binding caused.
  public var target: String
  /// How often it was tried.
  public var attempts: Int
  /// Why it was given up.
  public var error: BusError
  /// The id of the command that began it all.
  public var correlation: String?
  /// How many bytes its body has; nil for letters of earlier versions.
  public var bytes: Int?
  /// What it says; only where one letter is listed by its id.
  public var body: RawJSON?

  /// A letter as it is kept or listed.
  ///
  /// - Parameters:
  ///   - attempts: how often it was tried, from 1.
  ///   - correlation: a UUID in lower case; nil where it is not known.
  ///   - body: nil in lists of several, and where it was not kept: too long, secret, or no JSON.
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

/// Asks whether all is well.
public struct GetHealth: BusCommand, Hashable {
  /// The name on the wire; the router answers it itself, also while services are missing.
  public static let target = "router.health"
  /// A question without members: `{}` on the wire.
  public init() {}

  /// How the bus is, in one message however much is wrong with it.
  public struct Reply: Codable, Hashable, Sendable {
    /// In a word: `ok` exactly if there are no problems.
    public var status: Status
    /// When this router started.
    public var since: Date
    /// Which instance this router is.
    public var instance: String?
    /// The term in which it is the active one of several routers; absent where there is no lease.
    public var term: Int64?
    /// Other routers that wait for the lease, the first one first; absent if there are none.
    public var standbys: [Standby]?
    /// One entry for each service that the bindings need or that is connected, by name. Of the services
    /// that no binding needs, and of unbound messages, 1000 are named; a problem says how many more there
    /// are.
    public var services: [ServiceHealth]
    /// Delegate messages that a child declared and no binding handles.
    public var unbound: [String]
    /// How many delegate calls were refused as unbound since the router started.
    public var unboundCalls: Int
    /// How many dead letters there are; 0 also where persistence does not answer, which is a
    /// problem of its own.
    public var deadLetters: Int
    /// Messages that wait for a service which is away or full.
    public var parked: Int
    /// Connections that were refused since the router started, for want of a key that it knows.
    public var refusedConnections: Int
    /// Commands, hellos, subscriptions and ephemeral events that were refused since the router started, as
    /// their sender's key does not allow them.
    public var denied: Int
    /// One sentence for each thing that is wrong: what it is and what to do. Empty if all is well.
    public var problems: [String]

    /// The answer; what is left out is empty or 0. Counts are from 0.
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

  /// Whether anything is wrong.
  public enum Status: String, Codable, CaseIterable, Hashable, Sendable {
    /// `ok` if nothing is wrong; `degraded` if there are problems, with which the rest goes on.
    case ok, degraded
  }
}

/// A process that waits until it is its turn.
public struct Standby: Codable, Hashable, Sendable {
  /// Which instance it is.
  public var instance: String
  /// Since when it has waited, as far as its way there has not been lost since.
  public var since: Date

  /// One that waits.
  public init(instance: String, since: Date) {
    self.instance = instance
    self.since = since
  }
}

/// How one service is, over all its instances.
public struct ServiceHealth: Codable, Hashable, Sendable {
  /// The name of the service, such as `timer`.
  public var name: String
  /// The best that can be said of its instances.
  public var state: State
  /// How many instances take work.
  public var instances: Int
  /// Which instance takes all work, of a service whose instances do not share it; absent of others, and while
  /// there is none.
  public var active: String?
  /// Those that wait until the active one is gone, the first one first; absent if there are none.
  public var standbys: [Standby]?
  /// The entry for one name; `instances` counts from 0, and those that stand by or leave do not
  /// count.
  public init(
    name: String, state: State, instances: Int, active: String? = nil, standbys: [Standby]? = nil
  ) {
    self.name = name
    self.state = state
    self.instances = instances
    self.active = active
    self.standbys = standbys
  }

  /// Whether a service can be reached.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// At least one instance takes work.
    case up
    /// Instances are connected, but all of them are going away.
    case draining
    /// None takes work yet, and one has said that it will when it has opened a large database, or loaded a model.
    case loading
    /// None is connected.
    case missing
  }
}

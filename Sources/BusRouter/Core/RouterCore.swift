import Bus
public import Foundation
public import ZeroMQ

/// The router without its sockets: messages and the time go in, effects come out.
///
/// It reads heads and never the bodies of commands and replies, which it passes on as they came.
public struct RouterCore: Sendable {
  /// A service that said hello.
  struct Instance: Sendable {
    var connection: ConnectionID
    var manifest: Manifest
    var commands: [String: Declared]
    var lastHeardMs: Int64
    var since: Int64
    var inFlight = 0
    var deferrable = DeferrableWork()
    var isDraining = false
    /// What its last heartbeat complained of.
    var problems: [String] = []
    /// What its key allows; nil where no keys are used.
    var rights: Rights?
  }

  /// A command that a service has, or that waits for one.
  struct Pending: Sendable {
    var requester: ConnectionID
    var header: Header
    var target: String
    /// Who has it; nil while it waits.
    var service: ConnectionID?
    /// Whose work that can wait it counts as, once an instance has it; nil if it is none.
    var deferredFor: ConnectionID?
    var expiresMs: Int64
    /// When it came, in microseconds of the steady clock.
    var sinceUs: Int64
    /// Known once an instance has it.
    var meter: CommandMeter?
    var flight: FlightNumber?
  }

  /// A command that waits for its service to come.
  struct Parked: Sendable {
    var id: UUID
    var message: Message
  }

  /// A delegate call that a binding has.
  struct Delegating: Sendable {
    var from: ConnectionID
    var instance: UUID
  }

  /// This run of the router, as its heartbeats name it.
  public let id: UUID
  /// The children, the bound messages and the limits; fixed for this run.
  public let configuration: RouterConfiguration
  var instances: [ConnectionID: Instance] = [:]
  /// Live connections of each service.
  var members: [String: [ConnectionID]] = [:]
  /// What the children declared of their commands, also of those that are away.
  var declarations: [String: CommandDeclaration] = [:]
  /// Found for earlier commands; forgotten when a service comes, goes or drains.
  var routes = TargetTable<Route>()
  var pending = PendingTable()
  var expiries = Expiries()
  var parked: [String: [Parked]] = [:]
  var parkedBytes = 0
  /// Delegate calls that a binding has, each with the connection that waits for the answer.
  var delegating: [UUID: Delegating] = [:]
  var probed: Set<ConnectionID> = []
  /// Instances that wait for the active one of their service to go, and when they last asked.
  var standby: [ConnectionID: Instance] = [:]
  /// Those that have said that they load, and what they will be.
  var loading: [ConnectionID: Instance] = [:]
  var lastUpkeepMs: Int64 = .min
  var lastBeatMs: Int64 = .min
  /// The epoch of the journal, as far as it is known: it goes with each heartbeat.
  var epoch: String?
  var isDraining = false
  /// What happened since this value was made; nothing is ever reset.
  public internal(set) var counters = Counters()
  /// By the targets that are declared, or were.
  var meters: [String: CommandMeter] = [:]
  var recorder: FlightRecorder
  /// When something came last, in microseconds of the steady clock.
  var nowUs: Int64 = 0

  /// What happened so far, for health and metrics.
  public struct Counters: Codable, Hashable, Sendable {
    /// Commands that came, except `denied` ones; the parent's count, and those that were refused.
    public var commands = 0
    /// Delegate calls that services made, each attempt and each refused one included.
    public var delegates = 0
    /// Commands and delegate calls that the router itself refused: too late, too many, to nobody,
    /// or not for their sender.
    public var refused = 0
    /// Messages that could not be read, were too large, or are for the router alone to send.
    public var malformed = 0
    /// Commands whose id was under way already, and delegate calls that came again while a binding
    /// had them.
    public var duplicates = 0
    /// Answers of services to commands that had been answered, or were over.
    public var orphans = 0
    /// Commands that had no answer at their deadline, or for which no service had come until then.
    public var expired = 0
    /// Delegate calls that no binding handled, or none for the owner of the work.
    public var unbound = 0
    /// Connections of services that ended without a goodbye, or gave way to a newer hello of theirs.
    public var lost = 0
    /// Messages that their sender's key does not allow.
    public var denied = 0
  }

  /// A router that nobody is connected to yet.
  ///
  /// - Parameter id: this run of the router.
  public init(id: UUID, configuration: RouterConfiguration) {
    self.id = id
    self.configuration = configuration
    recorder = FlightRecorder(capacity: configuration.rememberedMessages)
  }

  /// Takes one message.
  ///
  /// - Parameter rights: what the sender's key allows; nil where no keys are used.
  public mutating func receive(
    _ message: Message, from: ConnectionID, rights: Rights? = nil, now: BusTime
  ) -> [RouterEffect] {
    nowUs = now.steadyUs
    let head: Head
    do throws(BusError) {
      try Envelope.checkLimits(message)
      guard let first = message.first else {
        throw BusError(.invalid, "The message has no frame.")
      }
      let next = first.withUnsafeBytes { pass($0, from: from, rights: rights, now: now) }
      if let next { return [.send(next, message)] }
      head = try first.withUnsafeBytes { bytes throws(BusError) in try Head(parsing: bytes) }
    } catch {
      counters.malformed += 1
      return reply(.error(error, to: message.first.flatMap(Head.salvage)), to: from)
    }
    if let rights, let error = refusal(of: head, rights) {
      return error.code == .denied
        ? deny(error, rights, head.header, from) : reply(.error(error, to: head.header), to: from)
    }
    instances[from]?.lastHeardMs = now.steadyMs
    switch head.kind {
    case .command: return command(message, head, from: from, now: now)
    case .final, .error: return serviceReply(message, head, from: from)
    case .delegate: return delegate(message, head, from: from, now: now)
    case .heartbeat: return heartbeat(message, head, from: from)
    case .hello: return hello(message, head, from: from, rights: rights, now: now)
    case .bye: return bye(head, from: from)
    case .ok, .rehello:
      counters.malformed += 1
      let error = BusError(.invalid, "Only the router may send \(head.kind.rawValue).")
      return reply(.error(error, to: head.header), to: from)
    }
  }

  /// Takes no new commands from tools; what is under way is finished.
  public mutating func beginDrain() {
    isDraining = true
  }

  /// Whether nothing is under way.
  ///
  /// What the parent itself wants of a service that is away does not count: when all stop, that one
  /// never comes. If a binding waits for it, the delegate call counts.
  public var isIdle: Bool {
    delegating.isEmpty
      && pending.values.allSatisfy { $0.requester == .parent && $0.service == nil }
  }

  /// The effect that carries an envelope to a connection or to the parent.
  func reply(_ envelope: Envelope, to connection: ConnectionID) -> [RouterEffect] {
    if connection == .parent { return [.parentReply(envelope)] }
    do {
      return [.send(connection, try envelope.message())]
    } catch {
      // What the router itself writes is small; only an answer of a binding can be too large.
      let smaller = Envelope.error(error, to: envelope.head.header)
      guard let message = try? smaller.message() else { return [] }
      return [.send(connection, message)]
    }
  }

  /// - Parameter flight: the message that is refused, where it was taken down.
  mutating func refuse(
    _ error: BusError, _ header: Header, to connection: ConnectionID, _ flight: FlightNumber? = nil
  ) -> [RouterEffect] {
    let envelope = Envelope.error(error, to: header)
    recorder.answered(flight, by: envelope.head.header.id, error.code, atUs: nowUs)
    return reply(envelope, to: connection)
  }
}

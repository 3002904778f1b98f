public import AccessRights
import Bus
public import Foundation
import MessageTrace
public import RouterConnections
public import ZeroMQ

/// The router without its sockets: messages and the time are its input, effects are its output.
///
/// It reads the heads of messages, but never the bodies of commands and replies, which it forwards
/// unchanged.
public struct RouterCore: Sendable {
  /// A registered instance of a service.
  struct Instance: Sendable {
    var connection: ConnectionID
    var manifest: Manifest
    var commands: [String: Declared]
    var lastHeardMs: Int64
    var since: Int64
    var inFlight = 0
    var deferrable = DeferrableWork()
    var isDraining = false
    /// The problems in its last heartbeat.
    var problems: [String] = []
    /// Permissions of its key; nil if keys are not in use.
    var rights: Rights?
  }

  /// A person, and the key of the service that sends for the person; nil without keys.
  struct Represented: Hashable {
    var principal: Principal
    var key: CurvePublicKey?
  }

  /// A command that a service has, or that waits for one.
  struct Pending: Sendable {
    var requester: ConnectionID
    var header: Header
    var target: String
    /// The connection of the instance that has the command; nil while it waits.
    var service: ConnectionID?
    /// The client on whose behalf an instance counts the command as deferrable; nil if it does not.
    var deferredFor: ConnectionID?
    var expiresMs: Int64
    /// Arrival time, in microseconds of the monotonic clock.
    var sinceUs: Int64
    /// Known once an instance has the command.
    var meter: CommandMeter?
    var traceNumber: TraceNumber?
    /// The permissions of the key, or of the person for whom the command was sent, while it waits for
    /// a service; nil without keys.
    var sender: Rights?
  }

  /// A delegate call that a binding is handling.
  struct Delegating: Sendable {
    var from: ConnectionID
    var instance: UUID
    /// Name of the sender if it is limited, because this program does not know it.
    var limited: String?
    /// Size of the body, in bytes.
    var bytes = 0
  }

  /// The delegate calls in progress of a service that this program does not know.
  struct LimitedCalls: Sendable {
    var count = 0
    /// Size of the bodies together, in bytes.
    var bytes = 0
  }

  /// Identifies this run of the router, also in its heartbeats.
  public let id: UUID
  /// The services, the bound messages and the limits; fixed for this run.
  public let configuration: RouterConfiguration
  var instances = InstanceTable()
  var waiting = WaitingInstances()
  var targets = KnownTargets()
  var pending = PendingTable()
  var parked = ParkedCommands()
  /// The roles of persons.
  var people = PeopleRegister()
  /// The permissions of persons for whom services sent commands recently.
  var represented = RightsCache<Represented>()
  /// Delegate calls that a binding has, each with the connection that waits for the reply.
  var delegating: [UUID: Delegating] = [:]
  /// The delegate calls in progress of the limited services, by name.
  var limitedCalls: [String: LimitedCalls] = [:]
  var clock = RouterClock()
  /// Epoch of the journal, if it is known; sent with each heartbeat.
  var epoch: String?
  var isDraining = false
  /// Events counted since this value was created; never reset.
  public internal(set) var counters = Counters()
  /// Meters by target, for all targets that are or were declared.
  var meters: [String: CommandMeter] = [:]
  var traceRing: TraceRing

  /// Time of the last message, in microseconds of the monotonic clock.
  var nowUs: Int64 {
    get { clock.nowUs }
    set { clock.nowUs = newValue }
  }

  /// Counters for health and metrics.
  public struct Counters: Codable, Hashable, Sendable {
    /// Commands received, except `denied` ones; includes those of bindings, and rejected ones.
    public var commands = 0
    /// Delegate calls received; includes each attempt, and rejected ones.
    public var delegates = 0
    /// Commands and delegate calls that the router itself rejected, because of their deadline, the
    /// load, a missing service or their sender.
    public var refused = 0
    /// Messages that were unreadable, too large, or of a kind that only the router may send.
    public var malformed = 0
    /// Commands whose id was already in progress, and delegate calls that were repeated while a
    /// binding had them.
    public var duplicates = 0
    /// Replies of services to commands that had been answered or had expired.
    public var orphans = 0
    /// Commands without a reply, or without an available service, at their deadline.
    public var expired = 0
    /// Delegate calls without a binding, or without one for the owner of the work.
    public var unbound = 0
    /// Connections of services that ended without a `BYE`, or were replaced by a newer
    /// registration.
    public var lost = 0
    /// Messages that their sender's key does not permit.
    public var denied = 0
  }

  /// Creates a router without connections.
  ///
  /// - Parameter id: identifies this run of the router.
  public init(id: UUID, configuration: RouterConfiguration) {
    self.id = id
    self.configuration = configuration
    traceRing = TraceRing(capacity: configuration.rememberedMessages)
  }

  /// Handles one message.
  ///
  /// - Parameter rights: permissions of the sender's key; nil if keys are not in use.
  public mutating func receive(
    _ message: Message, from: ConnectionID, rights: Rights? = nil, now: BusTime
  ) -> [RouterEffect] {
    nowUs = now.steadyUs
    var message = message
    var head: Head
    do throws(BusError) {
      try Envelope.checkLimits(message)
      guard let first = message.first else {
        throw BusError(.invalid, "The message has no frame.")
      }
      let next = first.withUnsafeBytes {
        pass($0, size: message.byteCount, from: from, rights: rights, now: now)
      }
      if let next { return [.send(next.to, next.apply(to: message))] }
      head = try first.withUnsafeBytes { bytes throws(BusError) in try Head(parsing: bytes) }
    } catch {
      counters.malformed += 1
      return reply(.error(error, to: message.first.flatMap(Head.salvage)), to: from)
    }
    let sender: Rights?
    do throws(BusError) {
      sender = try representedRights(in: head, rights, from: from) ?? rights
    } catch {
      return refuseActor(error, rights, head.header, from)
    }
    if let sender, let error = refusal(of: head, sender, from: from) {
      return error.code == .denied
        ? deny(error, sender, head.header, from) : reply(.error(error, to: head.header), to: from)
    }
    if head.kind == .command || head.kind == .delegate, from != .parent {
      if let error = refusal(ofActorIn: head, from: from) {
        (head.header.by, head.header.teams) = (nil, nil)
        return refuseActor(error, rights, head.header, from)
      }
      if let sender, head.kind == .command, head.header.by == nil, head.header.teams == nil {
        do throws(BusError) {
          let stamp = sender.stamp(for: rule(for: head.target)?.access)
          message = try Self.stamp(message, &head, stamp)
        } catch {
          counters.malformed += 1
          return refuse(error, head.header, to: from)
        }
      }
    }
    instances.change(from) { $0.lastHeardMs = now.steadyMs }
    switch head.kind {
    case .command:
      return command(message, head, from: from, sender: sender, now: now)
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

  /// Handles a command of the composition root. Its head is known and valid, so it is not parsed from
  /// the message.
  mutating func receiveOwn(_ message: Message, _ head: Head, now: BusTime) -> [RouterEffect] {
    nowUs = now.steadyUs
    return command(message, head, from: .parent, now: now)
  }

  /// Stops accepting commands from tools; those in progress are finished.
  public mutating func beginDrain() {
    isDraining = true
  }

  /// True if no work is in progress.
  ///
  /// Commands of the composition root that wait for an unavailable service do not count: when
  /// everything stops, that service never returns. If a binding waits for such a command, the
  /// delegate call counts.
  public var isIdle: Bool {
    delegating.isEmpty
      && pending.values.allSatisfy { $0.requester == .parent && $0.service == nil }
  }

  /// The effect that sends an envelope to a connection or to the composition root.
  func reply(_ envelope: Envelope, to connection: ConnectionID) -> [RouterEffect] {
    if connection == .parent { return [.parentReply(envelope)] }
    do {
      return [.send(connection, try envelope.message())]
    } catch {
      // The router's own messages are small; only the reply of a binding can be too large. The error
      // replies to the call, as that reply would have.
      var header = envelope.head.header
      header.id = header.cause ?? header.id
      let smaller = Envelope.error(error, to: header)
      guard let message = try? smaller.message() else { return [] }
      return [.send(connection, message)]
    }
  }

  /// - Parameter traceNumber: the trace entry of the rejected message, if it was recorded.
  mutating func refuse(
    _ error: BusError, _ header: Header, to connection: ConnectionID,
    _ traceNumber: TraceNumber? = nil
  ) -> [RouterEffect] {
    let envelope = Envelope.error(error, to: header)
    traceRing.answered(traceNumber, by: envelope.head.header.id, error.code, atUs: nowUs)
    return reply(envelope, to: connection)
  }
}

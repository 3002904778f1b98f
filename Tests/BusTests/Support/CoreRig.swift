import Foundation
import ZeroMQ

@testable import BusRouter
@testable import RouterConnections
@testable import Bus

/// The router's core with its sent messages, by receiver.
struct CoreRig {
  var core: RouterCore
  var steadyMs: Int64 = 1000
  let wallOffset: Int64 = 1_795_000_000_000
  /// Closed connections: sending to them fails.
  var gone: Set<ConnectionID> = []
  private(set) var sent: [(to: ConnectionID, envelope: Envelope)] = []
  private(set) var notices: [RouterNotice] = []
  private(set) var delegates: [DelegateCall] = []
  private(set) var locals: [LocalCommand] = []
  private(set) var parentReplies: [Envelope] = []

  init(
    children: [String: [String]] = ["timer": ["timer"]], bound: Set<String> = ["timer.finished"],
    _ configure: (inout RouterConfiguration) -> Void = { _ in }
  ) {
    var configuration = RouterConfiguration(children: children, bound: bound)
    configure(&configuration)
    core = RouterCore(id: UUID(), configuration: configuration)
  }

  var now: BusTime { BusTime(steadyMs: steadyMs, wallMs: wallOffset + steadyMs) }

  mutating func perform(_ effects: [RouterEffect]) {
    for effect in effects {
      switch effect {
      case .send(let connection, let message):
        if gone.contains(connection) {
          perform(core.unreachable(connection))
        } else if let envelope = try? Envelope(message) {
          sent.append((connection, envelope))
        }
      case .parentReply(let envelope): parentReplies.append(envelope)
      case .delegate(let call): delegates.append(call)
      case .local(let command): locals.append(command)
      case .again(let connection, let message):
        perform(core.receive(message, from: connection, now: now))
      case .notice(let notice): notices.append(notice)
      }
    }
  }

  mutating func receive(_ message: Message, from connection: ConnectionID) {
    perform(core.receive(message, from: connection, now: now))
  }

  mutating func receive(_ envelope: Envelope, from connection: ConnectionID) {
    if let message = try? envelope.message() { receive(message, from: connection) }
  }

  mutating func advance(_ ms: Int64) {
    // In small steps, as the router does it.
    let end = steadyMs + ms
    while steadyMs < end {
      steadyMs = min(end, steadyMs + 50)
      perform(core.upkeep(now))
    }
  }

  /// One long step, as after a suspension.
  mutating func jump(_ ms: Int64) {
    steadyMs += ms
    perform(core.upkeep(now))
  }

  /// Messages sent to a connection since the last call.
  mutating func take(_ connection: ConnectionID) -> [Envelope] {
    let found = sent.filter { $0.to == connection }.map(\.envelope)
    sent.removeAll { $0.to == connection }
    return found
  }

  /// The same as `take`, without heartbeats.
  mutating func answers(_ connection: ConnectionID) -> [Envelope] {
    take(connection).filter { $0.head.kind != .heartbeat }
  }

  mutating func takeNotices() -> [RouterNotice] {
    defer { notices = [] }
    return notices
  }

  /// Registers a service and takes the reply.
  @discardableResult
  mutating func hello(
    _ connection: ConnectionID, _ name: String = "timer", instance: UUID = UUID(),
    capacity: Int = 4, isSharded: Bool = false, commands: [String] = ["start"],
    access: CommandAccess = .member, private: [String] = [], owned: [String] = [],
    unkeyed: Set<String> = ["list"],
    deferrable: Set<String> = [], delegates: [String] = ["timer.finished"]
  ) -> [Envelope] {
    var manifest = Manifest(
      ServiceDefinition(
        name: name, capacity: capacity, isSharded: isSharded, commands: CommandTable()),
      instance: instance)
    manifest.commands =
      [(commands, access), (`private`, .parent), (owned, .owner)].flatMap {
        (names, access: CommandAccess) in
        names.map {
          CommandDeclaration(
            target: "\(name).\($0)", access: access, teams: .any,
            isKeyed: unkeyed.contains($0) ? nil : true,
            isDeferrable: deferrable.contains($0) ? true : nil)
        }
      }
    manifest.delegates = delegates
    receive(
      Envelope(
        .hello, target: name, header: Header(),
        body: (try? BusJSON.encode(manifest)) ?? Data()), from: connection)
    return answers(connection)
  }

  @discardableResult
  mutating func command(
    _ target: String = "timer.start", id: UUID = UUID(), key: String? = nil,
    deadlineIn: Int64? = nil, idem: String? = nil, from connection: ConnectionID
  ) -> UUID {
    let header = Header(
      id: id, deadline: deadlineIn.map { now.wallMs + $0 }, idem: idem, key: key)
    receive(Envelope(.command, target: target, header: header), from: connection)
    return id
  }

  mutating func heartbeat(_ connection: ConnectionID, _ name: String = "timer") {
    receive(Envelope(.heartbeat, target: name, header: Header()), from: connection)
  }

  mutating func finish(_ envelope: Envelope, from connection: ConnectionID) {
    receive(.reply(.final, to: envelope.head.header), from: connection)
  }

  /// A violated invariant, or nil.
  var problem: String? {
    for (connection, instance) in core.instances.byConnection {
      let pending = core.pending.values.count { $0.service == connection }
      if instance.inFlight != pending {
        return "\(instance.inFlight) in flight, \(pending) pending"
      }
      if core.instances.members[instance.manifest.service]?.filter({ $0 == connection }).count != 1
      {
        return "not a member once"
      }
    }
    if core.instances.members.values.joined().count != core.instances.count {
      return "stale members"
    }
    if core.instances.members.values.contains(where: \.isEmpty) { return "empty members" }
    for entry in core.pending.values {
      if let service = entry.service, core.instances[service] == nil { return "pending nowhere" }
    }
    let parked = core.parked.byService.values.joined()
    if parked.reduce(0, { $0 + $1.message.byteCount }) != core.parked.bytes { return "bytes" }
    let waiting = core.pending.values.count { $0.service == nil }
    if parked.count(where: { core.pending[$0.id] != nil }) != waiting { return "parked" }
    return nil
  }
}

extension ConnectionID {
  static let tool = ConnectionID(rawValue: 100)
  static let other = ConnectionID(rawValue: 101)
  static let first = ConnectionID(rawValue: 1)
  static let second = ConnectionID(rawValue: 2)
  static let third = ConnectionID(rawValue: 3)
}

extension [Envelope] {
  var kinds: [Kind] { map(\.head.kind) }
  var codes: [BusError.Code] { filter { $0.head.kind == .error }.map(\.busError.code) }
}

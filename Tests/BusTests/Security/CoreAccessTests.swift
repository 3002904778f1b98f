import Foundation
import Testing
import ZeroMQ

@testable import AccessRights
@testable import RouterConnections
@testable import Bus
@testable import BusRouter

/// The router's core with senders whose keys have different rights.
@Suite struct CoreAccessTests {
  private static func rights(_ roles: String, key: UInt8 = 7) -> Rights {
    Rights(
      name: "x", key: CurvePublicKey(bytes: Array(repeating: key, count: 32)),
      roles: (try? Role.list(roles)) ?? [])
  }

  private func hello(
    _ rig: inout CoreRig, _ name: String, as rights: Rights, target: String? = nil,
    commands: [String] = [], access: CommandAccess = .member, reading: Set<String> = []
  ) -> [Envelope] {
    var manifest = Manifest(
      ServiceDefinition(name: name, commands: CommandTable()), instance: UUID())
    manifest.commands = commands.map {
      CommandDeclaration(target: $0, access: reading.contains($0) ? .observer : access)
    }
    let body = (try? BusJSON.encode(manifest)) ?? Data()
    send(
      &rig, Envelope(.hello, target: target ?? name, header: Header(), body: body), as: rights)
    return rig.answers(.first)
  }

  private func send(_ rig: inout CoreRig, _ envelope: Envelope, as rights: Rights) {
    guard let message = try? envelope.message() else { return }
    rig.perform(rig.core.receive(message, from: .first, rights: rights, now: rig.now))
  }

  @Test func aServiceIsWhatItsKeySays() {
    var rig = CoreRig()
    let timer = Self.rights("service:timer")
    #expect(hello(&rig, "persistence", as: timer).codes == [.denied])
    // Neither the head nor the manifest alone is enough.
    #expect(hello(&rig, "persistence", as: timer, target: "timer").codes == [.denied])
    #expect(hello(&rig, "timer", as: timer, target: "persistence").codes == [.denied])
    #expect(hello(&rig, "timer", as: Self.rights("operator")).codes == [.denied])
    #expect(rig.core.instances.isEmpty)
    #expect(rig.core.counters.denied == 4)
    #expect(hello(&rig, "timer", as: timer, commands: ["timer.start"]).kinds == [.ok])
  }

  /// A command that waits for a service is not executed once its sender may no longer send it.
  @Test func aWaitingCommandIsDeniedIfItsKeyChanges() {
    var rig = CoreRig(children: ["timer": ["timer"]])
    let (ann, bob) = (Self.rights("operator"), Self.rights("operator", key: 8))
    for rights in [ann, bob] {
      let header = Header(deadline: rig.now.wallMs + 10_000)
      send(&rig, Envelope(.command, target: "timer.get", header: header), as: rights)
    }
    #expect(rig.answers(.first).isEmpty)
    #expect(rig.core.parked.count(for: "timer") == 2)
    rig.perform(rig.core.keysChanged([ann.userID]))
    #expect(rig.answers(.first).codes == [.denied])
    #expect(rig.core.parked.count(for: "timer") == 1 && rig.core.pending.count == 1)
    let sent = hello(&rig, "timer", as: Self.rights("service:timer"), commands: ["timer.get"])
    #expect(sent.kinds.filter { $0 == .command }.count == 1)
  }

  @Test func aServiceAnswersItsOwnCommands() {
    var rig = CoreRig(children: ["timer": ["timer"], "standups": ["standups", "meetings"]])
    let timer = Self.rights("service:timer")
    #expect(hello(&rig, "timer", as: timer, commands: ["webhooks.list"]).codes == [.denied])
    let standups = Self.rights("service:standups")
    #expect(
      hello(&rig, "standups", as: standups, commands: ["meetings.get", "standups.list"]).kinds
        == [.ok])
  }

  /// The service that handles a command declares the permission that it requires.
  @Test func anObserverReadsAndChangesNothing() throws {
    var rig = CoreRig(children: ["timer": ["timer"]])
    let (timer, observer) = (Self.rights("service:timer"), Self.rights("observer"))
    func send(_ target: String, from connection: ConnectionID = .tool) throws -> [Envelope] {
      let header = Header(deadline: rig.now.wallMs + 1000)
      let message = try Envelope(.command, target: target, header: header).message()
      rig.perform(rig.core.receive(message, from: connection, rights: observer, now: rig.now))
      return rig.answers(connection)
    }
    // Unknown until the service has registered.
    #expect(try send("timer.get").codes == [.unavailable])
    #expect(
      hello(
        &rig, "timer", as: timer, commands: ["timer.get", "timer.start"],
        reading: ["timer.get"]
      ).kinds == [.ok])
    #expect(try send("timer.get").isEmpty)
    #expect(try send("timer.start").codes == [.denied])
    // Once known, the command is forwarded unread; the first one was not.
    #expect(try send("timer.get").isEmpty)
    #expect(rig.take(.first).filter { $0.head.target == "timer.get" }.count == 2)
    #expect(rig.core.pending.count == 2)
    #expect(rig.core.counters.denied == 1)
  }

  /// The router declares its own commands like a service.
  @Test func anObserverSendsTheRoutersCommandsThatRequireNoMore() {
    var rig = CoreRig {
      $0.ownRules = [
        "events.heads": CommandRule(.observer), "events.publish": CommandRule(.member),
      ]
    }
    let observer = Self.rights("observer")
    send(&rig, Envelope(.command, target: "events.heads", header: Header()), as: observer)
    #expect(rig.locals.map(\.envelope.head.target) == ["events.heads"])
    #expect(rig.answers(.first).isEmpty)
    send(&rig, Envelope(.command, target: "events.publish", header: Header()), as: observer)
    #expect(rig.locals.count == 1)
    #expect(rig.answers(.first).codes == [.denied])
  }

  /// A permitted command is forwarded unread, whatever permission it requires, as far as it is not
  /// about owned work; a command without permission is never forwarded.
  @Test(arguments: CommandAccess.allCases, ["operator", "observer", "loadtest", "service:timer"])
  func permissionsAreCheckedOnTheFastPath(access: CommandAccess, roles: String) throws {
    var rig = CoreRig(children: ["timer": ["timer"]])
    let rights = Self.rights(roles)
    #expect(
      hello(
        &rig, "timer", as: Self.rights("service:timer"), commands: ["timer.get"], access: access
      ).kinds == [.ok])
    let header = Header(deadline: rig.now.wallMs + 1000)
    let head = try Envelope(.command, target: "timer.get", header: header).message()
    let bytes = try #require(head.first)
    let next = bytes.withUnsafeBytes {
      rig.core.pass($0, size: $0.count, from: .tool, rights: rights, now: rig.now)?.to
    }
    let isForwarded = rights.allows(CommandRule(access)) && !access.isForBindings
    #expect(next == (isForwarded ? .first : nil))
    #expect(rig.core.pending.count == (isForwarded ? 1 : 0))
  }

  @Test func whatIsForTheParentIsNotForObservers() throws {
    var rig = CoreRig(children: ["timer": ["timer"]])
    #expect(
      hello(
        &rig, "timer", as: Self.rights("service:timer"), commands: ["timer.start"],
        access: .parent
      ).kinds == [.ok])
    send(
      &rig, Envelope(.command, target: "timer.start", header: Header()),
      as: Self.rights("observer"))
    #expect(rig.answers(.first).codes == [.denied])
  }

  @Test func whatIsRefusedIsAnsweredAndTold() throws {
    var rig = CoreRig(children: ["timer": ["timer"]])
    let observer = Self.rights("observer")
    #expect(
      hello(&rig, "timer", as: Self.rights("service:timer"), commands: ["timer.start"]).kinds
        == [.ok])
    _ = rig.takeNotices()
    let header = Header()
    send(&rig, Envelope(.command, target: "timer.start", header: header), as: observer)
    let answer = try #require(rig.answers(.first).first)
    #expect(answer.head.header.cause == header.id)
    #expect(answer.busError.code == .denied)
    #expect(!answer.busError.retryable)
    #expect(answer.busError.message.contains("timer.start"))
    #expect(
      rig.takeNotices() == [
        .denied(fingerprint: "0707070707070707", reason: answer.busError.message)
      ])
    send(&rig, Envelope(.delegate, target: "timer.finished", header: Header()), as: observer)
    #expect(rig.answers(.first).codes == [.denied])
    #expect(rig.core.pending.isEmpty)
  }

  /// A load tester that connects before its timer is asked to retry, and not denied.
  @Test func whatNobodyHasDeclaredYetMayBeTriedAgain() throws {
    var rig = CoreRig()
    let tester = Self.rights("loadtest", key: 9)
    let start = { Envelope(.command, target: "timer.start", header: Header()) }
    send(&rig, start(), as: tester)
    let answer = try #require(rig.answers(.first).first)
    #expect(answer.busError.code == .unavailable)
    #expect(answer.busError.retryable)
    #expect(rig.core.counters.denied == 0)
    #expect(rig.takeNotices().isEmpty)
    #expect(rig.core.pending.isEmpty)
    // Commands that the router handles itself need no declaration.
    send(&rig, Envelope(.command, target: "events.heads", header: Header()), as: tester)
    #expect(rig.answers(.first).codes == [.denied])
    #expect(rig.takeNotices().count == 1)
    // The real timer's declaration decides who may send it.
    #expect(
      hello(&rig, "timer", as: Self.rights("service:timer"), commands: ["timer.start"]).kinds
        == [.ok])
    send(&rig, start(), as: tester)
    #expect(rig.answers(.first).codes == [.denied])
  }

  @Test func aServiceWhoseKeyIsGoneIsGone() {
    var rig = CoreRig()
    let timer = Self.rights("service:timer")
    #expect(hello(&rig, "timer", as: timer, commands: ["timer.start"]).kinds == [.ok])
    let id = rig.command(from: .tool)
    #expect(rig.take(.first).map(\.head.header.id).contains(id))
    rig.perform(rig.core.keysChanged([Self.rights("", key: 8).userID]))
    #expect(rig.core.instances.count == 1)
    rig.perform(rig.core.keysChanged([timer.userID]))
    #expect(rig.core.instances.isEmpty)
    // Its pending work is answered: the caller may retry with another instance.
    #expect(rig.answers(.tool).codes == [.unavailable])
    // Its further messages are rejected.
    send(&rig, Envelope(.heartbeat, target: "timer", header: Header()), as: .none(timer.key))
    #expect(rig.answers(.first).codes == [.denied])
    #expect(rig.problem == nil)
  }

  @Test func aServicePublishesOnlyOnceItIsRegistered() {
    var rig = CoreRig { $0.forServices = ["events.publish"] }
    let polls = Self.rights("service:polls")
    let publish = Envelope(.command, target: "events.publish", header: Header())
    send(&rig, publish, as: polls)
    #expect(rig.answers(.first).codes == [.denied])
    #expect(hello(&rig, "polls", as: polls).kinds == [.ok])
    send(&rig, publish, as: polls)
    #expect(rig.answers(.first).isEmpty)
    #expect(rig.locals.map(\.sender) == ["polls"])
    // Its other commands are those of any key.
    send(&rig, Envelope(.command, target: "events.heads", header: Header()), as: polls)
    #expect(rig.answers(.first).codes == [.denied])
    // An operator needs no registration.
    rig = CoreRig { $0.forServices = ["events.publish"] }
    send(&rig, publish, as: Self.rights("operator"))
    #expect(rig.locals.map(\.sender) == [nil])
  }

  @Test func theParentNeedsNoKey() {
    var rig = CoreRig()
    let header = Header(deadline: rig.now.wallMs + 1000)
    rig.receive(Envelope(.command, target: "timer.start", header: header), from: .parent)
    #expect(rig.core.pending.count == 1)
  }
}

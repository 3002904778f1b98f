import Foundation
import Testing
import ZeroMQ

@testable import RouterConnections
@testable import Bus
@testable import BusRouter

@Suite struct CommandRoutingTests {
  @Test func aCommandGoesAsItCameAndSoDoesItsReply() throws {
    var rig = CoreRig()
    rig.hello(.first)
    let envelope = Envelope(
      .command, target: "timer.start", header: Header(idem: "x"), body: Data("not json".utf8),
      attachments: [Frame([1, 2])])
    rig.receive(envelope, from: .tool)
    let work = rig.answers(.first)
    #expect(work.count == 1)
    #expect(work[0].body == envelope.body)
    #expect(work[0].attachments == envelope.attachments)
    rig.finish(work[0], from: .first)
    rig.finish(work[0], from: .first)
    #expect(rig.answers(.tool).kinds == [.final])
    #expect(rig.core.counters.orphans == 1)
    #expect(rig.problem == nil)
  }

  @Test func nobodyElseCanAnswer() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.hello(.second, "other")
    rig.command(from: .tool)
    let work = rig.answers(.first)
    rig.finish(work[0], from: .second)
    #expect(rig.answers(.tool).isEmpty)
    #expect(rig.core.counters.orphans == 1)
  }

  @Test func unknownTargetsAreUnroutable() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command("nobody.there", from: .tool)
    rig.command("timer.unknown", from: .tool)
    rig.command("-", from: .tool)
    #expect(rig.answers(.tool).codes == [.unroutable, .unroutable, .unroutable])
  }

  @Test func aServiceThatNoBindingKnowsIsReached() {
    var rig = CoreRig()
    rig.hello(.first, "focus", commands: ["start"], delegates: [])
    rig.command("focus.start", from: .tool)
    #expect(rig.answers(.first).kinds == [.command])
  }

  @Test func whatIsForTheParentIsDeniedToOthers() {
    var rig = CoreRig()
    rig.hello(.first, private: ["secret"])
    rig.command("timer.secret", from: .tool)
    #expect(rig.answers(.tool).codes == [.denied])
    rig.command("timer.secret", from: .parent)
    let work = rig.answers(.first)
    #expect(work.kinds == [.command])
    rig.finish(work[0], from: .first)
    #expect(rig.parentReplies.kinds == [.final])
  }

  @Test func theRoutersOwnWordsStayWithIt() {
    var rig = CoreRig()
    rig.command("router.health", from: .tool)
    #expect(rig.locals.count == 1)
    rig.perform(rig.core.answer(rig.locals[0], with: .success(Data("{}".utf8))))
    rig.perform(rig.core.answer(rig.locals[0], with: .failure(BusError(.notFound, "No."))))
    #expect(rig.answers(.tool).kinds == [.final, .error])
  }

  @Test func commandsWaitForTheirServiceInOrder() {
    var rig = CoreRig { $0.parkedPerService = 3 }
    let ids = (0..<3).map { _ in rig.command(from: .tool) }
    rig.command(from: .tool)
    #expect(rig.answers(.tool).codes == [.busy])
    #expect(rig.problem == nil)
    rig.receive(hello, from: .first)
    #expect(rig.answers(.first).filter { $0.head.kind == .command }.map(\.head.header.id) == ids)
    #expect(rig.core.parked.isEmpty)
    #expect(rig.problem == nil)
  }

  private var hello: Envelope {
    var manifest = Manifest(
      ServiceDefinition(name: "timer", commands: CommandTable()), instance: UUID())
    manifest.commands = [CommandDeclaration(target: "timer.start", access: .member)]
    return Envelope(
      .hello, target: "timer", header: Header(),
      body: (try? BusJSON.encode(manifest)) ?? Data())
  }

  @Test func whatWaitsIsBoundedInBytes() throws {
    var rig = CoreRig { $0.parkedBytes = 2000 }
    for _ in 0..<3 {
      rig.receive(
        Envelope(
          .command, target: "timer.start", header: Header(),
          attachments: [Frame(Array(repeating: 0, count: 800))]), from: .tool)
    }
    #expect(rig.answers(.tool).codes == [.busy])
    #expect(rig.problem == nil)
  }

  @Test func whatWaitsTooLongIsUnavailableAndWhatRunsTooLongExpired() {
    var rig = CoreRig()
    rig.command(deadlineIn: 500, from: .tool)
    rig.advance(800)
    #expect(rig.answers(.tool).codes == [.unavailable])
    rig.hello(.first)
    rig.command(deadlineIn: 500, from: .tool)
    let work = rig.answers(.first)
    rig.advance(800)
    #expect(rig.answers(.tool).codes == [.expired])
    rig.finish(work[0], from: .first)
    #expect(rig.answers(.tool).isEmpty)
    #expect(rig.core.isIdle)
    #expect(rig.problem == nil)
  }

  @Test(arguments: [Int64.min, -5, 0, 1_795_000_001_000])
  func apastDeadlineIsRefused(deadline: Int64) {
    var rig = CoreRig()
    rig.hello(.first)
    rig.receive(
      Envelope(.command, target: "timer.start", header: Header(deadline: deadline)), from: .tool)
    #expect(rig.answers(.tool).codes == [.expired])
    #expect(rig.answers(.first).isEmpty)
  }

  @Test func noDeadlineKeepsACommandForEver() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.receive(
      Envelope(.command, target: "timer.start", header: Header(deadline: .max)), from: .tool)
    rig.command(from: .tool)
    for _ in 0..<20 {
      rig.heartbeat(.first)
      rig.advance(2000)
    }
    // The default deadline is half a minute.
    #expect(rig.answers(.tool).codes == [.expired])
    rig.jump(86_400_000)
    #expect(rig.answers(.tool).codes == [.expired])
    #expect(rig.core.isIdle)
  }

  @Test func repeatedCommandsAreRecognised() {
    var rig = CoreRig()
    rig.hello(.first)
    let id = rig.command(idem: "k", from: .tool)
    rig.command(id: id, idem: "k", from: .tool)
    #expect(rig.answers(.first).count == 1)
    // Another sender, or another command, with the same id.
    rig.command(id: id, idem: "other", from: .other)
    rig.command("timer.stop", id: id, idem: "k", from: .tool)
    #expect(rig.answers(.other).codes == [.conflict])
    #expect(rig.answers(.tool).codes == [.conflict])
    // The same command over a new connection gets the reply.
    rig.command(id: id, idem: "k", from: .other)
    #expect(rig.answers(.first).isEmpty)
    rig.receive(Envelope(.final, header: Header(cause: id)), from: .first)
    #expect(rig.answers(.other).kinds == [.final])
    #expect(rig.answers(.tool).isEmpty)
    #expect(rig.core.counters.duplicates == 4)
  }

  /// A tool must not occupy the idempotency key of a binding.
  @Test func onlyBindingsUseTheirKeys() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(idem: Header.bindingKeyPrefix + "k", from: .tool)
    #expect(rig.answers(.tool).codes == [.invalid] && rig.answers(.first).isEmpty)
    rig.command(idem: Header.bindingKeyPrefix + "k", from: .parent)
    rig.command(idem: "parent", from: .tool)
    #expect(rig.answers(.first).count == 2)
  }

  @Test func aFullServiceIsBusy() {
    var rig = CoreRig()
    rig.hello(.first, capacity: 2)
    for _ in 0..<3 { rig.command(from: .tool) }
    let answers = rig.answers(.tool)
    #expect(answers.codes == [.busy])
    #expect(answers[0].busError.retryAfterMs != nil)
    rig.finish(rig.answers(.first)[0], from: .first)
    rig.command(from: .tool)
    #expect(rig.answers(.first).count == 1)
    #expect(rig.problem == nil)
  }

  @Test func aFullRouterIsBusy() {
    var rig = CoreRig { $0.pendingCommands = 2 }
    for _ in 0..<3 { rig.command(from: .tool) }
    #expect(rig.answers(.tool).codes == [.busy])
  }

  @Test func aMessageForWhichThereWasNoRoomIsAnswered() throws {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    let work = try rig.answers(.first)[0].message()
    rig.perform(rig.core.undelivered(work, to: .first))
    #expect(rig.answers(.tool).codes == [.busy])
    rig.perform(rig.core.undelivered(work, to: .first))
    #expect(rig.answers(.tool).isEmpty)
    #expect(rig.problem == nil)
  }

  @Test func aGoneServiceAnswersAtOnce() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    rig.gone = [.first]
    rig.command(from: .tool)
    #expect(rig.answers(.tool).codes == [.unavailable, .unavailable])
    #expect(rig.core.instances.isEmpty)
    #expect(rig.problem == nil)
  }

  @Test func aDrainingRouterTakesNothingNewButFinishes() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    rig.core.beginDrain()
    rig.command(from: .tool)
    #expect(rig.answers(.tool).codes == [.draining])
    rig.command(from: .parent)
    let work = rig.answers(.first)
    #expect(work.count == 2)
    for command in work { rig.finish(command, from: .first) }
    #expect(rig.answers(.tool).kinds == [.final])
    #expect(rig.core.isIdle)
  }

  @Test func keysHaveOneOwnerAndOthersTheLeastBusy() throws {
    var rig = CoreRig()
    for connection in [ConnectionID.first, .second, .third] {
      rig.hello(connection, capacity: 100, isSharded: true, commands: ["start", "list"])
    }
    var owners: [String: ConnectionID] = [:]
    for round in 0..<2 {
      for number in 0..<60 {
        let id = rig.command(key: "k\(number)", from: .tool)
        let owner = try #require(rig.core.pending[id]?.service)
        if round == 0 {
          owners["k\(number)"] = owner
        } else {
          #expect(owners["k\(number)"] == owner)
        }
        rig.receive(Envelope(.final, header: Header(cause: id)), from: owner)
      }
    }
    #expect(Set(owners.values).count == 3)
    rig.command("timer.start", from: .tool)
    #expect(rig.answers(.tool).codes == [.invalid])
    for _ in 0..<3 { rig.command("timer.list", from: .tool) }
    #expect(rig.core.instances.values.allSatisfy { $0.inFlight == 1 })
    // Only the keys of the lost instance move.
    rig.perform(rig.core.unreachable(.second))
    for (key, owner) in owners {
      let id = rig.command(key: key, from: .tool)
      let now = try #require(rig.core.pending[id]?.service)
      if owner != .second { #expect(now == owner) }
      rig.receive(Envelope(.final, header: Header(cause: id)), from: now)
    }
    #expect(rig.problem == nil)
  }

  @Test func answeredCommandsLeaveNothingBehind() {
    var rig = CoreRig()
    rig.hello(.first)
    for round in 0..<50_000 {
      let id = rig.command(deadlineIn: 3_600_000 + Int64(round), from: .tool)
      rig.receive(Envelope(.final, header: Header(cause: id)), from: .first)
      if round.isMultiple(of: 1000) {
        _ = rig.answers(.tool)
        _ = rig.answers(.first)
      }
    }
    #expect(rig.core.pending.expiries.count <= 1025)
    #expect(rig.core.pending.isEmpty)
    for number in 0..<1000 {
      let connection = ConnectionID(rawValue: UInt64(1000 + number))
      rig.hello(connection, "service\(number)", delegates: [])
      rig.perform(rig.core.unreachable(connection))
    }
    #expect(rig.core.instances.members.count == 1)
    #expect(rig.core.instances.count == 1)
    #expect(rig.core.waiting.probed.isEmpty)
  }
}

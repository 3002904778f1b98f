import StandupsDependencies
import Foundation
import Testing
import ZeroMQ

@testable import BusRouter
@testable import RouterConnections
@testable import Bus

/// Messages that are forwarded by their head alone. All tests of the core check that the result is the same, as they
/// send each message both ways.
@Suite struct PassingTests {
  private static func pass(
    _ rig: inout CoreRig, _ kind: Kind, _ target: String = "timer.start",
    _ header: Header = Header(), from connection: ConnectionID
  ) -> ConnectionID? {
    let now = rig.now
    return Head(kind: kind, target: target, header: header).withBytes {
      rig.core.pass($0, size: $0.count, from: connection, rights: nil, now: now)?.to
    }
  }

  @Test func aCommandAndItsAnswerPass() throws {
    var rig = CoreRig()
    rig.hello(.first)
    let question = Header()
    #expect(Self.pass(&rig, .command, "timer.start", question, from: .tool) == .first)
    #expect(rig.core.instances[.first]?.inFlight == 1)
    #expect(rig.core.pending[question.id]?.requester == .tool)
    #expect(Self.pass(&rig, .final, "-", question.leading(), from: .first) == .tool)
    #expect(rig.core.instances[.first]?.inFlight == 0)
    #expect(rig.core.pending.isEmpty)
    #expect(Self.pass(&rig, .final, "-", question.leading(), from: .first) == nil)
    #expect(rig.core.counters.commands == 1)
    #expect(rig.core.counters.orphans == 0)
  }

  @Test func whatNeedsMoreIsLeftAlone() {
    var rig = CoreRig { $0.pendingCommands = 2 }
    rig.hello(.first, capacity: 2, private: ["secret"])
    let late = Header(deadline: rig.now.wallMs)
    #expect(Self.pass(&rig, .command, "timer.start", late, from: .tool) == nil)
    #expect(Self.pass(&rig, .command, "timer.secret", from: .tool) == nil)
    #expect(Self.pass(&rig, .command, "timer.nothing", from: .tool) == nil)
    #expect(Self.pass(&rig, .command, "nobody.start", from: .tool) == nil)
    #expect(Self.pass(&rig, .command, "router.health", from: .tool) == nil)
    #expect(Self.pass(&rig, .command, from: .parent) == nil)
    for kind in Kind.allCases where kind != .command && kind != .final {
      #expect(Self.pass(&rig, kind, from: .first) == nil)
    }
    #expect(rig.core.pending.isEmpty && rig.core.traceRing.next == 0)
    let question = Header()
    #expect(Self.pass(&rig, .command, "timer.start", question, from: .tool) == .first)
    #expect(Self.pass(&rig, .command, "timer.start", question, from: .tool) == nil)
    // Only the service that has a command may answer it.
    #expect(Self.pass(&rig, .final, "-", question.leading(), from: .second) == nil)
    rig.core.beginDrain()
    #expect(Self.pass(&rig, .command, from: .tool) == nil)
  }

  @Test func aRouteIsForgottenWithItsService() {
    var rig = CoreRig()
    rig.hello(.first, isSharded: true)
    #expect(Self.pass(&rig, .command, from: .tool) == .first)
    rig.hello(.second, isSharded: true)
    // Now there is more than one instance.
    #expect(Self.pass(&rig, .command, from: .tool) == nil)
    rig.receive(Envelope(.bye, target: "timer", header: Header()), from: .first)
    #expect(Self.pass(&rig, .command, from: .tool) == .second)
    rig.perform(rig.core.unreachable(.second))
    #expect(Self.pass(&rig, .command, from: .tool) == nil)
  }

  @Test func aServiceHasAsMuchAsItSaidItCan() {
    var rig = CoreRig()
    rig.hello(.first, capacity: 2)
    let passed = (0..<4).map { _ in Self.pass(&rig, .command, from: .tool) }
    #expect(passed == [.first, .first, nil, nil])
  }
}

@Suite struct TableTests {
  @Test func everyTargetIsFoundAndNoOther() {
    var table = TargetTable<Int>()
    let targets = (0..<500).map { "service\($0 % 7).verb\($0)" }
    for (number, target) in targets.enumerated() {
      Array(target.utf8).withUnsafeBytes { table[$0] = number }
    }
    #expect(table.count == targets.count)
    for (number, target) in targets.enumerated() {
      #expect(Array(target.utf8).withUnsafeBytes { table[$0] } == number)
      #expect(Array("\(target)x".utf8).withUnsafeBytes { table[$0] } == nil)
    }
    table.removeAll()
    #expect(Array(targets[0].utf8).withUnsafeBytes { table[$0] } == nil)
  }

  @Test func pendingCommandsAreFoundByTheirIDs() {
    var random = SeededGenerator(seed: 3)
    var table = PendingTable()
    var model: [UUID: Int64] = [:]
    for round in 0..<5000 {
      if Bool.random(using: &random), let id = model.keys.randomElement(using: &random) {
        #expect(table.remove(MessageID(id))?.expiresMs == model.removeValue(forKey: id))
        #expect(!table.contains(MessageID(id)))
      } else {
        let header = Header()
        model[header.id] = Int64(round)
        table.insert(
          RouterCore.Pending(
            requester: .tool, header: header, target: "", expiresMs: Int64(round), sinceUs: 0))
      }
      #expect(table.count == model.count)
    }
    #expect(model.allSatisfy { table[$0.key]?.expiresMs == $0.value })
    #expect(Set(table.values.map(\.header.id)) == Set(model.keys))
  }
}

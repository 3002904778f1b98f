import StandupsDependencies
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import RouterConnections
@testable import Bus
@testable import BusRouter

/// Random sequences of events for a router: each command is always answered exactly once.
@Suite struct RouterPropertyTests {
  @Test(arguments: Effort.seeds(20, of: 60))
  func everyCommandIsAnsweredOnce(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var rig = CoreRig(children: ["timer": ["timer"], "store": ["store"]]) {
      $0.parkedPerService = 5
      $0.pendingCommands = 40
    }
    let tools = (100..<104).map { ConnectionID(rawValue: $0) }
    let services = (1..<7).map { ConnectionID(rawValue: $0) }
    let isSharded = seed.isMultiple(of: 2)
    var work: [ConnectionID: [Envelope]] = [:]
    var asked: Set<UUID> = []
    var answered: [UUID: Int] = [:]

    func collect() {
      for tool in tools {
        for envelope in rig.take(tool) where [.final, .error].contains(envelope.head.kind) {
          if let cause = envelope.head.header.cause { answered[cause, default: 0] += 1 }
        }
      }
      for service in services {
        work[service, default: []] += rig.take(service).filter { $0.head.kind == .command }
      }
    }

    for _ in 0..<800 {
      let service = services.randomElement(using: &random) ?? .first
      let name = service.rawValue.isMultiple(of: 2) ? "timer" : "store"
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8:
        let target = ["timer.start", "store.start", "nobody.start"].randomElement(using: &random)
        let id = rig.command(
          target ?? "", key: Bool.random(using: &random) ? "k\(asked.count)" : nil,
          deadlineIn: [nil, 0, 100, 5000].randomElement(using: &random) ?? nil,
          from: tools.randomElement(using: &random) ?? .tool)
        asked.insert(id)
      case 8..<13:
        if let next = work[service]?.popLast() {
          rig.finish(next, from: service)
          if Bool.random(using: &random) { rig.finish(next, from: service) }
        }
      case 13, 14: rig.hello(service, name, capacity: 3, isSharded: isSharded)
      case 15: rig.receive(Envelope(.bye, target: name, header: Header()), from: service)
      case 16: rig.perform(rig.core.unreachable(service))
      case 17:
        for service in services where rig.core.instances[service] != nil { rig.heartbeat(service) }
      case 18: rig.advance(Int64.random(in: 50...1500, using: &random))
      default: rig.receive([Frame("garbage")], from: service)
      }
      collect()
      if let problem = rig.problem { Issue.record("\(problem)") }
    }
    rig.jump(200_000)
    rig.advance(5000)
    rig.jump(200_000)
    collect()
    #expect(rig.core.pending.isEmpty)
    #expect(rig.core.parked.isEmpty)
    #expect(rig.core.parked.bytes == 0)
    #expect(Set(answered.keys) == asked)
    #expect(answered.values.allSatisfy { $0 == 1 })
  }
}

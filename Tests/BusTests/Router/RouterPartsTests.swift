import Foundation
import Testing
import ZeroMQ

@testable import Bus
@testable import BusRouter
@testable import RouterConnections

/// The values that the router's state consists of.
@Suite struct RouterPartsTests {
  private static func instance(_ connection: ConnectionID, _ name: String = "timer", since: Int64)
    -> RouterCore.Instance
  {
    let definition = ServiceDefinition(name: name, commands: CommandTable())
    return RouterCore.Instance(
      connection: connection, manifest: Manifest(definition, instance: UUID()), commands: [:],
      lastHeardMs: 0, since: since)
  }

  @Test func aRemovedInstanceLeavesNoMember() {
    var table = InstanceTable()
    table.add(Self.instance(.first, since: 1))
    table.add(Self.instance(.second, since: 2))
    #expect(table.connections(of: "timer") == [.first, .second])
    for connection in [ConnectionID.second, .third] {
      table.change(connection) { $0.inFlight = 7 }
    }
    #expect(table[.second]?.inFlight == 7 && table[.first]?.inFlight == 0 && table.count == 2)
    let removed = [ConnectionID.first, .third, .second].map { table.remove($0)?.since }
    #expect(removed == [1, nil, 2])
    #expect(table.isEmpty && table.members.isEmpty)
  }

  @Test func aRepeatedRequestKeepsTheTimeOfTheFirst() {
    var waiting = WaitingInstances()
    var instance = Self.instance(.first, since: 1)
    waiting.standBy(instance)
    instance.since = 2
    instance.lastHeardMs = 5
    waiting.standBy(instance)
    #expect(waiting[.first]?.since == 1 && waiting[.first]?.lastHeardMs == 5)
    waiting.standBy(Self.instance(.first, since: 3))
    #expect(waiting[.first]?.since == 3)
    waiting.keep { $0.lastHeardMs > 0 }
    #expect(waiting[.first] == nil)
  }

  @Test func theNumberOfWaitingInstancesIsBounded() {
    var waiting = WaitingInstances()
    for number in UInt64(1)...200 {
      waiting.load(Self.instance(ConnectionID(rawValue: number), since: 1))
    }
    #expect(waiting.loading.count == 100)
    let last = Self.instance(ConnectionID(rawValue: 1), since: 1)
    waiting.load(last)
    #expect(waiting.loading[last.connection]?.manifest.instance != last.manifest.instance)
  }

  @Test func aConnectionIsProbedBeforeEveryOtherAnswer() {
    var waiting = WaitingInstances()
    let isProbed = (0..<3).map { _ in waiting.probe(.first) }
    #expect(isProbed == [true, false, true])
    waiting.remove(.first)
    #expect(waiting.probed.isEmpty)
  }

  @Test func theSizeOfParkedCommandsIsTheirSum() {
    var parked = ParkedCommands()
    let ids = (0..<3).map { _ in UUID() }
    for id in ids { parked.add(id, Message([Frame([1, 2, 3])]), for: "timer") }
    parked.add(UUID(), Message([Frame([1])]), for: "standups")
    #expect(parked.bytes == 10 && parked.count(for: "timer") == 3)
    #expect(parked.ids { $0.id == ids[1] } == [ids[1]])
    parked.keep { $0 == ids[1] }
    #expect(parked.bytes == 3 && parked.count(for: "standups") == 0)
    let taken = parked.take(for: "timer")
    #expect(taken.map(\.id) == [ids[1]])
    #expect(parked.bytes == 0 && parked.isEmpty)
  }

  @Test func aPauseIsASuspensionOnlyBetweenTwoUpkeeps() {
    var clock = RouterClock()
    func now(_ ms: Int64) -> BusTime { BusTime(steadyMs: ms, wallMs: 0) }
    let wasSuspended = [100_000, 101_000, 102_001].map {
      clock.beginUpkeep(now($0), suspensionMs: 1000)
    }
    #expect(wasSuspended == [false, false, true])
    #expect(clock.nowUs == 102_001_000)
    let isDue = [5, 14, 15].map { clock.takeBeat(now($0), every: 10) }
    #expect(isDue == [true, false, true])
  }
}

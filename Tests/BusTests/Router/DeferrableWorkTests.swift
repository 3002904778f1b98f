import Foundation
import Testing
import ZeroMQ

@testable import Bus
@testable import BusRouter
@testable import RouterConnections

/// Commands that start new work wait in favour of messages that belong to running work.
@Suite struct DeferrableWorkTests {
  private func client(_ number: UInt64) -> ConnectionID { ConnectionID(rawValue: number) }

  @Test func aClientAloneLeavesRoomForOthers() {
    var work = DeferrableWork()
    var refused = 0
    for _ in 0..<1000 where work.take(for: client(1), capacity: 200) != nil { refused += 1 }
    // Three quarters of half the capacity.
    #expect(work.count == 75 && refused == 925)
    // Another client gets its share: half of the capacity, not just the remainder.
    for _ in 0..<1000 { _ = work.take(for: client(2), capacity: 200) }
    #expect(work.count == 100)
    for _ in 0..<75 { work.give(for: client(1), nowMs: 0) }
    var own = 0
    while work.take(for: client(1), capacity: 200) == nil { own += 1 }
    #expect(own == 37)
    let third = work.take(for: client(3), capacity: 200)
    #expect(third == nil)
  }

  /// A client that is rejected later gets a later retry time, so that not all return at once.
  @Test func theyComeBackOneAfterTheOther() {
    var work = DeferrableWork()
    var waits: [Int] = []
    for _ in 0..<2000 {
      if let wait = work.take(for: client(1), capacity: 1024) { waits.append(wait) }
    }
    #expect(waits == waits.sorted())
    #expect(waits.first.map { $0 < 100 } == true && waits.last.map { $0 > 400 } == true)
    // Clients that had their turn are no longer waited for.
    for number in 0..<300 { work.give(for: client(1), nowMs: Int64(number / 10)) }
    while work.take(for: client(2), capacity: 1024) == nil {}
    let later = work.take(for: client(2), capacity: 1024)
    #expect(later.map { $0 < (waits.last ?? 0) } == true)
  }

  /// Ten clients that send as fast as they can get equal shares, whichever was first.
  @Test func clientsGetTheSame() {
    var work = DeferrableWork()
    var done = [UInt64: Int](uniqueKeysWithValues: (1...10).map { ($0, 0) })
    var queue: [UInt64] = []
    for round in 0..<20_000 {
      for number: UInt64 in 1...10 {
        // The first client sends the most.
        for _ in 0..<(number == 1 ? 50 : 2)
        where work.take(for: client(number), capacity: 1024) == nil {
          queue.append(number)
        }
      }
      let next = queue.removeFirst()
      work.give(for: client(next), nowMs: Int64(round / 4))
      done[next, default: 0] += 1
    }
    let (least, most) = (done.values.min() ?? 0, done.values.max() ?? 0)
    #expect(least > 1000 && most < 2 * least, "\(done)")
  }

  /// The queue accepts no more than can be done soon, once the throughput is known.
  @Test(arguments: [(100, 20), (1000, 200), (5000, 512)])
  func moreIsNotAcceptedThanGetsDoneSoon(perSecond: Int64, most: Int) throws {
    var work = DeferrableWork()
    var taken: [UInt64] = []
    var newcomer: UInt64 = 1
    func fill() {
      while work.take(for: client(newcomer), capacity: 1024) == nil {
        taken.append(newcomer)
        newcomer += 1
      }
    }
    fill()
    #expect(work.count == 512)
    for number in 0..<10 * perSecond {
      work.give(for: client(taken.removeFirst()), nowMs: number * 1000 / perSecond)
      fill()
    }
    #expect((most * 9 / 10...most).contains(work.count))
    let again = work.take(for: client(1), capacity: 1024)
    let wait = try #require(again)
    #expect((20...500).contains(wait))
    // Under low load the throughput is unknown.
    while work.count > 0 { work.give(for: client(taken.removeFirst()), nowMs: 12_000) }
    let last = work.take(for: client(1), capacity: 1024)
    #expect(last == nil)
    taken = [1]
    work.give(for: client(1), nowMs: 14_000)
    fill()
    #expect(work.count == 512)
  }

  @Test func whatRunsGoesOnWhileNewWorkIsRefused() {
    var rig = CoreRig()
    rig.hello(
      .first, capacity: 16, commands: ["start", "next"], deferrable: ["start"])
    for _ in 0..<20 { rig.command("timer.start", from: .tool) }
    let refused = rig.answers(.tool)
    #expect(refused.codes == Array(repeating: .busy, count: 14))
    #expect(refused.allSatisfy { ($0.busError.retryAfterMs ?? 0) >= 20 })
    // Others have room; so do messages of running work, and messages from the parent.
    for _ in 0..<4 { rig.command("timer.start", from: .other) }
    #expect(rig.answers(.other).codes == [.busy, .busy])
    for _ in 0..<4 { rig.command("timer.next", from: .tool) }
    for _ in 0..<5 { rig.command("timer.start", from: .parent) }
    #expect(rig.answers(.tool).codes == [])
    let work = rig.answers(.first)
    #expect(work.count == 16)
    for command in work { rig.finish(command, from: .first) }
    #expect(rig.core.instances[.first]?.deferrable.count == 0)
    #expect(rig.problem == nil)
  }

  /// Both code paths check a rejected command, which counts as waiting once.
  @Test func whatIsRefusedIsToldOnce() {
    var rig = CoreRig()
    rig.hello(.first, capacity: 4, commands: ["start"], deferrable: ["start"])
    for _ in 0..<100 { rig.command("timer.start", from: .tool) }
    // A limit of 2 in 200 ms is 10 a second: each waits 100 ms longer than the one before.
    let waits = rig.answers(.tool).compactMap(\.busError.retryAfterMs)
    #expect(waits.prefix(3) == [100, 200, 300])
    #expect(waits.last == 2000)
  }

  @Test func whoeverComesBackOverAnotherConnectionIsNotCountedTwice() {
    var rig = CoreRig()
    rig.hello(.first, capacity: 16, commands: ["start"], deferrable: ["start"])
    let id = rig.command("timer.start", idem: "k", from: .tool)
    rig.command("timer.start", id: id, idem: "k", from: .other)
    #expect(rig.core.instances[.first]?.deferrable.count == 1)
    rig.receive(Envelope(.final, header: Header(cause: id)), from: .first)
    #expect(rig.answers(.other).kinds == [.final])
    // The full half that a single client may use is available again.
    for _ in 0..<8 { rig.command("timer.start", from: .third) }
    #expect(rig.answers(.third).codes == [.busy, .busy])
  }

  @Test func whatIsGivenUpMakesRoom() {
    var rig = CoreRig()
    rig.hello(.first, capacity: 4, commands: ["start"], deferrable: ["start"])
    rig.command("timer.start", deadlineIn: 100, from: .tool)
    #expect(rig.core.instances[.first]?.deferrable.count == 1)
    rig.advance(2000)
    #expect(rig.core.instances[.first]?.deferrable.count == 0)
    rig.command("timer.start", from: .tool)
    #expect(rig.core.instances[.first]?.deferrable.count == 1)
  }
}

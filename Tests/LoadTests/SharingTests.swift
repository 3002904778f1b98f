import Foundation
import Testing

@testable import LoadTester

@Suite struct SharingTests {
  // MARK: Members

  @Test func membersAreNumberedAsTheyCome() {
    var members = TimerMembers()
    let first = UUID()
    var isNew = [members.hello(first, at: [0, 1]), members.hello(UUID(), at: [0, 2])]
    // It registers again, over another connection.
    isNew.append(members.hello(first, at: [0, 3]))
    #expect(isNew == [true, true, false])
    #expect(members.all.map(\.number) == [0, 1])
    #expect(members.all[0].route == [0, 3])
    #expect(members.changes == 2)
    let wasThere = [members.remove([0, 3]), members.remove([0, 3])]
    #expect(wasThere == [true, false])
    // A number is never reused.
    _ = members.hello(UUID(), at: [0, 4])
    #expect(members.all.map(\.number) == [1, 2])
  }

  @Test func aKeyKeepsItsOwnerUnlessItHasTo() {
    var members = TimerMembers()
    #expect(members.owner(of: "a") == nil)
    for route in 1...3 { _ = members.hello(UUID(), at: [UInt8(route)]) }
    let keys = (0..<300).map { "meeting-\($0)" }
    let before = keys.map { members.owner(of: $0)?.number }
    #expect(Set(before) == [0, 1, 2])
    _ = members.remove([1])
    for (key, owner) in zip(keys, before) where owner != 0 {
      #expect(members.owner(of: key)?.number == owner)
    }
    #expect(keys.allSatisfy { members.owner(of: $0).map { $0.number > 0 } == true })
  }

  // MARK: The ledger

  /// Three meetings of three timers.
  private func threeTimers() -> ShareLedger {
    var ledger = ShareLedger(owners: [0, 1, 2])
    for meeting in 0..<3 { ledger.tick(meeting, from: meeting, at: 10) }
    return ledger
  }

  @Test func onlyTheKilledTimersMeetingMoves() {
    var ledger = threeTimers()
    ledger.changed(.killed, at: 100, owners: [1, 1, 2])
    for moment in [Int64(200), 300] {
      ledger.tick(0, from: 1, at: moment)
      ledger.tick(1, from: 1, at: moment)
      ledger.tick(2, from: 2, at: moment)
    }
    let report = SharingReport(ledger, timers: 3, lostUnmoved: 0, start: 0)
    #expect(report.misplaced == 0)
    let change = report.changes[0]
    #expect(change.timers == 2 && change.kind == .killed)
    #expect(change.mustMove == 1 && change.moved == 1 && change.needless == 0)
    #expect(change.secondsToAll > 99e-9 && change.secondsToAll < 101e-9)
    #expect(ledger.moved(0) && !ledger.moved(1) && !ledger.moved(2))
  }

  @Test func oneThatDoesNotGoOnIsMissed() {
    var ledger = threeTimers()
    ledger.changed(.killed, at: 100, owners: [1, 1, 2])
    #expect(ledger.changes[0].mustMove == 1 && ledger.changes[0].moved == 0)
  }

  @Test func aTimerThatKeepsWhatIsAnothersIsSeen() {
    var ledger = threeTimers()
    ledger.changed(.added, at: 100, owners: [3, 1, 2])
    ledger.tick(0, from: 3, at: 200)
    ledger.tick(0, from: 0, at: 201)
    #expect(ledger.changes[0].moved == 1)
    #expect(ledger.misplaced == 1)
  }

  @Test func awayAndBackAgainIsNeedless() {
    var ledger = threeTimers()
    ledger.changed(.added, at: 100, owners: [3, 1, 2])
    ledger.tick(1, from: 2, at: 200)
    ledger.tick(1, from: 1, at: 300)
    #expect(ledger.misplaced == 1 && ledger.changes[0].needless == 1)
    #expect(ledger.changes[0].moved == 0)
  }

  @Test func aMeetingThatIsOverNeedNotMove() {
    var ledger = threeTimers()
    ledger.changed(.killed, at: 100, owners: [-1, 1, 2])
    #expect(ledger.changes[0].mustMove == 0)
  }

  @Test func lossIsToldApartByWhetherTheMeetingMoved() {
    var ledger = TickLedger(
      meetings: 2, shape: TickShape(tickMs: 1000, lengthMs: 60_000), speakers: 2, steady: 0,
      end: 3_500_000_000)
    ledger.sharing = ShareLedger(owners: [0, 1])
    for meeting in 0..<2 {
      ledger.asked(meeting)
      ledger.answered(
        meeting, ReportedClock(elapsedMs: 0, at: 0, isRunning: true), isOver: false)
      let moment: Int64 = 1_000_100_000
      ledger.tick(
        meeting, TickArrival(number: 1, received: moment, sent: moment), from: meeting)
    }
    ledger.changed(.killed, at: 1_500_000_000, owners: [1, 1])
    _ = ledger.finish()
    #expect(ledger.counts.lost == 4)
    #expect(ledger.lostUnmoved == 2)
  }

  // MARK: The plan

  @Test func aStormIsOneMomentAmidTheRest() {
    var workload = TimerWorkload()
    workload.meetings = 10
    workload.churn = ["hold": 20]
    workload.storm = 500
    let plan = TimerPlan(workload)
    let storm = plan.actions.filter { $0.kind == .storm }
    #expect(storm.count == 500)
    #expect(Set(storm.map(\.at)) == [workload.ramp + workload.duration / 4])
    #expect(zip(plan.actions, plan.actions.dropFirst()).allSatisfy { $0.at <= $1.at })
    // Its meetings are not among those whose ticks are expected.
    #expect(plan.meetings == 10)
  }
}

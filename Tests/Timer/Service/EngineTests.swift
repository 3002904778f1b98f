import Bus
import Countdown
import Testing
import TimerAPI

@testable import TimerService

@Suite struct EngineTests {
  let harness = Harness()

  @Test func aWholeMeeting() throws {
    try harness.start()
    #expect(
      harness.run(ms: 20_000) == [
        tick(1000, 0), tick(2000, 0), .speakerChanged("a", 1, 3000), tick(3000, 1), tick(4000, 1),
        tick(5000, 1), .speakerChanged("a", 2, 6000), tick(6000, 2), tick(7000, 2), tick(8000, 2),
        tick(9000, 2), .finished("a", 9000),
      ])
    #expect(harness.engine.count == 1)
    #expect(harness.engine.nextDeadline == nil)
    let status = try harness.get()
    #expect(status.clock.elapsedMs == 9000)
    #expect(!status.clock.isRunning)
    #expect(status.speaker == 2)
  }

  @Test func nothingIsEarlyAndNothingDrifts() throws {
    try harness.start(durationMs: 600_000, speakers: 7)
    let start = harness.now.ns
    for k in Int64(1)...20 {
      #expect(harness.engine.nextDeadline == start + k * 1000 * nsPerMs)
      // Half of the wake-ups are late; the next deadline does not move.
      harness.now.ns = start + k * 1000 * nsPerMs - 1
      #expect(harness.stall() == [])
      #expect(harness.stall(ns: 1 + (k % 2) * 777_777).count == 1)
    }
  }

  @Test func aFinishedCountdownIsForgottenWhenTheParentSaysSo() throws {
    try harness.start(durationMs: 1000, speakers: 1, labelled: false)
    #expect(harness.run(ms: 1000) == [.finished("a", 1000)])
    harness.engine.forgetFinished(CountdownKey(id: "a", serial: 1), into: &harness.sink)
    #expect(harness.takeEffects() == [.ended("a")])
    #expect(code { _ = try harness.get() } == .notFound)
  }

  @Test func onlyTheFinishedOneIsForgotten() throws {
    try harness.start()
    harness.engine.forgetFinished(CountdownKey(id: "a", serial: 1), into: &harness.sink)
    harness.engine.forgetFinished(CountdownKey(id: "b", serial: 1), into: &harness.sink)
    _ = harness.run(ms: 9000)
    harness.engine.forgetFinished(CountdownKey(id: "a", serial: 2), into: &harness.sink)
    #expect(harness.takeEffects() == [])
    #expect(harness.engine.count == 1)
  }

  @Test func whatIsSaidOfACountdownIsNotTakenForALaterOnes() throws {
    try harness.start(durationMs: 1000, speakers: 1, labelled: false)
    _ = try harness.engine.start(
      StartCountdown(id: "tool/tea", durationMs: 90_000, speakers: 1), idempotencyKey: nil,
      at: harness.now, into: &harness.sink)
    harness.engine.forget(into: &harness.sink) { $0.id == "tool/tea" }
    #expect(harness.takeEffects() == [.ended("a")])
    #expect(harness.engine.serial(of: "tool/tea") != nil && harness.engine.count == 1)
    try harness.start(durationMs: 1000, speakers: 1, labelled: false)
    #expect(harness.run(ms: 1000) == [.finished("a", 1000)])
    harness.engine.forgetFinished(CountdownKey(id: "a", serial: 1), into: &harness.sink)
    #expect(harness.takeEffects() == [])
    harness.engine.forgetFinished(CountdownKey(id: "a", serial: 3), into: &harness.sink)
    #expect(harness.takeEffects() == [.ended("a")])
  }

  @Test func aSuspendedProcessAnnouncesEverySpeakerAndOneTick() throws {
    try harness.start(tickMs: 2000)
    #expect(
      harness.stall(ms: 6500) == [
        .speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000), tick(6000, 2),
      ])
    #expect(harness.stall(ms: 100_000) == [tick(8000, 2), .finished("a", 9000)])
  }

  @Test func aLateTickComesBeforeTheBoundaryAfterIt() throws {
    try harness.start(tickMs: 2000)
    #expect(
      harness.stall(ms: 3500) == [tick(2000, 0), .speakerChanged("a", 1, 3000)])
  }

  @Test func holdsAndReleasesToTheNanosecond() throws {
    try harness.start()
    _ = harness.stall(ms: 1234, ns: 567_890)
    let held = try harness.pause()
    #expect(held.clock.elapsedMs == 1234)
    #expect(!held.clock.isRunning)
    #expect(harness.engine.nextDeadline == nil)
    #expect(harness.stall(ms: 3_600_000) == [])
    #expect(try harness.pause().clock.elapsedMs == 1234)
    #expect(try harness.resume().clock.isRunning)
    #expect(harness.engine.nextDeadline == harness.now.ns + 2000 * nsPerMs - 1_234_567_890)
    let released = harness.now.ns
    harness.pass(ms: 10)
    #expect(try harness.resume().clock.elapsedMs == 1244)
    #expect(harness.engine.nextDeadline == released + 2000 * nsPerMs - 1_234_567_890)
  }

  @Test func aCommandSettlesWhatWasDueBeforeIt() throws {
    try harness.start()
    harness.pass(ms: 3100)
    #expect(try harness.pause().speaker == 1)
    #expect(harness.takeEffects() == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test func pausingAfterTheEndFinishes() throws {
    try harness.start()
    harness.pass(ms: 9001)
    let status = try harness.pause()
    #expect(status.clock.elapsedMs == 9000)
    #expect(harness.takeEffects().last == .finished("a", 9000))
    #expect(try harness.resume() == status)
    #expect(harness.takeEffects() == [])
    #expect(code { _ = try harness.skip() } == .conflict)
  }

  @Test func skipsToTheNextSpeakerWithoutAnnouncingIt() throws {
    try harness.start()
    _ = harness.run(ms: 1500)
    let status = try harness.skip()
    #expect(status.speaker == 1)
    #expect(status.clock.elapsedMs == 3000)
    #expect(status.clock.isRunning)
    #expect(harness.takeEffects() == [])
    // The tick at the target of the jump is not sent: the reply has reported it.
    #expect(harness.run(ms: 2500) == [tick(4000, 1), tick(5000, 1)])
    #expect(try harness.skip(from: 1).speaker == 2)
  }

  @Test func skipsOffTheGridOfTicks() throws {
    try harness.start(durationMs: 10_000, speakers: 3)
    #expect(try harness.skip().clock.elapsedMs == 3333)
    #expect(harness.engine.nextDeadline == harness.now.ns + 667 * nsPerMs)
  }

  @Test func skipsWhileHeld() throws {
    try harness.start()
    _ = try harness.pause()
    #expect(try harness.skip().clock.elapsedMs == 3000)
    #expect(harness.stall(ms: 60_000) == [])
    #expect(try !harness.skip().clock.isRunning)
    #expect(code { _ = try harness.skip() } == .conflict)
    _ = try harness.resume()
    #expect(harness.run(ms: 3000).last == .finished("a", 9000))
  }

  @Test func skippingSomebodyElseDoesNothing() throws {
    try harness.start()
    _ = harness.run(ms: 3500)
    let before = try harness.get()
    #expect(try harness.skip(from: 0) == before)
    #expect(try harness.skip(from: 7) == before)
    #expect(try harness.skip(from: 1).speaker == 2)
  }

  @Test func cancelEndsWithoutAFinish() throws {
    try harness.start()
    _ = harness.run(ms: 2500)
    #expect(try harness.cancel().clock.elapsedMs == 2500)
    #expect(harness.takeEffects() == [.ended("a")])
    #expect(harness.run(ms: 20_000) == [])
    #expect(code { _ = try harness.cancel() } == .notFound)
    try harness.start()
    #expect(harness.run(ms: 1000) == [tick(1000, 0)])
  }

  @Test func withoutLabelsNobodyIsWokenForTicks() throws {
    try harness.start(labelled: false)
    #expect(harness.engine.nextDeadline == harness.now.ns + 3000 * nsPerMs)
    #expect(
      harness.run(ms: 9000) == [
        .speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000), .finished("a", 9000),
      ])
  }

  @Test func aStepOfTheWallClockMovesNothing() throws {
    try harness.start()
    _ = harness.run(ms: 1500)
    harness.now.wallMs -= 86_400_000
    #expect(try harness.get().clock.elapsedMs == 1500)
    #expect(harness.run(ms: 500) == [tick(2000, 0)])
    harness.now.wallMs += 172_800_000
    #expect(harness.run(ms: 500) == [])
    #expect(try harness.get().clock.elapsedMs == 2500)
  }

  @Test func aClockThatGoesBackwardsStandsStill() throws {
    try harness.start()
    _ = harness.run(ms: 2500)
    _ = try harness.get()
    harness.now.ns -= 2000 * nsPerMs
    #expect(harness.stall() == [])
    #expect(try harness.get().clock.elapsedMs == 2500)
  }

  @Test func whoeverReckonsFromAStatusComesToTheSame() throws {
    try harness.start()
    _ = harness.stall(ms: 1234, ns: 999_999)
    let status = try harness.get()
    #expect(status.clock.elapsedMs == 1234)
    let later = ClockReading(
      wallMs: 0, boot: "boot", uptimeUs: (harness.now.ns + 1000 * nsPerMs) / 1000)
    #expect(status.clock.elapsedMs(at: later) == 2234)
  }

  @Test func aBurstIsServedInPieces() throws {
    for n in 0..<10 { try harness.start("\(n)", labelled: true) }
    harness.pass(ms: 1000)
    #expect(harness.engine.advance(to: harness.now, limit: 4, into: &harness.sink))
    #expect(harness.takeEffects().count == 4)
    #expect(harness.engine.advance(to: harness.now, limit: 4, into: &harness.sink))
    #expect(!harness.engine.advance(to: harness.now, limit: 4, into: &harness.sink))
    #expect(harness.takeEffects().count == 6)
  }

  @Test func listsByPage() throws {
    for n in 0..<25 { try harness.start("id-\(10 + n)") }
    func page(_ after: String?, _ limit: Int?) throws -> ListCountdowns.Reply {
      try harness.engine.list(
        ListCountdowns(after: after, limit: limit), at: harness.now, into: &harness.sink)
    }
    #expect(try page(nil, nil).countdowns.count == 25)
    #expect(try page(nil, nil).next == nil)
    #expect(try page(nil, 25).next == nil)
    let first = try page(nil, 10)
    #expect(first.countdowns.map(\.id) == (10..<20).map { "id-\($0)" })
    #expect(first.next == "id-19")
    #expect(try page("id-33", 10).countdowns.map(\.id) == ["id-34"])
    #expect(try page("zzz", 10).countdowns.isEmpty)
    #expect(
      code {
        _ = try harness.engine.list(ListCountdowns(limit: 0), at: harness.now, into: &harness.sink)
      } == .invalid)
    #expect(
      code {
        _ = try harness.engine.list(
          ListCountdowns(limit: 1001), at: harness.now, into: &harness.sink)
      } == .invalid)
  }

  /// Also `next` names no countdown of another team.
  @Test func listsTheCountdownsOfTheTeamsByPage() throws {
    for n in 10..<40 {
      let labels = EventLabels(
        type: "meeting.tick", subject: "\(n)", team: n.isMultiple(of: 3) ? "web" : "ops")
      _ = try harness.engine.start(
        StartCountdown(id: "id-\(n)", durationMs: 9000, speakers: 3, labels: labels),
        idempotencyKey: nil, at: harness.now, into: &harness.sink)
    }
    func page(_ after: String?, _ teams: String) throws -> ListCountdowns.Reply {
      try harness.engine.list(
        ListCountdowns(after: after, limit: 4), in: TeamScope(text: teams), at: harness.now,
        into: &harness.sink)
    }
    let first = try page(nil, "web")
    #expect(first.countdowns.map(\.id) == ["id-12", "id-15", "id-18", "id-21"])
    #expect(first.next == "id-21")
    let last = try page("id-29", "web")
    #expect(last.countdowns.map(\.id) == ["id-30", "id-33", "id-36", "id-39"] && last.next == nil)
    #expect(try page(nil, "znosuch") == ListCountdowns.Reply(countdowns: [], next: nil))
  }
}

import Bus
import Countdown
import Testing
import TimerAPI

@testable import TimerService

@Suite struct StartTests {
  let harness = Harness()

  func reading(msAgo: Int64, boot: String = "boot") -> ClockReading {
    ClockReading(
      wallMs: harness.now.wallMs - msAgo, boot: boot,
      uptimeUs: boot == "boot" ? harness.now.ns / 1000 - msAgo * 1000 : 1)
  }

  func resumption(
    _ elapsedMs: Int64, msAgo: Int64, isRunning: Bool = true, speaker: Int = 0,
    boot: String = "boot"
  ) -> StartCountdown.Resumption {
    .init(
      clock: CountdownClock(
        elapsedMs: elapsedMs, at: reading(msAgo: msAgo, boot: boot), isRunning: isRunning),
      announcedSpeaker: speaker)
  }

  static let wrong: [(String, StartCountdown)] = [
    ("id", StartCountdown(id: "", durationMs: 1, speakers: 1)),
    ("id", StartCountdown(id: String(repeating: "é", count: 65), durationMs: 1, speakers: 1)),
    ("durationMs", StartCountdown(id: "a", durationMs: 0, speakers: 1)),
    ("durationMs", StartCountdown(id: "a", durationMs: .min, speakers: 1)),
    ("durationMs", StartCountdown(id: "a", durationMs: 604_800_001, speakers: 1)),
    ("speakers", StartCountdown(id: "a", durationMs: 1000, speakers: 0)),
    ("speakers", StartCountdown(id: "a", durationMs: 1000, speakers: -1)),
    ("speakers", StartCountdown(id: "a", durationMs: 1000, speakers: 1001)),
    ("speakers", StartCountdown(id: "a", durationMs: 604_800_000, speakers: 1001)),
    ("tickMs", StartCountdown(id: "a", durationMs: 1000, speakers: 1, tickMs: 9)),
    ("tickMs", StartCountdown(id: "a", durationMs: 1000, speakers: 1, tickMs: 60_001)),
    ("turnsMs", StartCountdown(id: "a", durationMs: 3, speakers: 2, turnsMs: [1, 1, 1])),
    ("turnsMs", StartCountdown(id: "a", durationMs: 3, speakers: 2, turnsMs: [1, 1])),
    ("turnsMs", StartCountdown(id: "a", durationMs: 3, speakers: 2, turnsMs: [3, 0])),
    ("turnsMs", StartCountdown(id: "a", durationMs: 3, speakers: 2, turnsMs: [.max, 4])),
    (
      "labels",
      StartCountdown(
        id: "a", durationMs: 1000, speakers: 1,
        labels: EventLabels(type: "t", subject: String(repeating: "x", count: 257)))
    ),
    (
      "labels",
      StartCountdown(
        id: "polls/a", durationMs: 1000, speakers: 1,
        labels: EventLabels(type: "meeting.tick", subject: "a"))
    ),
    (
      "resuming.clock.elapsedMs",
      StartCountdown(
        id: "a", durationMs: 1000, speakers: 1,
        resuming: .init(
          clock: CountdownClock(
            elapsedMs: -1, at: ClockReading(wallMs: 0, boot: "", uptimeUs: 0), isRunning: true),
          announcedSpeaker: 0))
    ),
    (
      "resuming.announcedSpeaker",
      StartCountdown(
        id: "a", durationMs: 1000, speakers: 1,
        resuming: .init(
          clock: CountdownClock(
            elapsedMs: 0, at: ClockReading(wallMs: 0, boot: "", uptimeUs: 0), isRunning: true),
          announcedSpeaker: 1))
    ),
  ]

  @Test(arguments: wrong)
  func whatCannotBeIsRefused(field: String, command: StartCountdown) {
    let harness = Harness()
    do {
      _ = try harness.engine.start(
        command, idempotencyKey: nil, at: harness.now, into: &harness.sink)
      Issue.record("It was accepted.")
    } catch {
      #expect(error.code == .invalid)
      #expect(error.detail == ["field": field])
    }
    #expect(harness.engine.count == 0)
    #expect(harness.takeEffects() == [])
  }

  @Test func theEndsOfTheRanges() throws {
    try harness.start(String(repeating: "é", count: 64), durationMs: 604_800_000, speakers: 1000)
    try harness.start("b", durationMs: 1, speakers: 1, tickMs: 10)
    #expect(harness.run(ms: 1) == [.finished("b", 1)])
  }

  @Test func anIDThatRunsIsTaken() throws {
    try harness.start(key: "k")
    _ = harness.run(ms: 1500)
    #expect(code { try harness.start() } == .conflict)
    #expect(code { try harness.start(key: "other") } == .conflict)
    #expect(code { try harness.start(durationMs: 8000, key: "k") } == .conflict)
    #expect(code { try harness.start(speakers: 2, key: "k") } == .conflict)
    #expect(try harness.start(key: "k").clock.elapsedMs == 1500)
    #expect(harness.run(ms: 500) == [tick(2000, 0)])
  }

  @Test func withoutAKeyNothingIsARepetition() throws {
    try harness.start()
    #expect(code { try harness.start() } == .conflict)
  }

  @Test func thereIsALimit() throws {
    harness.engine = CountdownEngine(limit: 2)
    try harness.start("a", key: "k")
    try harness.start("b")
    #expect(code { try harness.start("c") } == .busy)
    // Starting it again does not add another one.
    try harness.start("a", key: "k")
    try harness.start("a", resuming: resumption(0, msAgo: 0))
    _ = try harness.cancel("b")
    try harness.start("c")
  }

  @Test func goesOnWhereItWasAfterARestart() throws {
    let status = try harness.start(resuming: resumption(2200, msAgo: 500))
    #expect(status.clock.elapsedMs == 2700)
    // Ticks 1 and 2 have passed.
    #expect(harness.run(ms: 300) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test func announcesWhatWasMissed() throws {
    let status = try harness.start(resuming: resumption(2900, msAgo: 3500))
    #expect(status.speaker == 2)
    #expect(
      harness.takeEffects() == [.speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000)])
    #expect(harness.run(ms: 600) == [tick(7000, 2)])
  }

  @Test func whatIsOverFinishesAtOnce() throws {
    let status = try harness.start(resuming: resumption(2000, msAgo: 100_000, speaker: 1))
    #expect(status.clock.elapsedMs == 9000)
    #expect(harness.takeEffects() == [.speakerChanged("a", 2, 6000), .finished("a", 9000)])
    #expect(harness.engine.nextDeadline == nil)
  }

  @Test func whatWasHeldStaysHeld() throws {
    let status = try harness.start(resuming: resumption(2000, msAgo: 100_000, isRunning: false))
    #expect(status.clock.elapsedMs == 2000)
    #expect(!status.clock.isRunning)
    #expect(harness.engine.nextDeadline == nil)
    _ = try harness.resume()
    #expect(harness.run(ms: 1000).last == tick(3000, 1))
  }

  @Test func whatWasHeldAnnouncesWhatWasMissed() throws {
    try harness.start(resuming: resumption(6500, msAgo: 100_000, isRunning: false))
    #expect(
      harness.takeEffects() == [.speakerChanged("a", 1, 3000), .speakerChanged("a", 2, 6000)])
  }

  @Test func whatIsHeldAtItsEndFinishesWhenReleased() throws {
    try harness.start(resuming: resumption(50_000, msAgo: 0, isRunning: false, speaker: 2))
    #expect(harness.stall(ms: 1000) == [])
    _ = try harness.resume()
    #expect(harness.stall() == [.finished("a", 9000)])
  }

  @Test func afterARebootTheWallClockCounts() throws {
    let status = try harness.start(resuming: resumption(2000, msAgo: 700, boot: "earlier"))
    #expect(status.clock.elapsedMs == 2700)
  }

  @Test func aReadingFromTheFutureOrFromNowhereDoesNoHarm() throws {
    #expect(
      try harness.start(resuming: resumption(2000, msAgo: -5000)).clock.elapsedMs == 2000)
    let absurd = ClockReading(wallMs: .min, boot: "", uptimeUs: .max)
    try harness.start(
      "b",
      resuming: .init(
        clock: CountdownClock(elapsedMs: .max, at: absurd, isRunning: true), announcedSpeaker: 2))
    #expect(harness.takeEffects().contains(.finished("b", 9000)))
  }

  @Test func aRestoredOneTakesTheOthersPlaceWithoutASecondTick() throws {
    try harness.start()
    #expect(harness.run(ms: 2000).count == 2)
    // The composition root computes in whole milliseconds, so its clock can be slightly behind.
    try harness.start(resuming: resumption(1999, msAgo: 0))
    #expect(harness.takeEffects() == [.ended("a")])
    #expect(harness.run(ms: 900) == [])
    #expect(harness.run(ms: 101) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
    #expect(harness.engine.count == 1)
  }

  @Test func aClockThatWasTurnedBackTicksAgain() throws {
    try harness.start(durationMs: 90_000)
    _ = harness.run(ms: 80_000)
    try harness.start(resuming: resumption(500, msAgo: 0))
    _ = harness.takeEffects()
    #expect(harness.run(ms: 500) == [tick(1000, 0)])
  }

  /// The countdown ran on until the pause arrived. It continues where it was paused, and the ticks
  /// in between are not published again.
  @Test func aPauseThatArrivesLateRepeatsNoTick() throws {
    try harness.start()
    _ = harness.run(ms: 3500)
    for _ in 1...2 {
      try harness.start(resuming: resumption(1500, msAgo: 2000, isRunning: false))
      #expect(harness.takeEffects() == [.ended("a")])
      #expect(harness.engine.nextDeadline == nil)
    }
    harness.pass(ms: 5000)
    let status = try harness.start(resuming: resumption(1500, msAgo: 0))
    #expect(status.clock.elapsedMs == 1500 && status.speaker == 0)
    _ = harness.takeEffects()
    #expect(harness.run(ms: 2500) == [.speakerChanged("a", 1, 3000), tick(4000, 1)])
  }

  /// A skipped turn was undone: the clock is where it was, although the skip was long ago.
  @Test func aClockThatIsSetBackALittleTicksAgain() throws {
    try harness.start()
    _ = harness.run(ms: 1500)
    try harness.start(resuming: resumption(3000, msAgo: 0, speaker: 1))
    _ = harness.run(ms: 2200)
    try harness.start(resuming: resumption(1500, msAgo: 200))
    _ = harness.takeEffects()
    #expect(harness.run(ms: 300) == [tick(2000, 0)])
    #expect(harness.run(ms: 1000) == [.speakerChanged("a", 1, 3000), tick(3000, 1)])
  }

  @Test func theParentsWordOnWhatWasAnnouncedCounts() throws {
    try harness.start()
    _ = harness.run(ms: 3500)
    try harness.start(resuming: resumption(3500, msAgo: 0, speaker: 0))
    #expect(harness.takeEffects() == [.ended("a"), .speakerChanged("a", 1, 3000)])
  }
}

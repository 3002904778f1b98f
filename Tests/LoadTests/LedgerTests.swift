import Testing

@testable import LoadTester

/// Scripted sequences of replies and ticks. Times are in milliseconds here.
@Suite struct LedgerTests {
  /// A ledger with one meeting of a minute, and its inputs.
  struct Script {
    var ledger: TickLedger

    init(lengthMs: Int64 = 60_000, endMs: Int64 = 100_000) {
      ledger = TickLedger(
        meetings: 1, shape: TickShape(tickMs: 1000, lengthMs: lengthMs), speakers: 4, steady: 0,
        end: endMs * 1_000_000)
    }

    mutating func ask() { ledger.asked(0) }

    mutating func answer(
      elapsed: Int64, at: Int64, isRunning: Bool = true, isOver: Bool = false
    ) {
      let clock = ReportedClock(elapsedMs: elapsed, at: at * 1_000_000, isRunning: isRunning)
      ledger.answered(0, clock, isOver: isOver)
    }

    mutating func start(at: Int64) {
      ask()
      answer(elapsed: 0, at: at)
    }

    mutating func tick(_ number: Int32, at: Double) {
      let moment = Int64(at * 1e6)
      ledger.tick(0, TickArrival(number: number, received: moment, sent: moment))
    }

    mutating func counts() -> TickCounts {
      _ = ledger.finish()
      return ledger.counts
    }
  }

  @Test func allInOrder() {
    var script = Script(endMs: 3500)
    script.start(at: 0)
    for number in 1...3 { script.tick(Int32(number), at: Double(number) * 1000 + 0.5) }
    let counts = script.counts()
    #expect(counts.expected == 3 && counts.received == 3 && counts.isPerfect)
    #expect(script.ledger.received.max == 500_000)
  }

  @Test func oneIsLostInTheMiddleAndOneAtTheEnd() {
    var script = Script(endMs: 4500)
    script.start(at: 0)
    for number in [1, 3] { script.tick(Int32(number), at: Double(number) * 1000) }
    let counts = script.counts()
    #expect(counts.expected == 4 && counts.received == 2 && counts.lost == 2)
    #expect(counts.duplicate == 0 && counts.reordered == 0)
  }

  @Test func aSecondOneIsADuplicate() {
    var script = Script(endMs: 2500)
    script.start(at: 0)
    for number in [1, 1, 2] { script.tick(Int32(number), at: 2001) }
    let counts = script.counts()
    #expect(counts.duplicate == 1 && counts.received == 2 && counts.lost == 0)
  }

  @Test func aLateOneAfterItsSuccessorIsReorderedAndNotLost() {
    var script = Script(endMs: 3500)
    script.start(at: 0)
    for number in [1, 3, 2] { script.tick(Int32(number), at: 3001) }
    let counts = script.counts()
    #expect(counts.reordered == 1 && counts.received == 3 && counts.lost == 0)
  }

  @Test func beforeItsTimeIsEarly() {
    var script = Script(endMs: 1500)
    script.start(at: 0)
    script.tick(1, at: 999.9)
    #expect(script.counts().early == 1)
  }

  /// The reply may arrive after the ticks that follow from it.
  @Test func ticksWaitForTheAnswer() {
    var script = Script(endMs: 2500)
    script.ask()
    script.tick(1, at: 1001)
    script.answer(elapsed: 0, at: 0)
    script.tick(2, at: 2001)
    let counts = script.counts()
    #expect(counts.received == 2 && counts.isPerfect)
    #expect(script.ledger.received.max == 1_000_000)
  }

  @Test func aHoldMovesWhatIsDue() {
    var script = Script(endMs: 5800)
    script.start(at: 0)
    script.tick(1, at: 1001)
    script.ask()
    // Paused from 1.3 s to 3.3 s: tick 2 is due at 4 s.
    script.answer(elapsed: 1300, at: 1300, isRunning: false)
    script.ask()
    script.answer(elapsed: 1300, at: 3300)
    script.tick(2, at: 4001)
    script.tick(3, at: 5001)
    let counts = script.counts()
    #expect(counts.expected == 3 && counts.isPerfect)
    #expect(script.ledger.received.max == 1_000_000)
  }

  @Test func aTickWhileHeldIsAStray() {
    var script = Script(endMs: 5000)
    script.start(at: 0)
    script.ask()
    script.answer(elapsed: 500, at: 500, isRunning: false)
    script.tick(1, at: 1001)
    let counts = script.counts()
    #expect(counts.stray == 1 && counts.expected == 0)
  }

  /// A tick that was due before the pause may be received after its reply.
  @Test func whatWasDueBeforeAHoldIsNotReordered() {
    var script = Script(endMs: 5000)
    script.start(at: 0)
    script.ask()
    script.answer(elapsed: 1100, at: 1100, isRunning: false)
    script.tick(1, at: 1101)
    let counts = script.counts()
    #expect(counts.received == 1 && counts.isPerfect)
  }

  @Test func skippedTicksAreNotLost() {
    var script = Script(endMs: 3300)
    script.start(at: 0)
    script.tick(1, at: 1001)
    script.ask()
    // At 1.5 s to the boundary at 15 s.
    script.answer(elapsed: 15_000, at: 1500)
    script.tick(16, at: 2501)
    let counts = script.counts()
    #expect(counts.expected == 2 && counts.isPerfect)
    #expect(script.ledger.received.max == 1_000_000)
  }

  @Test func aRefusedCommandChangesNothing() {
    var script = Script(endMs: 2500)
    script.start(at: 0)
    script.ask()
    script.tick(1, at: 1001)
    script.ledger.refused(0)
    script.tick(2, at: 2001)
    #expect(script.counts().isPerfect)
  }

  @Test func nothingIsDueAfterACancelOrTheEnd() {
    var cancelled = Script(endMs: 50_000)
    cancelled.start(at: 0)
    cancelled.tick(1, at: 1001)
    cancelled.ask()
    cancelled.answer(elapsed: 1500, at: 1500, isOver: true)
    #expect(cancelled.counts().expected == 1)

    var ended = Script(lengthMs: 2000, endMs: 50_000)
    ended.start(at: 0)
    ended.tick(1, at: 1001)
    ended.tick(2, at: 2001)
    ended.ledger.finished(0)
    let counts = ended.counts()
    #expect(counts.expected == 2 && counts.isPerfect)
  }

  @Test func ticksOfAMeetingWithoutAnAnswerAreNotJudged() {
    var script = Script(endMs: 5000)
    script.ask()
    script.tick(1, at: 1001)
    let counts = script.counts()
    #expect(counts.unjudged == 1 && counts.expected == 0)
  }

  @Test func speakersAreCounted() {
    var script = Script(endMs: 40_000)
    script.start(at: 0)
    script.ledger.speakerChanged(0, to: 1, elapsedMs: 15_000, at: 15_000_500_000)
    script.ledger.speakerChanged(0, to: 1, elapsedMs: 15_000, at: 15_100_000_000)
    // Speaker 2 is due at 30 s, and is not reported.
    _ = script.ledger.finish()
    #expect(script.ledger.speakers.received == 1)
    #expect(script.ledger.speakers.repeated == 1)
    #expect(script.ledger.speakers.missed == 1)
    #expect(script.ledger.speakerLateness.max == 500_000)
  }

  @Test func driftIsTheSlopeOfLateness() throws {
    var script = Script(endMs: 11_000)
    script.start(at: 0)
    // 2 ms later each second: 7.2 s per hour.
    for number in 1...10 { script.tick(Int32(number), at: Double(number) * 1002) }
    let drift = script.ledger.finish()
    #expect(drift.meetings == 1)
    #expect(abs(try #require(drift.medianUsPerHour) - 7_200_000) < 60)
    #expect(abs(try #require(drift.overallUsPerHour) - 7_200_000) < 60)
  }

  /// The end of the ramp is unknown before it occurs.
  @Test func latenessIsMeasuredFromTheSteadyPartOn() {
    var ledger = TickLedger(
      meetings: 1, shape: TickShape(tickMs: 1000, lengthMs: 60_000), speakers: 1)
    func tick(_ number: Int32, at ms: Int64) {
      ledger.tick(
        0, TickArrival(number: number, received: ms * 1_000_000, sent: ms * 1_000_000))
    }
    ledger.asked(0)
    ledger.answered(0, ReportedClock(elapsedMs: 0, at: 0, isRunning: true), isOver: false)
    tick(1, at: 1900)
    tick(2, at: 2001)
    ledger.begin(steady: 2_500_000_000, end: 4_500_000_000)
    tick(3, at: 3002)
    tick(4, at: 4003)
    tick(5, at: 5003)
    _ = ledger.finish()
    #expect(ledger.counts.received == 4 && ledger.counts.isPerfect)
    #expect(ledger.received.count == 2 && ledger.received.max == 3_000_000)
  }

  /// A timer that is suspended for a day, or never replies, uses no more memory.
  @Test func whatNeverComesTakesNoRoom() {
    var meeting = MeetingLedger()
    let shape = TickShape(tickMs: 1000, lengthMs: 86_400_000)
    meeting.asked()
    meeting.answered(
      ReportedClock(elapsedMs: 0, at: 0, isRunning: true), isOver: false, shape)
    #expect(meeting.judge(80_000, shape) == .taken(due: 80_000_000_000_000, isReordered: false))
    #expect(meeting.lost == 79_999)
    #expect(meeting.missing.count <= 2 * MeetingLedger.maxMissing)
    // The latest may still arrive.
    #expect(meeting.judge(79_990, shape) == .taken(due: 79_990_000_000_000, isReordered: true))
    #expect(meeting.lost == 79_998)
    meeting.asked()
    for number in 1...Int32(2 * MeetingLedger.maxWaiting) {
      meeting.wait(TickArrival(number: number, received: 0, sent: 0))
    }
    #expect(meeting.waiting.count == MeetingLedger.maxWaiting)
    #expect(meeting.unjudged == Int64(2 * MeetingLedger.maxWaiting))
  }
}

import Countdown
import StandupsDependencies
import Testing
import TimerAPI

@testable import TimerService

/// A countdown computed in the simplest way: millisecond by millisecond.
private struct NaiveCountdown {
  let schedule: SpeakerSchedule
  let tickMs: Int64
  var elapsed: Int64 = 0
  var isRunning = true
  var isFinished = false
  var speaker = 0
  /// The last checked millisecond of elapsed time.
  private var seenMs: Int64 = 0

  init(schedule: SpeakerSchedule, tickMs: Int64) {
    self.schedule = schedule
    self.tickMs = tickMs
  }

  /// Advances the time, then checks everything; returns the effects in order.
  mutating func look(afterNs ns: Int64) -> [Effect] {
    guard isRunning, !isFinished else { return [] }
    elapsed = min(elapsed + ns, schedule.durationMs * nsPerMs)
    var effects: [Effect] = []
    var lastTick: Int?
    while (seenMs + 1) * nsPerMs <= elapsed {
      seenMs += 1
      if speaker + 1 < schedule.speakers, schedule.start(of: speaker + 1) == seenMs {
        speaker += 1
        effects.append(.speakerChanged("a", speaker, seenMs))
      }
      if seenMs % tickMs == 0 {
        // Only the latest of several late ticks is sent.
        if let lastTick { effects.remove(at: lastTick) }
        lastTick = effects.count
        effects.append(
          .tick(
            "a",
            TickData(
              elapsedMs: seenMs, durationMs: schedule.durationMs, speaker: speaker,
              speakers: schedule.speakers, turnEndsMs: schedule.start(of: speaker + 1))))
      }
    }
    if elapsed == schedule.durationMs * nsPerMs {
      isFinished = true
      effects.append(.finished("a", schedule.durationMs))
    }
    return effects
  }

  mutating func skip() {
    speaker += 1
    seenMs = schedule.start(of: speaker)
    elapsed = seenMs * nsPerMs
  }
}

@Suite struct EnginePropertyTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func doesWhatTheNaiveOneDoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 { try oneMeeting(&random) }
  }

  private func oneMeeting(_ random: inout SeededGenerator) throws {
    let harness = Harness()
    harness.now.ns += Int64.random(in: 0..<nsPerMs, using: &random)
    let speakers = Int.random(in: 1...9, using: &random)
    let durationMs = Int64.random(in: Int64(speakers)...5000, using: &random)
    let tickMs = Int64.random(in: 10...1500, using: &random)
    // Every other meeting has turns of different lengths.
    let turnsMs =
      Bool.random(using: &random)
      ? (0..<speakers).map { _ in Int64.random(in: 1...900, using: &random) } : nil
    let schedule = try #require(
      turnsMs.map { SpeakerSchedule(turnsMs: $0) }
        ?? SpeakerSchedule(durationMs: durationMs, speakers: speakers))
    var naive = NaiveCountdown(schedule: schedule, tickMs: tickMs)
    try harness.start(
      durationMs: schedule.durationMs, speakers: speakers, turnsMs: turnsMs, tickMs: tickMs)

    var steps = 0
    while !naive.isFinished, steps < 400 {
      steps += 1
      var passed: Int64 = 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        // On time: no effect one nanosecond before the deadline, and one at it.
        guard let deadline = harness.engine.nextDeadline else { break }
        passed = deadline - harness.now.ns
        if passed > 0 {
          #expect(harness.stall(ns: passed - 1) == [])
          #expect(naive.look(afterNs: passed - 1) == [])
          passed = 1
        }
        harness.now.ns += passed
        _ = harness.engine.advance(to: harness.now, into: &harness.sink)
        #expect(!harness.sink.effects.isEmpty)
      case 6:
        passed = Int64.random(in: 0...2_000_000_000, using: &random)
        harness.now.ns += passed
        _ = harness.engine.advance(to: harness.now, into: &harness.sink)
      case 7:
        passed = Int64.random(in: 0...50_000_000, using: &random)
        harness.now.ns += passed
        _ = try harness.pause()
      case 8:
        passed = Int64.random(in: 0...50_000_000, using: &random)
        harness.now.ns += passed
        _ = try harness.resume()
      default:
        passed = Int64.random(in: 0...50_000_000, using: &random)
        harness.now.ns += passed
        var copy = naive
        _ = copy.look(afterNs: passed)
        let expected: Int? =
          copy.isFinished || copy.speaker + 1 == speakers ? nil : copy.speaker + 1
        #expect((try? harness.skip())?.speaker == expected)
        #expect(harness.takeEffects() == naive.look(afterNs: passed))
        if expected != nil { naive.skip() }
        passed = 0
      }
      #expect(harness.takeEffects() == naive.look(afterNs: passed))
      let status = try harness.get()
      naive.isRunning = naive.isFinished ? naive.isRunning : status.clock.isRunning
      #expect(status.clock.elapsedMs == naive.elapsed / nsPerMs)
      #expect(status.speaker == naive.speaker)
    }
  }

  @Test func aHundredThousandCountdownsEachTickOnTheirOwnSecond() throws {
    let harness = Harness()
    var counter = CountingSink()
    let count = 100_000
    for n in 0..<count {
      // Spread over the second, 10 µs apart.
      harness.now.ns += 10_000
      _ = try harness.engine.start(
        StartCountdown(
          id: "\(n)", durationMs: 2000, speakers: 2, labels: .init(type: "t", subject: "\(n)")),
        idempotencyKey: nil, at: harness.now, into: &counter)
    }
    #expect(counter == CountingSink())
    // 250 wake-ups, 10 ms apart, serve them all; the last deadline is two seconds after the last
    // start.
    for _ in 0..<250 {
      harness.now.ns += 10 * nsPerMs
      _ = harness.engine.advance(to: harness.now, into: &counter)
    }
    #expect(counter == CountingSink(ticks: 2 * count, changes: count, finishes: count))
    #expect(harness.engine.running == 0)
    #expect(harness.engine.count == count)
  }
}

private struct CountingSink: CountdownSink, Equatable {
  var ticks = 0
  var changes = 0
  var finishes = 0

  mutating func tick(_ data: TickData, from source: inout TickSource) -> Bool {
    ticks += 1
    return true
  }
  mutating func speakerChanged(_ key: CountdownKey, speaker: Int, elapsedMs: Int64) { changes += 1 }
  mutating func finished(_ key: CountdownKey, elapsedMs: Int64) { finishes += 1 }
  mutating func ended(_ key: CountdownKey) {}
}

import Countdown
import StandupsDependencies
import Standups
import Testing

private typealias Entry = MeetingSession.FloorChange

struct FloorLogTests {
  private func log(_ entries: [Entry], durationMs: Int64 = 30_000, speakers: Int = 3) throws
    -> FloorLog
  {
    FloorLog(
      entries: entries,
      schedule: try #require(SpeakerSchedule(durationMs: durationMs, speakers: speakers)))
  }

  private let began = Entry(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)

  @Test func wordsBelongToWhoeverHasTheFloor() throws {
    let log = try log([began])
    #expect(log.speaker(fromReal: 1_000, toReal: 4_000) == 0)
    #expect(log.speaker(fromReal: 10_000, toReal: 12_000) == 1)
    #expect(log.speaker(fromReal: 29_000, toReal: 45_000) == 2)
  }

  @Test func wordsThatRunOverStayWithWhoBeganThem() throws {
    let log = try log([began])
    #expect(log.speaker(fromReal: 8_000, toReal: 12_001) == 0)
    #expect(log.speaker(fromReal: 7_000, toReal: 13_600) == 0)
    #expect(log.speaker(fromReal: 9_000, toReal: 11_200) == 0)
  }

  @Test func wordsThatBeganEarlyBelongToTheNextTurn() throws {
    let log = try log([began])
    #expect(log.speaker(fromReal: 9_001, toReal: 10_999) == 0)
    #expect(log.speaker(fromReal: 9_001, toReal: 11_001) == 1)
    #expect(log.speaker(fromReal: 8_000, toReal: 12_500) == 1)
  }

  @Test func aLineOfNoLengthBelongsToItsBeginning() throws {
    let log = try log([began])
    #expect(log.speaker(fromReal: 10_000, toReal: 10_000) == 1)
    #expect(log.speaker(fromReal: 9_999, toReal: 5_000) == 0)
  }

  @Test func aPauseShiftsTheTurns() throws {
    let log = try log([
      began, Entry(sinceMs: 5_000, elapsedMs: 5_000, speakerIndex: 0, isRunning: false),
      Entry(sinceMs: 65_000, elapsedMs: 5_000, speakerIndex: 0, isRunning: true),
    ])
    #expect(log.elapsedMs(atReal: 40_000) == 5_000)
    #expect(log.speaker(fromReal: 20_000, toReal: 30_000) == 0)
    #expect(log.speaker(fromReal: 69_000, toReal: 69_900) == 0)
    #expect(log.speaker(fromReal: 70_000, toReal: 71_000) == 1)
    // Four seconds before the pause and one after it are one turn.
    #expect(log.parts(fromReal: 1_000, toReal: 71_000) == [0: 69_000, 1: 1_000])
  }

  @Test func aSkipJumps() throws {
    let log = try log([
      began, Entry(sinceMs: 2_000, elapsedMs: 10_000, speakerIndex: 1, isRunning: true),
    ])
    #expect(log.elapsedMs(atReal: 1_999) == 1_999)
    #expect(log.elapsedMs(atReal: 3_000) == 11_000)
    #expect(log.speaker(fromReal: 0, toReal: 3_999) == 0)
    #expect(log.speaker(fromReal: 0, toReal: 4_001) == 1)
    #expect(log.speaker(fromReal: 12_000, toReal: 13_000) == 2)
  }

  @Test func wordsAcrossACommandBelongToTheLongerPart() throws {
    // Next, a pause, and a pause at the moment of a change of turns.
    let paused = Entry(sinceMs: 8_000, elapsedMs: 8_000, speakerIndex: 0, isRunning: false)
    for (entries, boundary) in [
      ([began, Entry(sinceMs: 8_000, elapsedMs: 10_000, speakerIndex: 1, isRunning: true)], 8_000),
      (
        [
          began, paused, Entry(sinceMs: 9_000, elapsedMs: 10_000, speakerIndex: 1, isRunning: true),
        ], 9_000
      ),
    ] as [([Entry], Int64)] {
      let log = try log(entries)
      #expect(log.speaker(fromReal: boundary - 2_000, toReal: boundary + 1_999) == 0)
      #expect(log.speaker(fromReal: boundary - 2_000, toReal: boundary + 2_001) == 1)
    }
  }

  @Test func anEmptyLogNamesTheFirstSpeaker() throws {
    #expect(try log([]).speaker(fromReal: 5, toReal: 6) == 0)
    #expect(try log([]).elapsedMs(atReal: 5) == 0)
  }

  /// Compares with counting every millisecond.
  @Test(arguments: 0..<200) func attributionIsWhatCountingEachMillisecondGives(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let speakers = Int.random(in: 1...5, using: &random)
    let duration = Int64.random(in: Int64(speakers)...400, using: &random)
    let schedule = try #require(SpeakerSchedule(durationMs: duration, speakers: speakers))
    let log = FloorLog(entries: entries(schedule, using: &random), schedule: schedule)
    for _ in 0..<10 {
      let from = Int64.random(in: 0...500, using: &random)
      let to = from + Int64.random(in: 0...200, using: &random)
      var counted: [Int: Int64] = [:]
      for ms in from..<to { counted[log.speaker(atReal: ms), default: 0] += 1 }
      #expect(log.parts(fromReal: from, toReal: to) == counted)
      #expect(counted.values.reduce(0, +) == to - from)
      let most = counted.values.max()
      let expected = counted.filter { $0.value == most }.keys.min() ?? log.speaker(atReal: from)
      #expect(log.speaker(fromReal: from, toReal: to) == expected)
    }
  }

  /// A meeting with random pauses and skips.
  private func entries(
    _ schedule: SpeakerSchedule, using random: inout SeededGenerator
  ) -> [Entry] {
    var entries = [began]
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      guard let last = entries.last else { break }
      let pause = Int64.random(in: 0...80, using: &random)
      var entry = last
      entry.sinceMs += pause
      if last.isRunning { entry.elapsedMs = min(last.elapsedMs + pause, schedule.durationMs) }
      entry.speakerIndex = max(last.speakerIndex, schedule.speaker(at: entry.elapsedMs))
      if last.isRunning, Bool.random(using: &random), entry.speakerIndex < schedule.speakers - 1 {
        entry.speakerIndex += 1
        entry.elapsedMs = schedule.start(of: entry.speakerIndex)
      } else {
        entry.isRunning.toggle()
      }
      entries.append(entry)
    }
    return entries
  }
}

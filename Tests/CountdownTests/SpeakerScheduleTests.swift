import Countdown
import StandupsDependencies
import Testing

@Suite struct SpeakerScheduleTests {
  @Test(arguments: [(10_000, 3, [0, 3333, 6666, 10_000]), (2000, 3, [0, 666, 1333, 2000])])
  func theAppsRoundedThisWrong(durationMs: Int64, speakers: Int, boundaries: [Int64]) throws {
    let schedule = try #require(SpeakerSchedule(durationMs: durationMs, speakers: speakers))
    #expect((0...speakers).map(schedule.start(of:)) == boundaries)
    #expect((0..<speakers).map(schedule.turn(of:)).reduce(0, +) == durationMs)
    #expect(schedule.speaker(at: durationMs - 1) == speakers - 1)
    #expect(schedule.speaker(at: durationMs) == speakers - 1)
  }

  @Test(arguments: [(0, 1), (-5, 1), (1000, 0), (1000, -1), (2, 3), (Int64.min, 1)])
  func aTurnOfNoTimeIsRefused(durationMs: Int64, speakers: Int) {
    #expect(SpeakerSchedule(durationMs: durationMs, speakers: speakers) == nil)
  }

  @Test func aTurnOfOneMillisecondIsNot() throws {
    let schedule = try #require(SpeakerSchedule(durationMs: 3, speakers: 3))
    #expect((0...3).map { schedule.speaker(at: $0) } == [0, 1, 2, 2])
  }

  @Test func outsideTheMeetingIsClamped() throws {
    let schedule = try #require(SpeakerSchedule(durationMs: 900, speakers: 3))
    #expect(schedule.start(of: -1) == 0)
    #expect(schedule.start(of: 4) == 900)
    #expect(schedule.speaker(at: .min) == 0)
    #expect(schedule.speaker(at: .max) == 2)
  }

  /// Random schedules of every size, including the largest.
  private static let cases: [(Int64, Int)] = {
    var random = SeededGenerator(seed: 2)
    let some = (0..<2000).map { _ -> (Int64, Int) in
      let durationMs = Int64.random(in: 1...Int64.max >> Int64.random(in: 0..<60), using: &random)
      let most = Int(min(durationMs, Int64.max >> Int64.random(in: 0..<60, using: &random)))
      return (durationMs, Int.random(in: 1...max(1, most), using: &random))
    }
    return some + [(.max, .max), (.max, 1), (.max, .max - 1), (1, 1), (.max - 1, 3)]
  }()

  @Test func theLastTurnMayBeLonger() throws {
    let schedule = try #require(SpeakerSchedule(durationMs: 100, speakers: 3))
    #expect(schedule.longer(byMs: 50).turnsMs == [33, 33, 84])
    #expect(schedule.longer(byMs: .max) == schedule)
  }

  @Test func turnsAddUpAndBoundariesRise() throws {
    // Never empty because its 2,000 random schedules are made of a range.
    for (durationMs, speakers) in Self.cases {
      let schedule = try #require(SpeakerSchedule(durationMs: durationMs, speakers: speakers))
      #expect(schedule.start(of: 0) == 0)
      #expect(schedule.start(of: speakers) == durationMs)
      let step = max(1, speakers / 50)
      for index in stride(from: 0, to: speakers, by: step) {
        let turn = schedule.turn(of: index)
        // Fair to the millisecond, and each speaker has a turn.
        #expect(turn >= 1)
        let fair = durationMs / Int64(speakers)
        #expect(turn == fair || turn == fair + 1)
      }
    }
  }

  @Test func whoSpeaksIsTheInverseOfWhenTheyBegin() throws {
    // Never empty because its 2,000 random schedules are made of a range.
    for (durationMs, speakers) in Self.cases {
      let schedule = try #require(SpeakerSchedule(durationMs: durationMs, speakers: speakers))
      let step = max(1, speakers / 50)
      for index in stride(from: 0, to: speakers, by: step) {
        let start = schedule.start(of: index)
        #expect(schedule.speaker(at: start) == index)
        #expect(schedule.speaker(at: start + schedule.turn(of: index) - 1) == index)
        if index > 0 { #expect(schedule.speaker(at: start - 1) == index - 1) }
      }
    }
  }

  @Test func everyMillisecondHasOneSpeaker() throws {
    for speakers in 1...40 {
      let schedule = try #require(SpeakerSchedule(durationMs: 1013, speakers: speakers))
      var expected = 0
      for elapsed in Int64(0)..<1013 {
        if schedule.start(of: expected + 1) == elapsed { expected += 1 }
        #expect(schedule.speaker(at: elapsed) == expected)
      }
      #expect(expected == speakers - 1)
    }
  }
}

/// Turns of different lengths.
@Suite struct UnevenScheduleTests {
  @Test func turnsBeginWhereTheOnesBeforeEnd() throws {
    let schedule = try #require(SpeakerSchedule(turnsMs: [70_000, 1, 20_000]))
    #expect(schedule.durationMs == 90_001 && schedule.speakers == 3)
    #expect((-1...4).map(schedule.start(of:)) == [0, 0, 70_000, 70_001, 90_001, 90_001])
    #expect((0..<3).map(schedule.turn(of:)) == [70_000, 1, 20_000])
    let moments: [Int64] = [.min, 0, 69_999, 70_000, 70_001, 90_001, .max]
    #expect(moments.map { schedule.speaker(at: $0) } == [0, 0, 0, 1, 2, 2, 2])
    #expect(schedule.turnsMs == [70_000, 1, 20_000])
  }

  @Test func equalTurnsAreTheEvenSchedule() throws {
    let even = try #require(SpeakerSchedule(durationMs: 10_000, speakers: 3))
    let turns = (0..<3).map(even.turn(of:))
    #expect(SpeakerSchedule(turnsMs: turns) == even && even.turnsMs == nil)
    #expect(SpeakerSchedule(turnsMs: turns.reversed()) != even)
  }

  /// A weight of 3 is the same as three adjacent turns in a meeting where each weight of 1 has one.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aWeightIsSoManyTurns(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let weights = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Int.random(in: 1...10, using: &random)
    }
    let whole = weights.reduce(0, +)
    let durationMs = Int64.random(in: Int64(whole)...86_400_000, using: &random)
    let schedule = try #require(SpeakerSchedule(durationMs: durationMs, weights: weights))
    let naive = try #require(SpeakerSchedule(durationMs: durationMs, speakers: whole))
    var before = 0
    for (index, weight) in weights.enumerated() {
      #expect(schedule.start(of: index) == naive.start(of: before))
      before += weight
    }
    #expect(schedule.start(of: weights.count) == durationMs)
  }

  @Test func weightsThatMakeNoScheduleAreRefused() {
    #expect(SpeakerSchedule(durationMs: 100, weights: []) == nil)
    #expect(SpeakerSchedule(durationMs: 0, weights: [1]) == nil)
    #expect(SpeakerSchedule(durationMs: 100, weights: [1, 0]) == nil)
    #expect(SpeakerSchedule(durationMs: 2, weights: [1, 10]) == nil)
    #expect(SpeakerSchedule(durationMs: .max, weights: [.max, .max, .max]) == nil)
    #expect(SpeakerSchedule(durationMs: 100, weights: [3, 3, 3])?.turnsMs == nil)
  }

  @Test(arguments: [[], [0], [5, 0, 5], [5, -1], [.max, 1], [.min]] as [[Int64]])
  func turnsOfNoTimeOrTooMuchAreRefused(turnsMs: [Int64]) {
    #expect(SpeakerSchedule(turnsMs: turnsMs) == nil)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func whoSpeaksIsWhoeverBeganLast(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let turns = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      Int64.random(in: 1...50, using: &random)
    }
    let schedule = try #require(SpeakerSchedule(turnsMs: turns))
    var speaker = 0
    for elapsed in 0..<schedule.durationMs {
      if speaker + 1 < turns.count, schedule.start(of: speaker + 1) == elapsed { speaker += 1 }
      #expect(schedule.speaker(at: elapsed) == speaker)
    }
    #expect(speaker == turns.count - 1)
  }
}

import Countdown
import TestSupport
import Testing

@Suite("Examples for the page: who speaks when")
struct ScheduleVectorTests {
  private struct Case: Encodable {
    struct Turn: Encodable {
      var index: Int
      var startMs: Int64
      var turnMs: Int64
    }
    struct Moment: Encodable {
      var elapsedMs: Int64
      var speaker: Int
    }
    var durationMs: Int64
    var speakers: Int
    /// Nil if all turns are equal.
    var turnsMs: [Int64]?
    /// Nil if the time was not shared by weight.
    var weights: [Int]?
    /// Nil if a turn would have no time.
    var turns: [Turn]?
    var moments: [Moment]?

    init(_ durationMs: Int64, _ speakers: Int) {
      self.init(durationMs, speakers, SpeakerSchedule(durationMs: durationMs, speakers: speakers))
    }

    init(_ turnsMs: [Int64]) {
      self.init(turnsMs.reduce(0, +), turnsMs.count, SpeakerSchedule(turnsMs: turnsMs))
      self.turnsMs = turnsMs
    }

    init(_ durationMs: Int64, weights: [Int]) {
      let schedule = SpeakerSchedule(durationMs: durationMs, weights: weights)
      self.init(durationMs, weights.count, schedule)
      (self.weights, turnsMs) = (weights, schedule?.turnsMs)
    }

    private init(_ durationMs: Int64, _ speakers: Int, _ schedule: SpeakerSchedule?) {
      (self.durationMs, self.speakers) = (durationMs, speakers)
      guard let schedule else { return }
      // For many speakers, those at both ends and in the middle.
      let indices = Set([-1, 0, 1, 2, 3, speakers / 2, speakers - 1, speakers, speakers + 1])
        .filter { $0 <= speakers + 1 }.sorted()
      turns = indices.map {
        Turn(index: $0, startMs: schedule.start(of: $0), turnMs: schedule.turn(of: $0))
      }
      let boundaries = indices.map(schedule.start)
      let moments = Set(boundaries.flatMap { [$0 - 1, $0, $0 + 1] } + [durationMs / 2]).sorted()
      self.moments = moments.map { Moment(elapsedMs: $0, speaker: schedule.speaker(at: $0)) }
    }
  }

  @Test("Where turns begin, how long they are, and who speaks at a moment")
  func schedules() throws {
    let cases =
      [
        (100, 3), (60_000, 6), (300_000, 1), (300_000, 7), (1_000, 4), (7, 7), (10_001, 3),
        (1_800_000, 11), (86_400_000, 1000), (86_399_999, 997), (604_800_000, 1000),
        (2, 3), (0, 1), (1_000, 0), (-1, 1),
      ].map { Case($0.0, $0.1) }
      + [[1, 2, 3], [60_000, 1, 60_000], [250], [100_000, 40_000, 40_000, 1, 17_000]].map {
        Case($0)
      }
      + [
        Case(60_001, weights: [1, 2, 1]), Case(300_000, weights: [10, 1, 1, 7, 3]),
        Case(86_399_999, weights: [3, 3, 3]), Case(1_000, weights: [9]),
        Case(86_399_999, weights: (0..<1000).map { $0 % 10 + 1 }),
      ]
    try PageVectors.check(
      "schedule",
      about: """
        Speaker “index” (from 0) of a meeting of “durationMs” begins at “startMs” of elapsed time and has \
        “turnMs”; indices outside are clamped. At “elapsedMs”, which is clamped too, “speaker” speaks. \
        Without “turns” there is no such schedule. With “turnsMs” each turn is as long as it says; with \
        “weights” that is what they come to, and nothing where they are equal.
        """, cases)
  }
}

import Testing

@testable import TranscriptionService

@Suite struct AudioTimelineTests {
  /// Chunks of 100 ms that arrive at the given times, starting at a sample.
  @discardableResult
  func feed(
    _ timeline: inout AudioTimeline, from sample: Int, arrivals: [Int], wasHeldUp: Bool = false
  ) -> [Int] {
    arrivals.enumerated().compactMap { index, arrival in
      let start = sample + index * 1600
      return timeline.record(start..<start + 1600, arrivalMs: arrival, wasHeldUp: wasHeldUp)
    }
  }

  @Test func theFirstChunkTellsTheTime() {
    let timeline = AudioTimeline(count: 1600, arrivalMs: 5100, isContinued: false)
    #expect(timeline.ms(ofAudioMs: 0) == 5000)
    #expect(timeline.ms(ofAudioMs: 250) == 5250)
  }

  @Test func nothingIsSpokenBeforeTheStream() {
    let fresh = AudioTimeline(count: 16_000, arrivalMs: 20, isContinued: false)
    #expect(fresh.ms(ofAudioMs: 0) == 0)
    #expect(fresh.ms(ofAudioMs: 500) == 500)
    // For a continuing sender, the first chunk may have been recorded earlier.
    let continued = AudioTimeline(count: 16_000, arrivalMs: 20, isContinued: true)
    #expect(continued.ms(ofAudioMs: 500) == 0)
    #expect(continued.ms(ofAudioMs: 1480) == 500)
  }

  @Test func delaysOfTheNetworkDoNotMoveIt() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    let pauses = feed(&timeline, from: 1600, arrivals: [900, 950, 1000, 1050, 1100])
    #expect(pauses.isEmpty)
    #expect(timeline.ms(ofAudioMs: 400) == 400)
  }

  @Test func aPauseOfTheSenderShiftsWhatFollows() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    // 5 s without audio; then it continues with contiguous offsets.
    let pauses = feed(&timeline, from: 1600, arrivals: (0..<12).map { 5200 + $0 * 100 })
    #expect(pauses == [1600])
    #expect(timeline.ms(ofAudioMs: 50) == 50)
    #expect(timeline.ms(ofAudioMs: 100) == 5100)
    #expect(timeline.ms(ofAudioMs: 900) == 5900)
  }

  @Test func audioThatWaitedOnTheWayIsNoPause() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    // 3 s of audio arrive at once, 3 s late.
    let pauses = feed(&timeline, from: 1600, arrivals: Array(repeating: 3200, count: 31))
    #expect(pauses.isEmpty)
    #expect(timeline.ms(ofAudioMs: 100) == 100)
    #expect(timeline.ms(ofAudioMs: 3000) == 3000)
  }

  @Test func theBestChunkAfterAPauseTellsTheTime() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    feed(&timeline, from: 1600, arrivals: [5900, 5910, 5920, 5930, 5940])
    // The delay of the first chunk does not count: the last of the five was recorded at 5940 ms.
    #expect(timeline.ms(ofAudioMs: 600) == 5940)
    #expect(timeline.ms(ofAudioMs: 100) == 5440)
  }

  @Test func pausesAddUp() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    feed(&timeline, from: 1600, arrivals: (0..<12).map { 2200 + $0 * 100 })
    let pauses = feed(&timeline, from: 20_800, arrivals: (0..<12).map { 10_200 + $0 * 100 })
    #expect(pauses == [20_800])
    #expect(timeline.ms(ofAudioMs: 1000) == 3000)
    #expect(timeline.ms(ofAudioMs: 1300) == 10_100)
  }

  @Test func whoHadToWaitForCreditDidNotPause() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    let pauses = feed(
      &timeline, from: 1600, arrivals: (0..<20).map { 5200 + $0 * 100 }, wasHeldUp: true)
    #expect(pauses.isEmpty)
    #expect(timeline.ms(ofAudioMs: 100) == 100)
  }

  @Test func aSenderThatGoesOnHadAudioWaiting() {
    // The service was unavailable for 4 s; the first chunk was recorded then, and the rest follows
    // at once.
    var timeline = AudioTimeline(count: 1600, arrivalMs: 34_100, isContinued: true)
    feed(&timeline, from: 1600, arrivals: Array(repeating: 34_100, count: 40))
    #expect(timeline.ms(ofAudioMs: 0) == 30_000)
    #expect(timeline.ms(ofAudioMs: 4100) == 34_100)
  }

  @Test func aBacklogIsBounded() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 60_100, isContinued: true)
    feed(&timeline, from: 1600, arrivals: Array(repeating: 60_100, count: 300))
    #expect(timeline.ms(ofAudioMs: 0) == 50_000)
  }

  @Test func whatComesFasterThanItIsSpokenKeepsItsOffsets() {
    // A file sent as fast as possible, from its start.
    var timeline = AudioTimeline(count: 1600, arrivalMs: 0, isContinued: false)
    feed(&timeline, from: 1600, arrivals: Array(repeating: 10, count: 300))
    #expect(timeline.ms(ofAudioMs: 30_000) == 30_000)
  }

  @Test func manyPausesAreBounded() {
    var timeline = AudioTimeline(count: 1600, arrivalMs: 100, isContinued: false)
    for number in 1...200 {
      timeline.record(
        number * 1600..<(number + 1) * 1600, arrivalMs: number * 10_000, wasHeldUp: false)
    }
    #expect(timeline.ms(ofAudioMs: 20_000) == 1_999_900)
  }

  @Test func aLineIsOnOneSideOfAPause() {
    var timeline = AudioTimeline(count: 16_000, arrivalMs: 1000, isContinued: false)
    feed(&timeline, from: 16_000, arrivals: (0..<12).map { 21_100 + $0 * 100 })
    #expect(timeline.span(fromAudioMs: 100, toAudioMs: 1200) == (100, 1200))
    #expect(timeline.span(fromAudioMs: 800, toAudioMs: 2000) == (20_800, 22_000))
    #expect(timeline.span(fromAudioMs: 100, toAudioMs: 900) == (100, 900))
    #expect(timeline.span(fromAudioMs: 1000, toAudioMs: 1100) == (21_000, 21_100))
    // A span that extends far on both sides lasts as long as the pause.
    #expect(timeline.span(fromAudioMs: 100, toAudioMs: 2000) == (100, 22_000))
  }
}

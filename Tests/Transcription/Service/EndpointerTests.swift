import TestSupport
import Testing

@testable import TranscriptionService

/// Properties that hold for all audio, tested with many synthetic conversations.
struct EndpointerTests {
  /// A conversation: bursts of "speech" in quiet noise, and the positions of the bursts.
  private struct Conversation {
    var samples: [Int16]
    var bursts: [Range<Int>]

    init(seed: Int) {
      var signal = Signal(seed: UInt64(seed))
      bursts = []
      for _ in 0..<signal.pick(1...8) {
        signal.noise(Double(signal.pick(0...250)) / 100, -70)
        let start = signal.samples.count
        signal.noise(Double(signal.pick(20...2_000)) / 100, Double(signal.pick(-40 ... -15)))
        bursts.append(start..<signal.samples.count)
      }
      if signal.pick(0...1) == 0 { signal.noise(1, -70) }
      samples = signal.samples
    }
  }

  private func utterances(_ events: [Endpointer.Event]) -> [Utterance] {
    events.compactMap { if case .utterance(let utterance) = $0 { utterance } else { nil } }
  }

  private func all(_ samples: [Int16]) -> [Endpointer.Event] {
    var endpointer = Endpointer()
    return endpointer.feed(samples) + endpointer.flush()
  }

  @Test(arguments: Effort.seeds(8, of: 25)) func segmentsAreOrderedBoundedAndTrueToTheAudio(
    _ seed: Int
  ) {
    let conversation = Conversation(seed: seed)
    let found = utterances(all(conversation.samples))
    var last = 0
    #expect(!found.isEmpty)
    for utterance in found {
      #expect(utterance.start >= last)
      #expect(!utterance.samples.isEmpty)
      #expect(utterance.samples.count <= 14 * 16_000)
      #expect(utterance.end <= conversation.samples.count)
      // As a Bool, so that a failure does not print the audio.
      let isTrue = utterance.samples[...] == conversation.samples[utterance.start..<utterance.end]
      #expect(isTrue)
      last = utterance.end
    }
  }

  @Test(arguments: Effort.seeds(8, of: 25)) func everythingSpokenIsCovered(_ seed: Int) {
    let conversation = Conversation(seed: seed)
    let found = utterances(all(conversation.samples))
    #expect(!conversation.bursts.isEmpty)
    for burst in conversation.bursts {
      var covered = burst.lowerBound
      for utterance in found where utterance.start <= covered && utterance.end > covered {
        covered = utterance.end
      }
      // The last frame of a burst may be mostly silence.
      #expect(covered >= burst.upperBound - AudioFrame.length, "seed \(seed), \(burst)")
    }
  }

  @Test(arguments: Effort.seeds(6, of: 15)) func chunkingDoesNotMatter(_ seed: Int) {
    let conversation = Conversation(seed: seed)
    var signal = Signal(seed: UInt64(seed) + 1_000)
    let cuts = (0..<3).map { _ in signal.pick(0...conversation.samples.count) }
    var whole = Endpointer()
    var pieces = Endpointer()
    for cut in cuts { #expect(whole.cut(at: cut).isEmpty && pieces.cut(at: cut).isEmpty) }
    let expected = whole.feed(conversation.samples) + whole.flush()
    var events: [Endpointer.Event] = []
    var offset = 0
    while offset < conversation.samples.count {
      let end = min(offset + signal.pick(0...5_000), conversation.samples.count)
      events += pieces.feed(Array(conversation.samples[offset..<end]))
      offset = end
    }
    events += pieces.flush()
    let same = events == expected
    #expect(same, "\(utterances(events).map(\.start)), \(utterances(expected).map(\.start))")
  }

  @Test func silenceAndSteadyRoomNoiseGiveNothing() {
    var signal = Signal()
    signal.silence(60)
    #expect(all(signal.samples).count == 0)
    var room = Signal()
    room.noise(60, -65)
    #expect(all(room.samples).count == 0)
    #expect(all([]).isEmpty)
  }

  @Test(arguments: [-50.0, -65]) func quietSpeechIsFound(_ decibels: Double) {
    var signal = Signal()
    signal.noise(3, -84)
    signal.noise(1, decibels)
    signal.noise(1, -84)
    #expect(utterances(all(signal.samples)).count == 1)
  }

  @Test func speechLittleLouderThanTheNoiseIsFound() {
    var signal = Signal()
    signal.noise(60, -50)
    signal.noise(2, -42)
    signal.noise(3, -50)
    let last = utterances(all(signal.samples)).last
    #expect((59 * 16_000...60 * 16_000).contains(last?.start ?? 0))
    #expect((62 * 16_000...63 * 16_000).contains(last?.end ?? 0))
  }

  @Test func holdsNoMoreThanOneUtterance() {
    var signal = Signal()
    signal.noise(120, -20)
    var endpointer = Endpointer()
    var count = 0
    for offset in stride(from: 0, to: signal.samples.count, by: 800) {
      count += utterances(endpointer.feed(Array(signal.samples[offset..<offset + 800]))).count
      #expect(endpointer.buffered <= 14 * 16_000 + AudioFrame.length)
    }
    #expect(count >= 8)
    let quiet = endpointer.feed([Int16](repeating: 0, count: 16_000 * 60))
    #expect(utterances(quiet).count == 1)
    #expect(endpointer.buffered <= 16 * AudioFrame.length)
  }

  @Test func guessesComeWhileSpeaking() {
    var signal = Signal()
    signal.noise(1, -70)
    signal.noise(4, -20)
    var endpointer = Endpointer()
    let guesses = endpointer.feed(signal.samples).compactMap {
      if case .speaking(let utterance) = $0 { utterance } else { nil as Utterance? }
    }
    #expect(guesses.count == 5)
    #expect(Set(guesses.map(\.start)).count == 1)
    #expect(guesses.map(\.end) == guesses.map(\.end).sorted())
  }

  @Test func aCutDividesAnUtteranceWherePossibleInAPause() throws {
    var signal = Signal()
    signal.noise(1, -70)
    signal.noise(1.9, -20)
    signal.noise(0.1, -70)
    signal.noise(2, -20)
    signal.noise(1, -70)
    var endpointer = Endpointer()
    // The pause is from 2.9 s to 3.0 s; the sender paused at 2.8 s.
    let found = utterances(
      endpointer.cut(at: 44_800) + endpointer.feed(signal.samples) + endpointer.flush())
    try #require(found.count == 2)
    #expect((46_400...48_000).contains(found[0].end))
    #expect(found[1].start == found[0].end)
  }

  @Test func aCutInSilenceIsExactAndKeepsTheLeadInOnItsSide() throws {
    var signal = Signal()
    signal.noise(1.1, -70)
    signal.noise(1, -20)
    signal.noise(1, -70)
    var endpointer = Endpointer()
    let cut = 16_000
    let found = utterances(endpointer.cut(at: cut) + endpointer.feed(signal.samples))
    try #require(found.count == 1)
    #expect(found[0].start == cut)
  }

  @Test func aLateCutDividesWhatIsStillThere() throws {
    var signal = Signal()
    signal.noise(1, -70)
    signal.noise(3, -20)
    var endpointer = Endpointer()
    #expect(utterances(endpointer.feed(signal.samples)).isEmpty)
    let found = utterances(endpointer.cut(at: 40_000))
    try #require(found.count == 1)
    #expect(abs(found[0].end - 40_000) <= 11 * AudioFrame.length)
    #expect(endpointer.cut(at: 8_000).isEmpty)
  }

  @Test func cutsToComeAreBounded() {
    var endpointer = Endpointer()
    for cut in 1...1_000 { #expect(endpointer.cut(at: cut * 16_000).isEmpty) }
    var signal = Signal()
    signal.noise(100, -20)
    let ends = utterances(endpointer.feed(signal.samples)).map(\.end)
    #expect(ends.count >= 64)
    #expect(ends.count <= 70)
  }

  @Test func afterAFlushItGoesOnElsewhere() throws {
    var signal = Signal()
    signal.noise(1, -70)
    signal.noise(1, -20)
    var endpointer = Endpointer()
    let before = utterances(endpointer.feed(signal.samples) + endpointer.flush())
    #expect(before.count == 1)
    endpointer.skip(to: 1_000_000)
    #expect(endpointer.position == 1_000_000)
    let after = utterances(endpointer.feed(signal.samples) + endpointer.flush())
    try #require(after.count == 1)
    #expect(after[0].start >= 1_000_000)
    #expect(after[0].end == 1_032_000)
  }

  @Test func timeWithoutAudioTeachesNothingAboutTheRoom() {
    var signal = Signal()
    signal.noise(20, -52)
    var endpointer = Endpointer()
    _ = endpointer.feed(signal.samples)
    _ = endpointer.feedSilence(16_000)
    var more = Signal(seed: 2)
    more.noise(5, -52)
    #expect(endpointer.feed(more.samples).count == 0)
  }
}

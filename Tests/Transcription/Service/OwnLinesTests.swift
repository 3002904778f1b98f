import Foundation
import StandupsDependencies
import Testing
import TranscriptionAPI

@testable import TranscriptionService

/// Doubles among the lines of several own microphones.
@Suite final class OwnLinesTests {
  private static let ann = UUID(number: 1)
  private static let bob = UUID(number: 2)
  private static let cy = UUID(number: 3)
  private static let said = "Yesterday I fixed the login page."

  private var lines = OwnLines()

  /// 0.3 s of background, 2 s of syllables of random loudness, and 0.2 s of background.
  ///
  /// - Parameters:
  ///   - seed: the voice and its rhythm.
  ///   - level: level of the loudest syllable, in decibels.
  ///   - noise: background, in decibels.
  private static func contour(_ seed: UInt64, _ level: Float, noise: Float = -68)
    -> LoudnessContour
  {
    var random = SeededGenerator(seed: seed)
    var levels = [Float](repeating: noise, count: 15)
    for _ in 0..<100 { levels.append(max(noise, level - Float(random.next() % 15))) }
    return LoudnessContour(levels: levels + [Float](repeating: noise, count: 10))
  }

  /// Adds a line; returns its key.
  private func add(
    _ person: UUID, _ contour: LoudnessContour, at fromMs: Int64 = 10_000, _ text: String = said
  ) -> String {
    let key = "\(person)-\(lines.lines.count)-\(fromMs)"
    lines.add(
      TranscriptLine(
        key: key, fromMs: fromMs, toMs: fromMs + Int64(20 * contour.levels.count), text: text),
      of: person, contour: contour, recognizedMs: 7)
    return key
  }

  private func deliver(_ key: String) -> Bool { delivered(key) != nil }

  /// Returns the line that is delivered; one that is unknown has no text.
  private func delivered(_ key: String) -> TranscriptionAPI.TranscriptLine? {
    let known = lines.lines.first { $0.key == key }?.line
    return lines.deliver(
      known ?? TranscriptionAPI.TranscriptLine(key: key, fromMs: 0, toMs: 0, text: ""))
  }

  private func isDoubtful(_ key: String) -> Bool { lines.doubtfulSinceMs(key) == 7 }

  /// Lets a person speak alone, so that their level is known.
  private func introduce(_ person: UUID, _ level: Float) {
    let key = add(person, Self.contour(99, level), at: 0, "Hello.")
    #expect(deliver(key))
  }

  @Test(arguments: [false, true]) func theNearerMicrophoneKeepsTheWords(isFarFirst: Bool) {
    let near = add(Self.ann, Self.contour(7, -25))
    let far = add(
      Self.bob, Self.contour(7, -40, noise: -60), at: 10_060, "yesterday i fix the login page")
    #expect(isDoubtful(near) && isDoubtful(far))
    let delivered = (isFarFirst ? [far, near] : [near, far]).filter { deliver($0) }
    #expect(delivered == [near])
    #expect(lines.undecided.isEmpty)
  }

  /// Bob's microphone is so sensitive that it records Ann louder than her own does.
  @Test func theLevelOfEachPersonCounts() {
    introduce(Self.ann, -40)
    introduce(Self.bob, -15)
    let near = add(Self.ann, Self.contour(7, -40))
    let far = add(Self.bob, Self.contour(7, -30))
    #expect(!isDoubtful(near) && isDoubtful(far))
    #expect(!deliver(far))
    #expect(deliver(near))
  }

  /// Without known levels, the background shows that a microphone is sensitive.
  @Test func theBackgroundCountsUntilTheLevelsAreKnown() {
    let near = add(Self.ann, Self.contour(7, -40, noise: -75))
    let far = add(Self.bob, Self.contour(7, -30, noise: -50))
    #expect(!deliver(far))
    #expect(deliver(near))
  }

  @Test func ofEquallyNearMicrophonesTheEarlierOneKeepsTheWords() {
    let early = add(Self.bob, Self.contour(7, -30))
    let late = add(Self.ann, Self.contour(7, -30), at: 10_040)
    #expect(!deliver(late))
    #expect(deliver(early))
  }

  @Test func whatWasDeliveredStays() {
    let far = add(Self.bob, Self.contour(7, -40))
    #expect(deliver(far))
    let near = add(Self.ann, Self.contour(7, -25))
    #expect(!deliver(near))
    // Repeating the decision changes nothing.
    #expect(deliver(far))
  }

  @Test func ofThreeMicrophonesOneKeepsTheWords() {
    let keys = [
      add(Self.ann, Self.contour(7, -40)), add(Self.bob, Self.contour(7, -25)),
      add(Self.cy, Self.contour(7, -45)),
    ]
    #expect(keys.filter { deliver($0) } == [keys[1]])
  }

  @Test func theSameWordsOfTwoVoicesAreBothKept() {
    let one = add(Self.ann, Self.contour(7, -25))
    let other = add(Self.bob, Self.contour(8, -40))
    #expect(deliver(one) && deliver(other))
  }

  @Test func otherWordsAndOtherTimesAreNoDoubles() {
    let near = add(Self.ann, Self.contour(7, -25))
    let other = add(Self.bob, Self.contour(7, -40), "Can you hear me in the other room?")
    let later = add(Self.bob, Self.contour(7, -40), at: 13_500)
    #expect([near, other, later].allSatisfy { deliver($0) })
  }

  /// Bob answers at once, so that the microphone has Ann's words and Bob's in one line.
  @Test func wordsBeyondThoseOfTheOtherMicrophoneAreKept() {
    let near = add(Self.ann, Self.contour(7, -25))
    let both = add(Self.bob, Self.contour(7, -40), Self.said + " I can test it")
    #expect(deliver(near) && deliver(both))
  }

  /// Bob comments while Ann speaks.
  @Test func wordsInTheMiddleOfThoseOfTheOtherMicrophoneAreKept() {
    let near = add(Self.ann, Self.contour(7, -25))
    let both = add(
      Self.bob, Self.contour(7, -40), "Yesterday I fixed oh that is great the login page")
    #expect(deliver(near) && deliver(both))
  }

  /// A farther microphone ends its line at a pause of Ann, and its line waits only so long. The words that
  /// it has are not repeated, and the others are Ann's.
  @Test func ofALongerLineTheWordsThatWereNotDeliveredAreDelivered() {
    let whole = Self.contour(7, -25)
    let half = whole.levels.count / 2
    let early = add(
      Self.bob, LoudnessContour(levels: whole.levels[..<half].map { $0 - 15 }),
      "yesterday I fix the login page")
    #expect(deliver(early))
    let near = add(
      Self.ann, whole, "Yesterday I fixed the login page, and then I deployed it.")
    let late = add(
      Self.bob, LoudnessContour(levels: whole.levels[half...].map { $0 - 15 }),
      at: 10_000 + Int64(20 * half), "and then I deployed it")
    let line = delivered(near)
    #expect(line?.text == "and then I deployed it.")
    #expect(line?.fromMs == 10_000 + Int64(20 * half))
    // Repeating the decision changes nothing.
    #expect(delivered(near) == line)
    #expect(!deliver(late))
    #expect(lines.undecided.isEmpty)
  }

  @Test func aShortLineIsADoubleOnlyIfItsPersonIsLouder() {
    let first = add(Self.ann, Self.contour(7, -25), "Yes.")
    let unknown = add(Self.bob, Self.contour(7, -40), "Yes.")
    #expect(deliver(first) && deliver(unknown))
    introduce(Self.cy, -25)
    let distant = add(Self.cy, Self.contour(7, -40), "Yes.")
    #expect(!deliver(distant))
    let own = add(Self.cy, Self.contour(7, -30), "Yes.")
    #expect(deliver(own))
  }

  /// The other microphone may have ended its lines elsewhere.
  @Test func severalLinesOfTheOtherMicrophoneAreCompared() {
    let whole = Self.contour(7, -25)
    let half = whole.levels.count / 2
    let first = add(
      Self.ann, LoudnessContour(levels: Array(whole.levels[..<half])), "Yesterday I fixed")
    let second = add(
      Self.ann, LoudnessContour(levels: Array(whole.levels[half...])),
      at: 10_000 + Int64(20 * half),
      "the login page.")
    let far = add(Self.bob, Self.contour(7, -40))
    #expect(!deliver(far))
    #expect(deliver(first) && deliver(second))
  }

  @Test func olderLinesAreForgottenAndDelivered() {
    let far = add(Self.bob, Self.contour(7, -40))
    for number in 0..<OwnLines.maxLines {
      _ = add(Self.ann, Self.contour(7, -25), at: Int64(20_000 * (number + 1)))
    }
    #expect(lines.lines.count == OwnLines.maxLines)
    #expect(deliver(far))
    #expect(!isDoubtful(far))
  }

  @Test func aContourIsBoundedAndEmptyAudioIsSilent() {
    let long = LoudnessContour(of: [Int16](repeating: 100, count: 16_000 * 60))
    #expect(long.levels.count == LoudnessContour.maxFrames)
    let none = LoudnessContour(of: [])
    #expect(none.levels.isEmpty && none.background == LoudnessContour.silence)
    #expect(ContourPair((0, none), [(0, none)]) == nil)
    let steady = LoudnessContour(levels: [Float](repeating: -30, count: 50))
    #expect(ContourPair((0, steady), [(0, steady)])?.likeness == 0)
  }
}

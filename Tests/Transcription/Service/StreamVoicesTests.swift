import Foundation
import Testing
import TranscriptionAPI
import Voices

@testable import TranscriptionService

/// The windows of a stream, without a service.
@Suite struct StreamVoicesTests {
  private static let ann = ScriptedVoices.ann
  private static let bob = ScriptedVoices.bob

  private static func voices(
    _ listed: [RoomVoice] = ScriptedVoices.both, others: Int = 0, turn: UUID? = ann
  ) -> StreamVoices {
    var voices = StreamVoices()
    voices.set(listed, others: others) { ScriptedVoices.engine().open($0, $1) }
    voices.set([RoomTurn(atMs: 0, person: turn?.uuidString)])
    return voices
  }

  private static let audio = Utterance(
    start: 16_000, samples: ScriptedVoices.monologue(isLoud: true))

  /// Computes all windows; returns their number.
  private func compute(_ voices: inout StreamVoices) throws -> Int {
    var count = 0
    while let window = voices.next() {
      voices.computed(window, try ScriptedVoices.embedding(of: window.samples))
      count += 1
    }
    return count
  }

  @Test func anUtteranceGoesToTheVoiceAndItsWindowsAreDropped() throws {
    var voices = Self.voices(turn: Self.bob)
    voices.add(0, Self.audio, fromMs: 1_000, isFinal: true)
    #expect(!voices.isComplete(0))
    #expect(try compute(&voices) > 1)
    #expect(voices.isComplete(0))
    #expect(voices.attribute(0).map(\.person) == [Self.ann])
    // Nothing is left of it.
    #expect(voices.attribute(0).isEmpty)
  }

  @Test func windowsOfThePartialTextAreComputedOnce() throws {
    var whole = Self.voices()
    whole.add(0, Self.audio, fromMs: 0, isFinal: true)
    let count = try compute(&whole)
    var voices = Self.voices()
    let part = Utterance(start: 16_000, samples: Array(Self.audio.samples.prefix(48_000)))
    voices.add(0, part, fromMs: 0, isFinal: false)
    let early = try compute(&voices)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    #expect(early > 0)
    #expect(try compute(&voices) == count - early)
    #expect(voices.attribute(0) == whole.attribute(0))
  }

  @Test func lateUtterancesWaitForTheOthersAndForTheirLines() throws {
    var voices = Self.voices(turn: Self.bob)
    voices.add(0, Self.audio, fromMs: 1_000, isFinal: true)
    voices.postpone(0)
    let next = Utterance(start: Self.audio.end, samples: Self.audio.samples)
    voices.add(1, next, fromMs: 20_000, isFinal: true)
    #expect(voices.next()?.utterance == 1)
    voices.drop(1)
    voices = Self.voices(turn: Self.bob)
    voices.add(0, Self.audio, fromMs: 1_000, isFinal: true)
    voices.postpone(0)
    #expect(voices.attributeLate(before: 1).isEmpty)
    #expect(try compute(&voices) > 1)
    // Its line is not delivered yet.
    #expect(voices.attributeLate(before: 0).isEmpty)
    let toMs = 1_000 + Int64(Self.audio.samples.count / 16)
    #expect(
      voices.attributeLate(before: 1)
        == [StreamVoices.Reconsidered(fromMs: 1_000, toMs: toMs, person: Self.ann)])
    #expect(voices.attributeLate(before: 1).isEmpty)
  }

  @Test func onlySomeLateUtterancesAreKeptAndNoneAfterAWithdrawal() throws {
    var voices = Self.voices()
    for number in 0...StreamVoices.maxLate {
      voices.add(number, Self.audio, fromMs: Int64(number) * 20_000, isFinal: true)
      voices.postpone(number)
    }
    #expect(voices.isComplete(0))
    #expect(!voices.isComplete(1))
    voices.set([], others: 2) { _, _ in nil }
    #expect(voices.next() == nil)
    #expect(voices.attributeLate(before: .max).isEmpty)
  }

  @Test func oneWindowIsComputedAtATime() throws {
    var voices = Self.voices()
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    let begun = voices.next()
    let first = try #require(begun)
    #expect(voices.next() == nil)
    voices.computed(first, nil)
    #expect(voices.next()?.range != first.range)
  }

  @Test(arguments: [nil, UUID()])
  func inTheTurnOfAPersonWhoHasNotAgreedNothingIsComputed(_ person: UUID?) {
    var voices = Self.voices(others: 1, turn: person)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    #expect(voices.next() == nil)
    #expect(voices.isComplete(0))
    #expect(voices.attribute(0).isEmpty)
  }

  @Test func withoutATurnOrAConsentNothingIsComputed() {
    var unknown = StreamVoices()
    unknown.set(ScriptedVoices.both, others: 0) { _, _ in nil }
    unknown.add(0, Self.audio, fromMs: 0, isFinal: true)
    #expect(unknown.next() == nil)
    var nobody = Self.voices([])
    nobody.add(0, Self.audio, fromMs: 0, isFinal: true)
    #expect(!nobody.isListening)
    #expect(nobody.next() == nil)
  }

  @Test func aWithdrawalEndsItAtOnce() throws {
    var voices = Self.voices(turn: Self.bob)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    let begun = voices.next()
    let window = try #require(begun)
    voices.set([ScriptedVoices.voice(Self.bob, isLoud: false)], others: 1) { _, _ in nil }
    #expect(voices.consents.keys.map { $0 } == [Self.bob])
    voices.computed(window, try ScriptedVoices.embedding(of: window.samples))
    _ = try compute(&voices)
    #expect(!voices.attribute(0).contains { $0.person == Self.ann })
    voices.set([], others: 2) { _, _ in nil }
    #expect(!voices.isListening)
    #expect(voices.learned { _, _ in "sealed" }.isEmpty)
  }

  /// Speech in the turn of a person is not compared after they have withdrawn.
  @Test func windowsInTheTurnOfAWithdrawnPersonAreDropped() throws {
    var voices = Self.voices(turn: Self.ann)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    let begun = voices.next()
    let window = try #require(begun)
    #expect(voices.needs(window))
    voices.set([ScriptedVoices.voice(Self.bob, isLoud: false)], others: 1) { _, _ in nil }
    #expect(!voices.needs(window))
    voices.computed(window, try ScriptedVoices.embedding(of: window.samples))
    #expect(voices.next() == nil)
    #expect(voices.isComplete(0))
    #expect(voices.attribute(0).isEmpty)
  }

  @Test func windowsInATurnThatIsNowAnotherPersonsAreDropped() throws {
    var voices = Self.voices(turn: Self.ann)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    let begun = voices.next()
    let window = try #require(begun)
    voices.computed(window, try ScriptedVoices.embedding(of: window.samples))
    voices.set([RoomTurn(atMs: 0, person: UUID().uuidString)])
    #expect(voices.next() == nil)
    #expect(voices.attribute(0).isEmpty)
    // An undo gives the turn back.
    voices.add(1, Self.audio, fromMs: 0, isFinal: false)
    voices.set([RoomTurn(atMs: 0, person: Self.ann.uuidString)])
    voices.add(1, Self.audio, fromMs: 0, isFinal: true)
    #expect(try compute(&voices) > 1)
  }

  @Test func whoeverAgreesAgainIsKnownByTheNewConsentOnly() {
    var voices = Self.voices([ScriptedVoices.voice(Self.ann, isLoud: true)])
    let again = RoomVoice(person: Self.ann.uuidString, consent: UUID().uuidString)
    voices.set([again], others: 0) { _, _ in nil }
    #expect(voices.consents == [Self.ann: again.consent])
  }

  @Test func newTurnsReplaceThoseFromTheirBeginningOn() throws {
    var voices = Self.voices(turn: nil)
    voices.set([RoomTurn(atMs: 10_000, person: Self.ann.uuidString), RoomTurn(atMs: 20_000)])
    voices.add(0, Self.audio, fromMs: 12_000, isFinal: true)
    #expect(voices.next() != nil)
    // An undo or a skipped speaker.
    var undone = Self.voices(turn: nil)
    undone.set([RoomTurn(atMs: 10_000, person: Self.ann.uuidString)])
    undone.set([RoomTurn(atMs: 9_000)])
    undone.add(0, Self.audio, fromMs: 12_000, isFinal: true)
    #expect(undone.next() == nil)
  }

  @Test func whatWasLearnedNamesTheConsent() throws {
    var voices = Self.voices(turn: Self.ann)
    voices.add(0, Self.audio, fromMs: 0, isFinal: true)
    _ = try compute(&voices)
    _ = voices.attribute(0)
    let learned = voices.learned { _, person in person == Self.ann ? "sealed" : nil }
    #expect(learned.map(\.person) == [Self.ann.uuidString.lowercased()])
    #expect(learned.map(\.consent) == [ScriptedVoices.consent])
  }

  @Test func atMost32PersonsAreCandidates() {
    let many = (0..<40).map { _ in
      RoomVoice(person: UUID().uuidString, consent: ScriptedVoices.consent)
    }
    #expect(Self.voices(many).consents.count == RoomVoice.maxInRoom)
  }
}

import Foundation
import StandupsDependencies
import Testing

@testable import Voices

struct RoomVoicesTests {
  private var voices = InventedVoices()
  private let annThenBen = [
    VoiceTurn(fromMs: 0, person: ann), VoiceTurn(fromMs: 60_000, person: ben),
  ]

  private mutating func known() -> RoomVoices {
    RoomVoices(
      candidates: [
        VoiceCandidate(person: ann, print: voices.print(1)),
        VoiceCandidate(person: ben, print: voices.print(2)),
      ], others: 0)
  }

  private func unknown(others: Int = 0) -> RoomVoices {
    RoomVoices(
      candidates: [VoiceCandidate(person: ann), VoiceCandidate(person: ben)], others: others)
  }

  // MARK: - Known voices

  @Test mutating func theOwnersVoiceIsTheOwners() {
    var room = known()
    let spans = room.attribute(voices.utterance(0, [(1, 4)], turns: annThenBen))
    #expect(spans == [VoiceSpan(fromMs: 0, toMs: 6_000, person: ann, isDoubtful: false)])
  }

  @Test mutating func anInterjectionGoesToTheVoice() {
    var room = known()
    var levels = [Float](repeating: -20, count: 450)
    // Pauses at 3.1 s and 6.2 s.
    for index in 150..<160 { levels[index] = -60 }
    for index in 305..<315 { levels[index] = -60 }
    let spans = room.attribute(
      voices.utterance(0, [(1, 2), (2, 2), (1, 2)], turns: annThenBen, levels: levels))
    #expect(spans.map(\.person) == [ann, ben, ann])
    #expect(spans.allSatisfy { !$0.isDoubtful })
    #expect(spans[0].fromMs == 0 && spans[2].toMs == 9_000)
    #expect((3_000...3_200).contains(spans[0].toMs))
    #expect((6_100...6_300).contains(spans[1].toMs))
    #expect(spans[0].toMs == spans[1].fromMs && spans[1].toMs == spans[2].fromMs)
  }

  @Test mutating func speechAfterTheTurnStaysWithTheSpeaker() {
    var room = known()
    let spans = room.attribute(voices.utterance(58_500, [(1, 4), (2, 2)], turns: annThenBen))
    #expect(spans.map(\.person) == [ann, ben])
  }

  @Test mutating func voicesThatAreNearlyAlikeStayWithTheTimer() throws {
    // Between two voices, and hardly nearer to the one whose turn it is not.
    let print = voices.print(1)
    let alike = try #require(
      VoiceEmbedding(zip(print.vector.values, voices.embedding(2).values).map { $0 + 0.1 * $1 }))
    var room = RoomVoices(
      candidates: [
        VoiceCandidate(person: ann, print: print),
        VoiceCandidate(person: ben, print: VoicePrint(alike, ms: 20_000)),
      ], others: 0)
    let windows = (0..<4).map {
      VoiceWindow(fromMs: $0 * 1_500, toMs: ($0 + 1) * 1_500, embedding: alike)
    }
    let spans = room.attribute(
      VoiceUtterance(fromMs: 0, toMs: 6_000, windows: windows, levels: [], turns: annThenBen))
    #expect(spans.allSatisfy { $0.person == nil || $0.person == ann })
  }

  @Test mutating func anUnknownVoiceInAKnownTurnIsDoubtful() {
    var room = known()
    let spans = room.attribute(voices.utterance(0, [(1, 3), (9, 3)], turns: annThenBen))
    #expect(spans.map(\.person) == [ann, nil])
    #expect(spans.map(\.isDoubtful) == [false, true])
  }

  @Test mutating func aTurnOfSomeoneWhoDidNotAgreeStaysTheirs() {
    var room = known()
    room.setOthers(1)
    let turns = [VoiceTurn(fromMs: 0, person: cid)]
    let spans = room.attribute(voices.utterance(0, [(9, 4)], turns: turns))
    #expect(spans == [VoiceSpan(fromMs: 0, toMs: 6_000, person: nil, isDoubtful: false)])
    #expect(room.attribute(voices.utterance(6_000, [(2, 3)], turns: turns)).map(\.person) == [ben])
  }

  @Test mutating func aPrintLearnsFromItsVoiceOnly() throws {
    var room = known()
    _ = room.attribute(voices.utterance(0, [(1, 8)], turns: annThenBen))
    _ = room.attribute(voices.utterance(12_000, [(9, 8)], turns: annThenBen))
    let print = try #require(room.learned[ann])
    #expect(print.vector.cosine(voices.print(1).vector) > 0.9)
    #expect(room.learned[ben] == nil)
  }

  // MARK: - The first meeting

  @Test mutating func voicesAreLearnedFromTheirTurns() throws {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(1, 8)], turns: annThenBen))
    #expect(room.learned.isEmpty, "a voice must be compared with another turn")
    _ = room.attribute(voices.utterance(60_000, [(2, 8)], turns: annThenBen))
    let spans = room.attribute(voices.utterance(72_000, [(2, 2), (1, 2)], turns: annThenBen))
    #expect(spans.map(\.person) == [ben, ann])
    #expect(try #require(room.learned[ann]).vector.cosine(voices.print(1).vector) > 0.9)
    #expect(try #require(room.learned[ben]).vector.cosine(voices.print(2).vector) > 0.9)
  }

  @Test mutating func aVoiceThatSpeaksInAllTurnsIsOfNoAttendee() {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(9, 8)], turns: annThenBen))
    _ = room.attribute(voices.utterance(60_000, [(9, 8)], turns: annThenBen))
    #expect(room.learned.isEmpty)
    let spans = room.attribute(voices.utterance(72_000, [(9, 4)], turns: annThenBen))
    #expect(spans.map(\.person) == [nil])
  }

  @Test mutating func speechBeforeTheFirstTurnIsNamedLater() {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(1, 8)], turns: annThenBen))
    let early = room.attribute(voices.utterance(54_000, [(2, 4)], turns: annThenBen))
    #expect(early == [VoiceSpan(fromMs: 54_000, toMs: 60_000, person: nil, isDoubtful: true)])
    #expect(room.reconsider().isEmpty)
    _ = room.attribute(voices.utterance(60_000, [(2, 10)], turns: annThenBen))
    #expect(
      room.reconsider() == [
        VoiceSpan(fromMs: 54_000, toMs: 60_000, person: ben, isDoubtful: false)
      ])
    #expect(room.reconsider().isEmpty)
  }

  @Test mutating func runningLateDoesNotTeachTheNextPersonsVoice() {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(1, 8)], turns: annThenBen))
    let late = room.attribute(voices.utterance(60_000, [(1, 4)], turns: annThenBen))
    #expect(late.map(\.person) == [ann])
    let spans = room.attribute(voices.utterance(66_000, [(2, 8)], turns: annThenBen))
    #expect(spans.map(\.person) == [ben])
    _ = room.attribute(voices.utterance(78_000, [(2, 8)], turns: annThenBen))
    #expect(room.learned[ben].map { $0.vector.cosine(voices.print(2).vector) > 0.9 } == true)
  }

  @Test mutating func theVoicesOfALongMeetingAreBoundedAndKept() {
    var room = unknown()
    for turn in 0..<55 {
      let owner = turn % 2
      let start = Int64(turn) * 12_000
      let turns = [VoiceTurn(fromMs: start, person: owner == 0 ? ann : ben)]
      let spans = room.attribute(voices.utterance(start, [(owner + 1, 8)], turns: turns))
      #expect(turn < 4 || spans.map(\.person) == [owner == 0 ? ann : ben])
    }
    #expect(room.heard.reduce(0) { $0 + $1.windows.count } <= RoomVoices.maxWindows)
    #expect(room.learned[ann]?.weightMs == VoicePrint.maxWeightMs)
    #expect(room.learned[ben].map { $0.vector.cosine(voices.print(2).vector) > 0.9 } == true)
  }

  // MARK: - Consent

  @Test mutating func strangersAreDropped() {
    var room = known()
    room.setOthers(1)
    _ = room.attribute(voices.utterance(0, [(1, 2), (9, 6)], turns: annThenBen))
    #expect(room.heard.flatMap(\.windows).map(\.voice) == [ann, ann])
    // Nor are they kept with the times of the utterance.
    #expect(room.heard.count == 1 && room.heard.allSatisfy { $0.utterance.windows.isEmpty })
  }

  /// The meeting does not know of guests.
  @Test mutating func guestsAreDroppedOnceEveryoneIsKnown() {
    var room = known()
    _ = room.attribute(voices.utterance(0, [(1, 2), (9, 6)], turns: annThenBen))
    #expect(room.heard.flatMap(\.windows).map(\.voice) == [ann, ann])
  }

  @Test mutating func onlyTheLeadingVoiceOfATurnIsKept() {
    var room = unknown(others: 1)
    _ = room.attribute(voices.utterance(0, [(1, 2), (9, 1)], turns: annThenBen))
    #expect(room.heard.flatMap(\.windows).count == 3, "the voice of the turn is not known yet")
    _ = room.attribute(voices.utterance(4_500, [(1, 4)], turns: annThenBen))
    #expect(room.heard.flatMap(\.windows).map(\.voice) == [UUID?](repeating: ann, count: 6))
    let turns = [VoiceTurn(fromMs: 0, person: cid)]
    _ = room.attribute(voices.utterance(12_000, [(9, 3)], turns: turns))
    #expect(room.heard.count == 2)
  }

  @Test mutating func someoneWhoDoesNotAgreeAnyMoreIsForgotten() {
    var room = known()
    _ = room.attribute(voices.utterance(0, [(1, 4), (9, 4)], turns: annThenBen))
    room.remove(ann)
    #expect(room.candidates == [ben])
    #expect(room.others == 1)
    #expect(Array(room.vectors.keys) == [ben])
    #expect(room.heard.isEmpty)
    #expect(room.learned[ann] == nil)
    let spans = room.attribute(voices.utterance(12_000, [(1, 4)], turns: annThenBen))
    #expect(spans.map(\.person) == [nil])
    #expect(Array(room.vectors.keys) == [ben])
    #expect(room.heard.isEmpty)
  }

  @Test mutating func withoutCandidatesNothingIsComputed() {
    var room = RoomVoices(candidates: [], others: 3)
    #expect(!room.isListening)
    let spans = room.attribute(voices.utterance(0, [(1, 4)], turns: annThenBen))
    #expect(spans == [VoiceSpan(fromMs: 0, toMs: 6_000, person: nil, isDoubtful: false)])
    #expect(room.heard.isEmpty)
    room.add(VoiceCandidate(person: ann))
    #expect(room.isListening)
  }

  // MARK: - Corrections

  @Test mutating func aCorrectionNamesAVoice() {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(1, 8)], turns: annThenBen))
    _ = room.attribute(voices.utterance(12_000, [(2, 6)], turns: annThenBen))
    room.correct(VoiceSpan(fromMs: 13_000, toMs: 20_000, person: ben, isDoubtful: false))
    let spans = room.attribute(voices.utterance(24_000, [(1, 3), (2, 3)], turns: annThenBen))
    #expect(spans.map(\.person) == [ann, ben])
    #expect(room.learned[ben] != nil)
    #expect(room.reconsider().isEmpty)
  }

  @Test mutating func aCorrectionToSomeoneElseForgetsTheVoice() {
    var room = unknown()
    _ = room.attribute(voices.utterance(0, [(9, 8)], turns: annThenBen))
    room.correct(VoiceSpan(fromMs: 0, toMs: 12_000, person: cid, isDoubtful: false))
    #expect(room.heard.isEmpty)
    #expect(room.vectors.isEmpty)
  }

  // MARK: - Hostile input

  @Test mutating func anUtteranceWithoutWindowsStaysWithTheTimer() {
    var room = known()
    for (from, to) in [(Int64(5), Int64(5)), (.min, .max), (.max, .min), (0, 1_000)] {
      let utterance = VoiceUtterance(fromMs: from, toMs: to, windows: [], levels: [], turns: [])
      let spans = room.attribute(utterance)
      #expect(spans.map(\.person) == [nil])
      #expect(spans.first?.fromMs == utterance.fromMs && spans.last?.toMs == utterance.toMs)
    }
  }

  @Test mutating func manyCandidatesAreBounded() {
    let prints = (0..<8).map { voices.print($0) }
    let persons = (0..<5_000).map {
      VoiceCandidate(person: UUID(number: $0), print: prints[Int($0) % prints.count])
    }
    var room = RoomVoices(candidates: persons + persons, others: -5)
    #expect(room.candidates.count == RoomVoices.maxCandidates)
    #expect(room.others == 0)
    #expect(room.attribute(voices.utterance(0, [(1, 4)], turns: [])).count == 1)
  }

  @Test(arguments: 1...6) func anyInputKeepsTheStateBoundedAndTheSpansWhole(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var voices = InventedVoices(seed: seed)
    var room = RoomVoices(
      candidates: [
        VoiceCandidate(person: ann), VoiceCandidate(person: ben, print: voices.print(2)),
      ],
      others: Int.random(in: 0...1, using: &generator))
    func time() -> Int64 {
      switch Int.random(in: 0...9, using: &generator) {
      case 0: .min
      case 1: .max
      default: .random(in: -1_000...30_000, using: &generator)
      }
    }
    for _ in 0..<60 {
      let windows = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        VoiceWindow(
          fromMs: time(), toMs: time(),
          embedding: voices.embedding(.random(in: 0...127, using: &generator), likeness: 0.9))
      }
      let utterance = VoiceUtterance(
        fromMs: time(), toMs: time(), windows: windows,
        levels: (0..<20).map { $0 % 3 == 0 ? .nan : -.infinity },
        turns: (0..<5).map { VoiceTurn(fromMs: time(), person: $0 % 2 == 0 ? ann : nil) })
      let spans = room.attribute(utterance)
      #expect(spans.first?.fromMs == utterance.fromMs)
      #expect(spans.last?.toMs == utterance.toMs)
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.toMs == $1.fromMs })
      #expect(spans.allSatisfy { $0.fromMs <= $0.toMs })
      room.correct(VoiceSpan(fromMs: time(), toMs: time(), person: nil, isDoubtful: false))
      _ = room.reconsider()
    }
    #expect(room.heard.reduce(0) { $0 + $1.windows.count } <= RoomVoices.maxWindows)
    #expect(room.heard.allSatisfy { $0.decisions.count <= 100 })
  }
}

import Bus
import Foundation
import StandupsDependencies
import TestSupport
import Testing
import Threads
import TranscriptionAPI
import Voices

@testable import TranscriptionService

/// Voices in the streams of the service. The clock stands still while audio is sent, so that no voice is late by
/// chance.
@Suite struct VoiceRecognitionTests {
  private static let ann = ScriptedVoices.ann.uuidString.lowercased()
  private static let bob = ScriptedVoices.bob.uuidString.lowercased()

  private func open(
    _ voices: VoiceEngine = ScriptedVoices.engine(), _ engine: SpeechEngine = ScriptedVoices.words,
    listed: [RoomVoice]? = ScriptedVoices.both, turn: String? = ann
  ) async throws -> ServiceHarness {
    let harness = ServiceHarness(engine: engine, voices: voices)
    try await harness.service.start()
    try await harness.send(
      StartRecognition(
        id: "a", subject: "s", voices: listed, others: 0,
        turns: [RoomTurn(atMs: 0, person: turn)]))
    return harness
  }

  /// Waits for lines, and returns them.
  private func lines(_ count: Int, of harness: ServiceHarness) async
    -> [TranscriptionAPI.TranscriptLine]
  {
    var told = 1
    while harness.linesTold.count < count {
      await harness.router.told.wait(for: told)
      told = harness.router.told.values.count + (harness.linesTold.count < count ? 1 : 0)
    }
    return harness.linesTold
  }

  private func reports(of harness: ServiceHarness) -> [Int] {
    harness.router.told.values.compactMap { ($0 as? VoicesRecognised)?.people }
  }

  @Test func anUtteranceIsSplitAtAChangeOfVoice() async throws {
    let harness = try await open()
    try await harness.audio(ScriptedVoices.dialogue, at: 0)
    let lines = await lines(2, of: harness)
    #expect(lines.map(\.voice) == [Self.ann, Self.bob])
    #expect(lines.map(\.text) == ["one two", "three four"])
    #expect(lines[0].toMs == lines[1].fromMs)
    #expect((3_000...4_000).contains(lines[1].fromMs))
    #expect(Set(lines.map(\.key)).count == 2)
  }

  @Test func wordsThatASplitWouldLoseStayTogether() async throws {
    let engine = SpeechEngine(
      status: .ready(model: "short"), capacity: 2, findSpeech: { $0.indices },
      transcribe: { $0.count > 72_000 ? "one two three four" : "" })
    let harness = try await open(ScriptedVoices.engine(), engine)
    try await harness.audio(ScriptedVoices.dialogue, at: 0)
    let lines = await lines(1, of: harness)
    #expect(lines.map(\.text) == ["one two three four"])
    #expect(lines.map(\.voice) == [nil])
    #expect(lines.map(\.isDoubtful) == [true])
  }

  @Test func withoutVoicesALineIsAsBefore() async throws {
    let count = Locked(0)
    for harness in [
      try await open(.off), try await open(.unavailable("No network.")),
      try await open(ScriptedVoices.engine(counting: count), listed: []),
      try await open(ScriptedVoices.engine(counting: count), listed: nil),
    ] {
      try await harness.audio(ScriptedVoices.dialogue, at: 0)
      let lines = await lines(1, of: harness)
      #expect(lines.map(\.text) == ["one two three four"])
      #expect(lines.map(\.voice) == [nil])
      #expect(lines.map(\.isDoubtful) == [nil])
    }
    #expect(count.withLock { $0 } == 0)
  }

  @Test func lateVoicesDelayALineBy300MsAtMost() async throws {
    let gate = Gate()
    let harness = try await open(ScriptedVoices.engine(before: gate))
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    await harness.clock.waitForSleepers(1)
    #expect(harness.linesTold.isEmpty)
    harness.clock.advance(by: .milliseconds(TranscriptionService.maxVoiceDelayMs))
    let lines = await lines(1, of: harness)
    #expect(lines.map(\.voice) == [nil])
    #expect(TranscriptionService.maxVoiceDelayMs == 300)
    #expect(TranscriptionMetrics(harness.metrics).lateVoices.steps == 1)
    // They are compared all the same, and the line is reported again.
    gate.open()
    let again = try #require(await self.lines(2, of: harness).last)
    #expect(again.voice == Self.ann)
    #expect(again.isReassigned == true)
    #expect(again.key == lines.first?.key)
  }

  @Test func inATurnWithoutConsentNothingIsCompared() async throws {
    let count = Locked(0)
    let harness = try await open(
      ScriptedVoices.engine(counting: count), turn: UUID().uuidString.lowercased())
    try await harness.audio(ScriptedVoices.dialogue, at: 0)
    #expect(await lines(1, of: harness).map(\.voice) == [nil])
    #expect(count.withLock { $0 } == 0)
  }

  @Test func aWithdrawalEndsTheRecognitionAtOnce() async throws {
    let harness = try await open(turn: Self.bob)
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    #expect(await lines(1, of: harness).map(\.voice) == [Self.ann])
    try await harness.send(
      SetVoices(
        id: "a", voices: [ScriptedVoices.voice(ScriptedVoices.bob, isLoud: false)], others: 1))
    try await harness.audio(
      ScriptedVoices.monologue(isLoud: true), at: ScriptedVoices.monologue(isLoud: true).count)
    let lines = await lines(2, of: harness)
    #expect(lines[1].voice != Self.ann)
    // The reply to the end does not name the person any more, either.
    let all = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(all.map(\.text) == ["one two", "one two"])
    #expect(!all.contains { $0.voice == Self.ann })
    await harness.service.drain()
    let learned = harness.router.told.values.compactMap { ($0 as? VoicesLearned)?.voices }.joined()
    #expect(!learned.contains { $0.person == Self.ann })
  }

  @Test func aLineIsReportedAgainOnceItsVoiceIsKnown() async throws {
    let harness = try await open(
      listed: [Self.ann, Self.bob].map { RoomVoice(person: $0, consent: ScriptedVoices.consent) })
    try await harness.send(
      SetVoicesTurn(
        id: "a",
        turns: [RoomTurn(atMs: 0, person: Self.ann), RoomTurn(atMs: 15_000, person: Self.bob)]))
    // Bob speaks in Ann's turn, before Bob's own turn shows whose voice it is.
    var offset = 0
    for (index, isLoud) in [true, true, false, false, false].enumerated() {
      let samples = ScriptedVoices.monologue(isLoud: isLoud)
      try await harness.audio(samples, at: offset)
      offset += samples.count
      _ = await lines(index + 1, of: harness)
    }
    let all = await lines(6, of: harness)
    #expect(all[2].voice == nil && all[2].isDoubtful == true)
    let again = all.filter { $0.isReassigned == true }
    #expect(again.map(\.key) == [all[2].key])
    #expect(again.map(\.voice) == [Self.bob])
    #expect(again.map(\.isDoubtful) == [nil])
    let whole = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(whole.count == 5 && whole[2].voice == Self.bob)
    #expect(whole.allSatisfy { $0.isReassigned == nil })
  }

  /// Bob never has the turn; without a correction, or if it was undone, Bob’s words stay with Ann.
  @Test(arguments: [(true, false), (true, true), (false, false)])
  func aCorrectionTeachesTheVoice(isMade: Bool, isUndone: Bool) async throws {
    let isCorrected = isMade && !isUndone
    let harness = try await open(
      listed: [Self.ann, Self.bob].map { RoomVoice(person: $0, consent: ScriptedVoices.consent) })
    var offset = 0
    func speak(isLoud: Bool, _ count: Int) async throws {
      let samples = ScriptedVoices.monologue(isLoud: isLoud)
      try await harness.audio(samples, at: offset)
      offset += samples.count
      _ = await lines(count, of: harness)
    }
    for (index, isLoud) in [true, true, false].enumerated() {
      try await speak(isLoud: isLoud, index + 1)
    }
    let key = harness.linesTold[2].key
    let turns = [RoomTurn(atMs: 0, person: Self.ann)]
    if isMade {
      for _ in 0..<2 {
        try await harness.send(
          SetVoicesTurn(
            id: "a", turns: turns,
            corrected: [RoomLine(key: key, person: Self.bob), RoomLine(key: "no such line")]))
      }
    }
    if isUndone { try await harness.send(SetVoicesTurn(id: "a", turns: turns)) }
    try await speak(isLoud: false, 4)
    #expect((harness.linesTold[3].voice == Self.bob) == isCorrected)
    let whole = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(whole.count == 4)
    await harness.service.drain()
    let learned = harness.router.told.values.compactMap { ($0 as? VoicesLearned)?.voices }.joined()
    #expect(learned.contains { $0.person == Self.bob } == isCorrected)
  }

  /// Nothing is kept about a person who has not agreed, even if they are named.
  @Test func aCorrectionToAPersonWithoutConsentTeachesNothing() async throws {
    let harness = try await open(
      listed: [RoomVoice(person: Self.ann, consent: ScriptedVoices.consent)])
    let samples = ScriptedVoices.monologue(isLoud: false)
    try await harness.audio(samples, at: 0)
    let key = try #require(await lines(1, of: harness).first).key
    try await harness.send(
      SetVoicesTurn(
        id: "a", turns: [RoomTurn(atMs: 0, person: Self.ann)],
        corrected: [RoomLine(key: key, person: Self.bob)]))
    try await harness.audio(samples, at: samples.count)
    #expect(await lines(2, of: harness)[1].voice != Self.bob)
    _ = try await harness.send(FinishRecognition(id: "a"))
    await harness.service.drain()
    let learned = harness.router.told.values.compactMap { ($0 as? VoicesLearned)?.voices }.joined()
    #expect(!learned.contains { $0.person == Self.bob })
  }

  @Test func everyoneIsToldHowManyVoicesAreRecognised() async throws {
    let harness = try await open()
    await harness.router.told.wait(for: 2)
    #expect(reports(of: harness) == [2])
    try await harness.send(SetVoices(id: "a", voices: [], others: 2))
    await harness.router.told.wait(for: 3)
    #expect(reports(of: harness) == [2, 0])
  }

  @Test func whatWasLearnedIsReportedAtTheEnd() async throws {
    let harness = try await open()
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    _ = await lines(1, of: harness)
    let told = harness.router.told.values.count
    _ = try await harness.send(FinishRecognition(id: "a"))
    await harness.router.told.wait(for: told + 1)
    let learned = try #require(
      harness.router.told.values.compactMap { $0 as? VoicesLearned }.first)
    #expect(learned.id == "a")
    #expect(learned.voices.map(\.person) == [Self.ann])
    #expect(learned.voices.map(\.consent) == [ScriptedVoices.consent])
  }

  @Test func aCancelledStreamLearnsNothing() async throws {
    let harness = try await open()
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    _ = await lines(1, of: harness)
    try await harness.send(CancelRecognition(id: "a"))
    await harness.service.drain()
    #expect(!harness.router.told.values.contains { $0 is VoicesLearned })
  }

  /// The words of a person with an own microphone are theirs, and no voice is compared in them.
  @Test func anOwnMicrophoneNeedsNoVoice() async throws {
    let count = Locked(0)
    let harness = try await open(ScriptedVoices.engine(counting: count))
    harness.clock.advance(by: .seconds(60))
    try await harness.own(
      ScriptedVoices.monologue(isLoud: false), atMs: 10_000, by: ScriptedVoices.bob)
    let lines = await lines(1, of: harness)
    #expect(lines.map(\.person) == [Self.bob])
    #expect(lines.map(\.voice) == [nil])
    #expect(count.withLock { $0 } == 0)
  }

  /// A print that cannot be opened says nothing: in Bob's turn, a voice like it is not Ann's.
  @Test(arguments: ["hers", "of another key", "of another person"])
  func aPrintIsOpenedByItsKeyForItsPerson(_ kind: String) async throws {
    var ann = ScriptedVoices.voice(ScriptedVoices.ann, isLoud: true)
    if kind == "of another person" {
      ann.print = ScriptedVoices.voice(ScriptedVoices.bob, isLoud: true).print
    } else if kind == "of another key" {
      let key = try #require(VoiceKey(bytes: (0..<UInt8(VoiceKey.byteCount)).map { $0 + 1 }))
      let print = VoicePrint(try #require(ScriptedVoices.embedding(isLoud: true)), ms: 60_000)
      var generator = SeededGenerator(seed: 1)
      ann.print = try #require(key.seal(print, of: ScriptedVoices.ann, using: &generator)).base64
    }
    #expect(ann.print != nil)
    let harness = try await open(
      listed: [ann, ScriptedVoices.voice(ScriptedVoices.bob, isLoud: false)], turn: Self.bob)
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    let voices = await lines(1, of: harness).map { $0.voice == Self.ann }
    #expect(voices == [kind == "hers"])
  }

  /// A withdrawal removes the prints from everything that the stream keeps.
  @Test func theRequestOfAStreamKeepsNoPrints() async throws {
    let harness = try await open()
    let streams = await harness.service.streams
    #expect(streams.count == 1)
    #expect(streams.values.allSatisfy { $0.request.voices == nil && $0.voices != nil })
  }

  @Test func tooManyVoicesOrTurnsOutOfOrderAreRejected() async throws {
    let harness = try await open()
    let many = (0...RoomVoice.maxInRoom).map { _ in
      RoomVoice(person: UUID().uuidString, consent: ScriptedVoices.consent)
    }
    let turns = [RoomTurn(atMs: 2), RoomTurn(atMs: 1)]
    #expect(
      try await harness.refusal(SetVoices(id: "a", voices: many, others: 0))?.code == .invalid)
    #expect(
      try await harness.refusal(SetVoicesTurn(id: "a", turns: turns))?.code == .invalid)
    #expect(
      try await harness.refusal(SetVoicesTurn(id: "b", turns: [RoomTurn(atMs: 1)]))?.code
        == .notFound)
    #expect(
      try await harness.refusal(SetVoices(id: "b", voices: [], others: 0))?.code == .notFound)
  }

  // MARK: Restart

  /// The next instance receives the voices with the stream. Until they are known, it requests them again.
  @Test func afterARestartTheVoicesAreThoseOfTheRouter() async throws {
    let isKnown = Locked(false)
    let harness = ServiceHarness(
      engine: ScriptedVoices.words, voices: ScriptedVoices.engine()
    ) { message in
      guard message is RecognitionRequested else { return Done() as any Sendable }
      return RecognitionRequested.Reply(
        authorizations: ["s": true],
        streams: [
          StartRecognition(
            id: "a", subject: "s", voices: isKnown.withLock { $0 } ? ScriptedVoices.both : nil,
            others: 0, turns: [RoomTurn(atMs: 0, person: Self.ann)])
        ])
    }
    try await harness.service.start()
    await harness.clock.waitForSleepers(1)
    #expect(await harness.service.streamCount == 1)
    #expect(reports(of: harness).isEmpty)
    isKnown.withLock { $0 = true }
    harness.clock.advance(by: .seconds(2))
    await harness.service.restoration.task?.value
    try await harness.audio(ScriptedVoices.dialogue, at: 0)
    #expect(await lines(2, of: harness).map(\.voice) == [Self.ann, Self.bob])
    #expect(reports(of: harness) == [2])
  }

  /// An instance without the recognition of voices has taken over.
  @Test func anInstanceThatRecognisesNoVoicesSaysSo() async throws {
    let harness = ServiceHarness(engine: ScriptedVoices.words) { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [
            StartRecognition(id: "a", subject: "s", voices: ScriptedVoices.both, others: 0)
          ])
        : Done() as any Sendable
    }
    try await harness.service.start()
    await harness.router.told.wait(for: 2)
    #expect(reports(of: harness) == [0])
  }

  @Test func aStreamThatMovesToAnotherInstanceReportsWhatItLearned() async throws {
    let harness = try await open()
    let (router, own) = (UUID(), UUID())
    let other = try #require(
      (0..<1000).lazy.map { _ in UUID() }.first {
        !Share(router: router, instance: own, instances: [own, $0]).owns("a")
      })
    await harness.service.share(Share(router: router, instance: own, instances: [own]))
    try await harness.audio(ScriptedVoices.monologue(isLoud: true), at: 0)
    _ = await lines(1, of: harness)
    let told = harness.router.told.values.count
    await harness.service.share(Share(router: router, instance: own, instances: [own, other]))
    await harness.router.told.wait(for: told + 1)
    #expect(harness.router.told.values.contains { $0 is VoicesLearned })
    #expect(await harness.service.streamCount == 0)
  }
}

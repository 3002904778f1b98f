import Bus
import Foundation
import TestSupport
import Testing
import TranscriptionAPI
import ZeroMQ

@testable import TranscriptionService

/// Streams of own microphones beside that of the room.
@Suite struct OwnStreamTests {
  private static let ann = UUID()
  private static let bob = UUID()

  /// 0.3 s of noise floor, 0.6 s of speech, and 0.2 s of the pause that follows: what a page sends.
  private static var spoken: [Int16] {
    var signal = Signal()
    signal.silence(0.3)
    signal.noise(0.6, -20)
    signal.silence(0.2)
    return signal.samples
  }

  private func open(
    _ engine: SpeechEngine = .hearing(["hello", "world", "again"])
  ) async throws -> ServiceHarness {
    let harness = ServiceHarness(engine: engine)
    try await harness.service.start()
    try await harness.open()
    harness.clock.advance(by: .seconds(60))
    return harness
  }

  @Test func eachPersonHasAStreamWhoseLinesNameThem() async throws {
    let harness = try await open()
    let ann = try await harness.own(Self.spoken, atMs: 10_000, by: Self.ann)
    let lines = await harness.router.told.wait(for: 2).compactMap { ($0 as? LineRecognized)?.line }
    #expect(lines.map(\.person) == [Self.ann.lowercaseText])
    #expect((10_000...10_300).contains(lines[0].fromMs))
    let bob = try await harness.own(Self.spoken, atMs: 12_000, by: Self.bob)
    #expect(ann.stream != bob.stream)
    // Audio from before an outage may still arrive for 0.7 s.
    harness.clock.advance(by: .seconds(1))
    let all = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(all.map(\.person) == [Self.ann.lowercaseText, Self.bob.lowercaseText])
    #expect(all.map(\.text) == ["hello", "world"])
  }

  /// The utterance would otherwise wait for the next words of the person.
  @Test func theEndOfSpeechEndsTheUtteranceAndSettlesItsAudio() async throws {
    let harness = try await open()
    let spoken = Self.spoken
    let part = try await harness.own(
      Array(spoken[..<12_800]), atMs: 10_000, by: Self.ann, endsSpeech: false)
    #expect((160_000...165_000).contains(part.settled ?? 0))
    try await harness.send(
      RecognizeAudio(
        id: "a", offset: 172_800, atMs: 10_800, isOwn: true, endsSpeech: true),
      frames: [Array(spoken[12_800...]).frame], by: Self.ann)
    await harness.router.told.wait(for: 2)
    let end = Int64(160_000 + spoken.count)
    var settled: Int64?
    while settled != end {
      // A repeated piece changes nothing, and reports the position.
      settled = try await harness.send(
        RecognizeAudio(id: "a", offset: 172_800, atMs: 10_800, isOwn: true, endsSpeech: true),
        frames: [Array(spoken[12_800...]).frame], by: Self.ann
      ).settled
      await Task.yield()
    }
    #expect(harness.linesTold.map(\.text) == ["hello"])
  }

  @Test func silenceThatIsNotSentKeepsTheTimes() async throws {
    let harness = try await open()
    try await harness.own(Self.spoken, atMs: 10_000, by: Self.ann)
    try await harness.own(Self.spoken, atMs: 14_500, by: Self.ann)
    try await harness.own(Self.spoken, atMs: 15_900, by: Self.ann)
    // Audio from before an outage may still arrive for 0.7 s.
    harness.clock.advance(by: .seconds(1))
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.text) == ["hello", "world", "again"])
    #expect(
      zip(lines, [10_000, 14_500, 15_900]).allSatisfy { ($1...$1 + 300).contains($0.fromMs) })
  }

  @Test func onlyTheRoutersActorSaysWhoSpeaks() async throws {
    let harness = try await open()
    let audio = RecognizeAudio(id: "a", offset: 160_000, atMs: 10_000, isOwn: true)
    let error = try await harness.refusal(audio, frames: [Self.spoken.frame])
    #expect(error?.code == .denied)
    #expect(await harness.service.streamCount == 1)
  }

  @Test func anOwnMicrophoneOfAnotherTeamIsNotFound() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open(
      labels: EventLabels(type: "meeting.partial", subject: "m", standup: "s", team: "web"))
    let audio = RecognizeAudio(id: "a", offset: 0, atMs: 0, isOwn: true)
    let frames = [Self.spoken.frame]
    #expect(
      try await harness.refusal(audio, frames: frames, teams: "sales", by: Self.ann)?.code
        == .notFound)
    #expect(try await harness.refusal(audio, frames: frames, teams: "web", by: Self.ann) == nil)
  }

  @Test func aTimeInTheFutureOrNoneIsRejected() async throws {
    let harness = try await open()
    for atMs in [nil, 72_000] as [Int64?] {
      let audio = RecognizeAudio(id: "a", offset: 160_000, atMs: atMs, isOwn: true)
      let error = try await harness.refusal(audio, frames: [Self.spoken.frame], by: Self.ann)
      #expect(error?.code == .invalid)
      #expect(error?.message.contains("atMs") == true)
    }
    #expect(await harness.service.streamCount == 1)
  }

  @Test func aMeetingHasAtMost32OwnMicrophones() async throws {
    let harness = try await open()
    let audio = RecognizeAudio(id: "a", offset: 160_000, atMs: 10_000, isOwn: true)
    let frame = [Int16](repeating: 0, count: 160).frame
    for _ in 0..<TranscriptionService.maxOwnStreams {
      #expect(try await harness.refusal(audio, frames: [frame], by: UUID()) == nil)
    }
    #expect(try await harness.refusal(audio, frames: [frame], by: Self.ann)?.code == .busy)
    // Another meeting and the room are not affected.
    try await harness.open("b")
    let other = RecognizeAudio(id: "b", offset: 0, atMs: 0, isOwn: true)
    #expect(try await harness.refusal(other, frames: [frame], by: Self.ann) == nil)
    try await harness.audio([0], at: 0)
  }

  @Test func withoutTheRoomsStreamThereIsNone() async throws {
    let harness = try await open()
    try await harness.own(Self.spoken, atMs: 10_000, by: Self.ann)
    try await harness.send(CancelRecognition(id: "a"))
    #expect(await harness.service.streamCount == 0)
    let audio = RecognizeAudio(id: "a", offset: 200_000, atMs: 12_500, isOwn: true)
    #expect(
      try await harness.refusal(audio, frames: [Self.spoken.frame], by: Self.ann)?.code
        == .notFound)
  }

  @Test func aDenialEndsOwnMicrophones() async throws {
    let harness = try await open()
    try await harness.own(Self.spoken, atMs: 10_000, by: Self.ann, endsSpeech: false)
    _ = try await harness.send(AuthorizeSpeech(subject: "s", isGranted: false))
    #expect(await harness.service.streamCount == 0)
    #expect(harness.linesTold.isEmpty)
  }

  /// The next instance has no stream of the person until they send their unsettled audio again.
  @Test func afterARestartTheAudioIsSentAgainWithoutTheStream() async throws {
    let first = try await open(.hearing([]))
    let token = try await first.own(
      Self.spoken, atMs: 10_000, by: Self.ann, endsSpeech: false
    ).stream
    let second = ServiceHarness { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [StartRecognition(id: "a", subject: "s", startMs: 40_000)])
        : Done() as any Sendable
    }
    try await second.service.start()
    await second.service.restoration.task?.value
    let again = RecognizeAudio(
      id: "a", offset: 160_000, atMs: 10_000, stream: "old-\(token ?? "")", isOwn: true,
      endsSpeech: true)
    #expect(
      try await second.refusal(again, frames: [Self.spoken.frame], by: Self.ann)?.code
        == .notFound)
    #expect(await second.service.streamCount == 1)
    try await second.own(Self.spoken, atMs: 10_000, by: Self.ann)
    let lines = await second.router.told.wait(for: 2).compactMap {
      ($0 as? LineRecognized)?.line
    }
    #expect(lines.map(\.person) == [Self.ann.lowercaseText])
  }

  // MARK: Order of the room's lines

  /// An engine whose final texts wait for a gate: first the room's, then Ann's.
  private func gated(_ gate: Gate) -> SpeechEngine {
    SpeechEngine(
      status: .ready(model: "gated"), capacity: 2, findSpeech: { $0.indices },
      transcribe: { samples in
        // Ann's utterance is shorter than the room's, and than the room's first partial result.
        if samples.count < 11_000 { await gate.pass() }
        return samples.count < 11_000 ? "own" : "room"
      })
  }

  @Test func aLineOfTheRoomWaitsForOwnMicrophonesThatHeardTheSame() async throws {
    let gate = Gate()
    let harness = try await open(gated(gate))
    try await harness.own(Self.short, atMs: 60_000, by: Self.ann)
    try await harness.send(
      RecognizeAudio(id: "a", offset: 960_000, atMs: 60_000), frames: [[Int16].utterance.frame])
    await harness.clock.waitForSleepers(1)
    #expect(harness.linesTold.isEmpty)
    gate.open()
    await harness.router.told.wait(for: 3)
    #expect(harness.linesTold.map(\.text) == ["own", "room"])
  }

  @Test func aLineOfTheRoomDoesNotWaitForever() async throws {
    let gate = Gate()
    let harness = try await open(gated(gate))
    try await harness.own(Self.short, atMs: 60_000, by: Self.ann)
    try await harness.send(
      RecognizeAudio(id: "a", offset: 960_000, atMs: 60_000), frames: [[Int16].utterance.frame])
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(HeldLines.maxMs))
    await harness.router.told.wait(for: 2)
    #expect(harness.linesTold.map(\.text) == ["room"])
    gate.open()
    await harness.router.told.wait(for: 3)
  }

  @Test func aLineOfTheRoomDoesNotWaitForASilentMicrophone() async throws {
    let harness = try await open()
    try await harness.own(Self.spoken, atMs: 50_000, by: Self.ann)
    await harness.router.told.wait(for: 2)
    try await harness.send(
      RecognizeAudio(id: "a", offset: 960_000, atMs: 60_000), frames: [[Int16].utterance.frame])
    await harness.router.told.wait(for: 3)
    #expect(harness.linesTold.map(\.text) == ["hello", "world"])
  }

  // MARK: Two microphones in one room

  /// An engine that recognises the same words everywhere; those of loud audio wait for a gate.
  private func echoing(_ gate: Gate) -> SpeechEngine {
    SpeechEngine(
      status: .ready(model: "echoing"), capacity: 4, findSpeech: { $0.indices },
      transcribe: { samples in
        if samples.contains(where: { $0 > 0.3 }) { await gate.pass() }
        return "I fixed the login page"
      })
  }

  /// Syllables of random loudness, the same for each level.
  private static func syllables(_ decibels: Double, seed: UInt64 = 5) -> [Int16] {
    var signal = Signal(seed: seed)
    signal.silence(0.3)
    for _ in 0..<40 { signal.noise(0.06, decibels - Double(signal.pick(0...12))) }
    signal.silence(0.2)
    return signal.samples
  }

  @Test func theLineOfTheFartherMicrophoneWaitsAndIsDropped() async throws {
    let gate = Gate()
    let harness = try await open(echoing(gate))
    // Ann’s audio is known, but waits for the gate, when Bob’s is recognised.
    try await harness.own(Self.syllables(-15), atMs: 60_000, by: Self.ann)
    try await harness.own(Self.syllables(-35), atMs: 60_000, by: Self.bob)
    await harness.clock.waitForSleepers(1)
    #expect(harness.linesTold.isEmpty)
    gate.open()
    await harness.router.told.wait(for: 2)
    harness.clock.advance(by: .seconds(1))
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.person) == [Self.ann.lowercaseText])
    #expect(harness.linesTold.map(\.person) == [Self.ann.lowercaseText])
  }

  @Test func theEndDecidesWhichLineIsTheDouble() async throws {
    let gate = Gate()
    let harness = try await open(echoing(gate))
    // Ann’s audio is known, but waits for the gate, when Bob’s is recognised.
    try await harness.own(Self.syllables(-15), atMs: 60_000, by: Self.ann)
    try await harness.own(Self.syllables(-35), atMs: 60_000, by: Self.bob)
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .seconds(1))
    async let reply = harness.send(FinishRecognition(id: "a"))
    gate.open()
    #expect(try await reply.lines.map(\.person) == [Self.ann.lowercaseText])
    #expect(await harness.service.ownLines.isEmpty)
  }

  /// The audio of the nearer microphone may arrive late; it must not double the words.
  @Test func aLineOfAnOwnMicrophoneDoesNotWaitForever() async throws {
    let gate = Gate()
    let harness = try await open(echoing(gate))
    // Ann’s audio is known, but waits for the gate, when Bob’s is recognised.
    try await harness.own(Self.syllables(-15), atMs: 60_000, by: Self.ann)
    try await harness.own(Self.syllables(-35), atMs: 60_000, by: Self.bob)
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(HeldLines.maxOwnMs))
    await harness.router.told.wait(for: 2)
    #expect(harness.linesTold.map(\.person) == [Self.bob.lowercaseText])
    gate.open()
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.person) == [Self.bob.lowercaseText])
  }

  /// The room's line, which waits a little longer, must not be accepted before either.
  @Test func theTimeOfASecondWaitingLineCountsSinceItWasRecognised() async throws {
    let gate = Gate()
    let harness = try await open(echoing(gate))
    // Ann’s audio is known, but waits for the gate, when both lines of Bob are recognised.
    try await harness.own(Self.syllables(-15), atMs: 50_000, by: Self.ann)
    try await harness.own(Self.syllables(-25), atMs: 50_000, by: Self.bob)
    try await harness.own(Self.syllables(-35), atMs: 54_000, by: Self.bob)
    await harness.clock.waitForSleepers(1)
    while await harness.service.ownLines["a"]?.lines.count != 2 { await Task.yield() }
    harness.clock.advance(by: .milliseconds(HeldLines.maxOwnMs))
    await harness.router.told.wait(for: 3)
    #expect(harness.linesTold.map(\.person) == [Self.bob, Self.bob].map(\.lowercaseText))
    gate.open()
    _ = try await harness.send(FinishRecognition(id: "a"))
  }

  @Test func twoPeopleWhoSpeakAtOnceAreBothRecorded() async throws {
    let gate = Gate()
    gate.open()
    let harness = try await open(echoing(gate))
    try await harness.own(Self.syllables(-35, seed: 6), atMs: 60_000, by: Self.bob)
    try await harness.own(Self.syllables(-15), atMs: 60_000, by: Self.ann)
    await harness.router.told.wait(for: 3)
    #expect(
      Set(harness.linesTold.map(\.person)) == [Self.ann.lowercaseText, Self.bob.lowercaseText])
  }

  /// 0.3 s of noise floor and 0.4 s of speech.
  private static var short: [Int16] {
    var signal = Signal()
    signal.silence(0.3)
    signal.noise(0.4, -20)
    return signal.samples
  }
}

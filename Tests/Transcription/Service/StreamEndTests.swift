import Bus
import Foundation
import TestSupport
import Testing
import TranscriptionAPI

@testable import TranscriptionService

@Suite struct StreamEndTests {
  /// An engine that answers once the gate is open.
  func slow(_ gate: Gate, began: Recorder<Void> = Recorder()) -> SpeechEngine {
    SpeechEngine(
      status: .ready(model: "slow"), capacity: 1, findSpeech: { $0.indices },
      transcribe: { _ in
        began.record(())
        await gate.pass()
        return "late"
      })
  }

  @Test func aStreamThatIsCancelledIsGone() async throws {
    let gate = Gate()
    let began = Recorder<Void>()
    let harness = ServiceHarness(engine: slow(gate, began: began))
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    await began.wait(for: 1)
    async let finish = harness.refusal(FinishRecognition(id: "a"))
    let more = RecognizeAudio(id: "a", offset: 40_000)
    while try await harness.refusal(more, frames: [[Int16(0)].frame])?.code != .conflict {}
    try await harness.send(CancelRecognition(id: "a"))
    #expect(try await finish?.code == .conflict)
    #expect(try await harness.refusal(CancelRecognition(id: "a"))?.code == .notFound)
    #expect(try await harness.refusal(FinishRecognition(id: "a"))?.code == .notFound)
    // Later results of the engine do not affect a new stream with the same id.
    try await harness.open()
    gate.open()
    try await harness.audio(.utterance, at: 0)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.key) == ["t2-0"])
    #expect(harness.linesTold.allSatisfy { $0.key == "t2-0" })
  }

  /// At once, even while the engine is busy.
  @Test func whereAStreamStands() async throws {
    let gate = Gate()
    let began = Recorder<Void>()
    let harness = ServiceHarness(engine: slow(gate, began: began))
    try await harness.service.start()
    #expect(try await harness.refusal(GetRecognition(id: "a"))?.code == .notFound)
    try await harness.open()
    let empty = try await harness.send(GetRecognition(id: "a"))
    try await harness.audio(.utterance, at: 0)
    await began.wait(for: 1)
    let busy = try await harness.send(GetRecognition(id: "a"))
    #expect(empty.stream != nil && empty.stream == busy.stream)
    #expect(empty.settled == nil && busy.settled != nil)
    #expect(busy.creditSamples < empty.creditSamples)
    gate.open()
    _ = try await harness.send(FinishRecognition(id: "a"))
    #expect(try await harness.refusal(GetRecognition(id: "a"))?.code == .notFound)
  }

  @Test func audioAndItsLagAreMeasured() async throws {
    let harness = ServiceHarness()
    #expect(await harness.service.obstacle == nil)
    try await harness.service.start()
    try await harness.open()
    #expect(await harness.metrics.refreshed("standups_transcription_streams") == 1)
    try await harness.speak(.utterance, at: 0)
    _ = try await harness.send(FinishRecognition(id: "a"))
    #expect(await harness.metrics.refreshed("standups_transcription_audio_seconds_total") == 2.5)
    #expect(await harness.metrics.refreshed("standups_transcription_lines_total") == 1)
    #expect(await harness.metrics.refreshed("standups_transcription_lag_seconds_count") == 1)
    // Half a second of silence shows the end, and the recording ends 1.4 s after it.
    let lag = try #require(
      await harness.metrics.refreshed("standups_transcription_lag_seconds_sum"))
    #expect((0.1...1.5).contains(lag))
    #expect(
      await harness.metrics.refreshed(#"standups_transcription_engine_loaded{model="hearing"}"#)
        == 1)
    #expect(await harness.metrics.refreshed("standups_transcription_workers_busy") == 0)
    #expect(await harness.metrics.refreshed("standups_transcription_streams") == 0)
  }

  @Test func withoutAnEngineItIsNotReady() async {
    let harness = ServiceHarness(engine: .unavailable("Run scripts/setup."))
    #expect(await harness.service.obstacle?.contains("Run scripts/setup.") == true)
    #expect(
      await harness.service.problems() == ["Speech recognition is unavailable. Run scripts/setup."])
    #expect(await ServiceHarness().service.problems() == [])
  }

  @Test func twoWhoFinishGetTheSame() async throws {
    let gate = Gate()
    let began = Recorder<Void>()
    let harness = ServiceHarness(engine: slow(gate, began: began))
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    await began.wait(for: 1)
    async let first = harness.send(FinishRecognition(id: "a"))
    async let second = harness.send(FinishRecognition(id: "a"))
    gate.open()
    let replies = try await [first, second]
    #expect(replies[0].lines.map(\.text) == ["late"])
    #expect(replies[0] == replies[1])
  }

  @Test func aStreamWithoutAudioHasNoLines() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    #expect(try await harness.send(FinishRecognition(id: "a")).lines.isEmpty)
  }

  @Test func aFailureOfTheEngineIsToldOnceAndUntilItIsTaken() async throws {
    let attempts = Recorder<RecognitionFailed>()
    let harness = ServiceHarness(engine: .hearing(["hello"])) { message in
      if let failed = message as? RecognitionFailed {
        attempts.record(failed)
        if attempts.values.count == 1 { throw BusError(.expired, "Too slow.") }
      }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    try await harness.audio(.utterance, at: 40_000)
    await attempts.wait(for: 1)
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .seconds(1))
    let failures = await attempts.wait(for: 2)
    #expect(failures == [failures[0], failures[0]])
    #expect(failures[0].id == "a")
    #expect(failures[0].reason.contains("The speech engine failed."))
    // Earlier lines are not lost, and the stream is over.
    #expect(try await harness.send(FinishRecognition(id: "a")).lines.map(\.text) == ["hello"])
    let more = try await harness.refusal(
      RecognizeAudio(id: "a", offset: 80_000), frames: [[Int16(0)].frame])
    #expect(more?.code == .notFound)
    #expect(attempts.values.count == 2)
  }

  @Test func whatWasSaidBeforeADrainIsStillTold() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    // In the middle of a word.
    try await harness.audio(Array([Int16].utterance[..<17_600]), at: 0)
    await harness.service.drain()
    #expect(harness.linesTold.map(\.key) == ["t1-0"])
    #expect(try await harness.refusal(StartRecognition(id: "b", subject: "s"))?.code == .draining)
    let audio = try await harness.refusal(
      RecognizeAudio(id: "a", offset: 17_600), frames: [[Int16(0)].frame])
    #expect(audio?.code == .draining)
  }

  @Test func aDrainThatTakesTooLongGivesUp() async throws {
    let gate = Gate()
    let harness = ServiceHarness { message in
      if message is LineRecognized { throw BusError(.unavailable, "Away.") }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    let drain = Task { await harness.service.drain() }
    await harness.clock.waitForSleepers(1)
    drain.cancel()
    await drain.value
    gate.open()
    #expect(try await harness.refusal(GetSpeechAuthorization(subject: "s")) == nil)
  }

  @Test func streamsThatCannotBeRestoredHaveFailed() async throws {
    let harness = ServiceHarness(engine: .unavailable("It was removed.")) { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: [:], streams: [StartRecognition(id: "a", subject: "s", startMs: 9)])
        : Done() as any Sendable
    }
    try await harness.service.start()
    let told = await harness.router.told.wait(for: 2)
    #expect(
      told[1] as? RecognitionFailed == RecognitionFailed(id: "a", reason: "It was removed."))
  }

  @Test func endedStreamsAreBounded() {
    func line(_ key: String, bytes: Int) -> TranscriptionAPI.TranscriptLine {
      .init(key: key, fromMs: 0, toMs: 1, text: String(repeating: "x", count: bytes))
    }
    var ended = EndedStreams(maxStreams: 3, maxBytes: 2000)
    for number in 0..<5 { ended.add("\(number)", [line("\(number)", bytes: 10)]) }
    #expect(ended.count == 3)
    #expect(ended["1"] == nil)
    #expect(ended["4"]?.count == 1)
    ended.add("4", [line("more", bytes: 10)])
    #expect(ended["4"]?.map(\.key) == ["4", "more"])
    ended.add("large", [line("large", bytes: 1900)])
    #expect(ended.count == 1)
    let lines = (0..<100).map { line("\($0)", bytes: 20) }
    #expect(lines.fitting(1000).map(\.key) == (91..<100).map { "\($0)" })
    #expect(lines.fitting(.max) == lines)
  }
}

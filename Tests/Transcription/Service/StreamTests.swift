import Bus
import Foundation
import TestSupport
import Testing
import TranscriptionAPI
import ZeroMQ

@testable import TranscriptionService

@Suite struct StreamTests {
  @Test func linesAreToldInOrderAndReturnedAtTheEnd() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.speak(.utterance, at: 0)
    try await harness.speak(.utterance, at: 40_000)
    let reply = try await harness.send(FinishRecognition(id: "a"))
    try #require(reply.lines.map(\.text) == ["hello", "world"])
    #expect(reply.lines.map(\.key) == ["t1-0", "t1-1"])
    #expect((200...500).contains(reply.lines[0].fromMs))
    #expect((2700...3000).contains(reply.lines[1].fromMs))
    #expect((1200...1500).contains(reply.lines[0].toMs))
    await harness.router.told.wait(for: 3)
    #expect(harness.linesTold == reply.lines)
    // Repeated: the same reply.
    #expect(try await harness.send(FinishRecognition(id: "a")) == reply)
  }

  @Test func aLineIsToldUntilItIsTaken() async throws {
    let attempts = Recorder<Void>()
    let harness = ServiceHarness { message in
      if message is LineRecognized {
        attempts.record(())
        if attempts.values.count < 3 { throw BusError(.unavailable, "Away.") }
      }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    try await harness.send(FinishRecognition(id: "a"))
    for attempt in 1...2 {
      await attempts.wait(for: attempt)
      await harness.clock.waitForSleepers(1)
      harness.clock.advance(by: .seconds(1))
    }
    await attempts.wait(for: 3)
    #expect(Set(harness.linesTold.map(\.key)) == ["t1-0"])
  }

  @Test func timesCountFromTheMeetingsStartAfterARestart() async throws {
    let harness = ServiceHarness { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [StartRecognition(id: "a", subject: "s", startMs: 60_000)])
        : Done() as any Sendable
    }
    try await harness.service.start()
    // The composition root starts it, too; it is the same stream.
    try await harness.open(startMs: 60_050)
    harness.clock.advance(by: .seconds(2))
    // The sender continues its offsets where it was: 61 s of audio were before.
    try await harness.speak(.utterance, at: 61 * 16_000)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.count == 1)
    #expect((62_200...62_500).contains(lines[0].fromMs))
  }

  @Test func theStreamsOfAllPagesAreOpened() async throws {
    let harness = ServiceHarness { message in
      guard let request = message as? RecognitionRequested else { return Done() as any Sendable }
      let pages = [nil: "a", "a": "b", "b": "c"]
      let id = try #require(pages[request.after])
      return RecognitionRequested.Reply(
        authorizations: request.after == nil ? ["s": true] : [:],
        streams: [StartRecognition(id: id, subject: "s")], next: id == "c" ? nil : id)
    }
    try await harness.service.start()
    await harness.service.restoration.task?.value
    // After the time in which a sender would have been reported.
    harness.clock.advance(by: .milliseconds(2_500))
    for id in ["a", "b", "c"] {
      #expect(try await harness.send(FinishRecognition(id: id)).lines.isEmpty)
    }
  }

  @Test func audioGoesOnAfterTheSenderPaused() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.speak(.utterance, at: 0)
    harness.clock.advance(by: .seconds(20))
    try await harness.speak(.utterance, at: 40_000)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.count == 2)
    #expect((200...500).contains(lines[0].fromMs))
    #expect((22_700...23_000).contains(lines[1].fromMs))
  }

  @Test func speechBeforeAndAfterAPauseIsNotOneLine() async throws {
    let harness = ServiceHarness(
      engine: SpeechEngine(
        status: .ready(model: "x"), capacity: 1, findSpeech: { $0.indices },
        transcribe: { _ in "x" }))
    try await harness.service.start()
    try await harness.open()
    var signal = Signal()
    signal.silence(0.5)
    signal.noise(1, -20)
    try await harness.speak(signal.samples, at: 0)
    harness.clock.advance(by: .seconds(20))
    var rest = Signal(seed: 2)
    rest.noise(1.2, -20)
    rest.silence(1)
    try await harness.speak(rest.samples, at: signal.samples.count)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.count == 2)
    #expect(lines[0].toMs < 2000)
    #expect(lines.last.map { $0.fromMs > 21_000 } == true)
  }

  @Test func startingTwiceIsTheSameStream() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    try await harness.open()
    #expect(try await harness.send(FinishRecognition(id: "a")).lines.map(\.text) == ["hello"])
  }

  @Test func aStreamThatIsOpenedAgainAddsToWhatWasHeard() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    try await harness.send(FinishRecognition(id: "a"))
    try await harness.open(startMs: 9000)
    try await harness.audio(.utterance, at: 0)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.text) == ["hello", "world"])
    #expect(Set(lines.map(\.key)).count == 2)
  }

  @Test func repeatsAndGapsOfAudio() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    let samples = [Int16].utterance
    try await harness.audio(Array(samples[..<20_000]), at: 0)
    try await harness.audio(Array(samples[..<20_000]), at: 0)
    try await harness.audio(Array(samples[16_000...]), at: 16_000)
    // 5 s are missing; later audio is shifted by as much.
    try await harness.audio(samples, at: 120_000)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.map(\.text) == ["hello", "world"])
    #expect((7700...8000).contains(lines[1].fromMs))
  }

  @Test func whatIsNoAudioIsRefused() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    let audio = RecognizeAudio(id: "a", offset: 0)
    let frame = [Int16](repeating: 0, count: 160).frame
    #expect(try await harness.refusal(audio)?.code == .invalid)
    #expect(try await harness.refusal(audio, frames: [frame, frame])?.code == .invalid)
    #expect(try await harness.refusal(audio, frames: [Frame(Data([1, 2, 3]))])?.code == .invalid)
    #expect(try await harness.refusal(audio, frames: [Frame(Data())])?.code == .invalid)
    for offset in [-1, Int64.min, .max, 24 * 3600 * 16_000 + 1] as [Int64] {
      let error = try await harness.refusal(
        RecognizeAudio(id: "a", offset: offset), frames: [frame])
      #expect(error?.code == .invalid, "\(offset)")
    }
    let large = [Int16](repeating: 0, count: 200_000).frame
    try await harness.open("large")
    #expect(
      try await harness.refusal(RecognizeAudio(id: "large", offset: 0), frames: [large])?.code
        == .tooLarge)
    #expect(
      try await harness.refusal(RecognizeAudio(id: "b", offset: 0), frames: [frame])?.code
        == .notFound)
    // None of it had an effect.
    try await harness.open("c")
    try await harness.audio(.utterance, at: 0, id: "c")
    #expect(try await harness.send(FinishRecognition(id: "c")).lines.count == 1)
  }

  @Test(arguments: [-1, 86_400_001])
  func theStartIsChecked(_ startMs: Int64) async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    let start = StartRecognition(id: "a", subject: "s", startMs: startMs)
    #expect(try await harness.refusal(start)?.code == .invalid)
  }

  @Test func moreThanTheCreditIsRefusedUntilTheRecogniserHasCaughtUp() async throws {
    let gate = Gate()
    let engine = SpeechEngine(
      status: .ready(model: "slow"), capacity: 1, findSpeech: { $0.indices },
      transcribe: { _ in
        await gate.pass()
        return "slow"
      })
    let harness = ServiceHarness(engine: engine)
    try await harness.service.start()
    let window = try await harness.open().creditSamples
    var offset = 0
    var busy: BusError?
    while busy == nil, offset < 4 * window {
      let frames = [[Int16].utterance.frame]
      busy = try await harness.refusal(
        RecognizeAudio(id: "a", offset: Int64(offset)), frames: frames)
      if busy == nil { offset += 40_000 }
    }
    #expect(busy?.code == .busy)
    #expect(busy?.retryable == true)
    #expect(busy?.retryAfterMs != nil)
    gate.open()
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.count == offset / 40_000)
  }

  @Test func thereAreOnlySoManyStreams() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    for number in 0..<TranscriptionService.maxStreams { try await harness.open("\(number)") }
    let one = StartRecognition(id: "one more", subject: "s")
    #expect(try await harness.refusal(one)?.code == .busy)
    #expect(try await harness.refusal(StartRecognition(id: "7", subject: "s")) == nil)
    try await harness.send(CancelRecognition(id: "7"))
    #expect(try await harness.refusal(one) == nil)
  }

  @Test func guessesGoOutUnderTheParentsLabels() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    let labels = EventLabels(type: "meeting.partial", subject: "m", standup: "s", meeting: "m")
    try await harness.open(startMs: 7000, labels: labels)
    try await harness.speak(Array([Int16].utterance[..<22_400]), at: 0)
    let published = await harness.publisher.published.wait(for: 1)
    #expect(published[0].labels == labels)
    let data = try BusJSON.decode(PartialData.self, from: published[0].data)
    #expect(data.text == "guess")
    #expect(data.fromMs >= 7000 && data.toMs <= 8400)
  }

  @Test func withoutLabelsNoGuessGoesOut() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.speak(.utterance, at: 0)
    try await harness.send(FinishRecognition(id: "a"))
    #expect(harness.publisher.published.values.isEmpty)
  }
}

import Bus
import TestSupport
import Testing
import TranscriptionAPI

@testable import TranscriptionService

/// A sender keeps its audio until it is settled, and sends it again to the instance that takes
/// over.
@Suite struct ResentAudioTests {
  @Test func whatIsToldOrSilenceIsSettled() async throws {
    let gate = Gate()
    let harness = ServiceHarness { message in
      if message is LineRecognized { await gate.pass() }
      return ServiceHarness.defaultReply(message)
    }
    try await harness.service.start()
    try await harness.open()
    let silence = [Int16](repeating: 0, count: 32_000)
    let first = try await harness.send(
      RecognizeAudio(id: "a", offset: 8_000, atMs: 500), frames: [silence.frame])
    #expect(first.stream == "t1")
    // The lead-in of a following word may be kept.
    #expect((32_000...40_000).contains(first.settled ?? 0))
    let second = try await harness.send(
      RecognizeAudio(id: "a", offset: 40_000, atMs: 2_500, stream: "t1"),
      frames: [[Int16].utterance.frame])
    // Half a second into it a word begins, which is not reported yet.
    #expect((40_000...48_000).contains(second.settled ?? 0))
    await harness.router.told.wait(for: 2)
    let waiting = try await harness.settled(80_000)
    #expect(waiting == second.settled)
    gate.open()
    while try await harness.settled(80_000) == waiting { await Task.yield() }
    #expect(try await harness.settled(80_000) > 72_000)
    let line = try #require(harness.linesTold.first)
    #expect(line.stream == "t1")
    #expect((2_700...3_000).contains(line.fromMs))
  }

  @Test func whatIsBeingSaidIsNotSettled() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    let reply = try await harness.send(
      RecognizeAudio(id: "a", offset: 0, atMs: 0),
      frames: [Array([Int16].utterance[..<17_600]).frame])
    #expect((1_600...8_000).contains(reply.settled ?? 0))
  }

  @Test func anotherStreamHasNothingOfWhatWasSent() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    let frames = [[Int16].utterance.frame]
    let other = RecognizeAudio(id: "a", offset: 8_000, atMs: 500, stream: "t0")
    let error = try await harness.refusal(other, frames: frames)
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("resend the unsettled audio") == true)
    // It was rejected, so an earlier offset is not a repetition.
    let reply = try await harness.send(
      RecognizeAudio(id: "a", offset: 0, atMs: 0), frames: frames)
    #expect(reply.stream == "t1")
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.text) == ["hello"])
  }

  /// The service is back after 4 s; the sender has 6 s of audio, and its first word was reported.
  @Test func theStreamIsTakenUpWhereItsLinesEnd() async throws {
    let harness = ServiceHarness { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [
            StartRecognition(id: "a", subject: "s", startMs: 40_000, settledMs: 36_300)
          ])
        : Done() as any Sendable
    }
    try await harness.service.start()
    await harness.router.told.wait(for: 1)
    let utterance = [Int16].utterance
    // From 35.0 s: a known word at 35.5, an unknown one at 38.0.
    try await harness.stamped(utterance, at: 560_000, atMs: 35_000)
    try await harness.stamped(utterance, at: 600_000, atMs: 37_500)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.map(\.text) == ["hello"])
    #expect((37_600...38_100).contains(lines[0].fromMs))
    #expect((38_600...39_000).contains(lines[0].toMs))
  }

  @Test func allOfAMessageMayBeKnown() async throws {
    let harness = ServiceHarness { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [StartRecognition(id: "a", subject: "s", startMs: 9_000, settledMs: 3_700)])
        : Done() as any Sendable
    }
    try await harness.service.start()
    await harness.router.told.wait(for: 1)
    let known = try await harness.send(
      RecognizeAudio(id: "a", offset: 0, atMs: 1_000), frames: [[Int16].utterance.frame])
    // 2.7 s of the sender's audio are reported: more than it has sent so far.
    #expect(known.settled == 43_200)
    try await harness.stamped(.utterance, at: 40_000, atMs: 3_500)
    try await harness.stamped(.utterance, at: 80_000, atMs: 6_000)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.map(\.text) == ["hello", "world"])
    #expect((3_700...4_000).contains(lines[0].fromMs))
    #expect((6_200...6_500).contains(lines[1].fromMs))
  }

  @Test func timesAreTheSpeakersAndNotTheNetworks() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open(startMs: 60_000)
    // 20 s after recording, all at once, followed by live audio.
    harness.clock.advance(by: .seconds(20))
    for index in 0..<2 {
      try await harness.stamped(
        .utterance, at: 960_000 + index * 40_000, atMs: 60_000 + Int64(index) * 2_500)
    }
    try await harness.stamped(.utterance, at: 1_040_000, atMs: 77_500)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    try #require(lines.count == 3)
    #expect((60_200...60_500).contains(lines[0].fromMs))
    #expect((62_700...63_000).contains(lines[1].fromMs))
    #expect((77_700...78_000).contains(lines[2].fromMs))
  }

  @Test func aTimeThatMakesNoSenseIsRefused() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    for atMs in [-1, Int64.min, Int64.max, 200_000_000] {
      let error = try await harness.refusal(
        RecognizeAudio(id: "a", offset: 0, atMs: atMs), frames: [[Int16].utterance.frame])
      #expect(error?.code == .invalid)
      #expect(error?.message.contains("atMs") == true)
    }
    try await harness.stamped(.utterance, at: 0, atMs: 0)
  }

  @Test func whoSendsNoTimesGetsLinesOfNoStream() async throws {
    let harness = ServiceHarness()
    try await harness.service.start()
    try await harness.open()
    try await harness.audio(.utterance, at: 0)
    let lines = try await harness.send(FinishRecognition(id: "a")).lines
    #expect(lines.map(\.stream) == [nil])
  }

  // MARK: End of a stream

  /// A service that took over a stream at 40 s, and whose meeting ends at once.
  private func takenUp() async throws -> ServiceHarness {
    let harness = ServiceHarness { message in
      message is RecognitionRequested
        ? RecognitionRequested.Reply(
          authorizations: ["s": true],
          streams: [StartRecognition(id: "a", subject: "s", startMs: 40_000)])
        : Done() as any Sendable
    }
    try await harness.service.start()
    await harness.service.restoration.task?.value
    return harness
  }

  @Test func theEndWaitsForASenderThatCatchesUp() async throws {
    let harness = try await takenUp()
    async let finish = harness.send(FinishRecognition(id: "a"))
    await harness.clock.waitForSleepers(1)
    try await harness.stamped(.utterance, at: 0, atMs: 35_000)
    // The sender has caught up with this: nothing more is awaited.
    try await harness.stamped(.utterance, at: 40_000, atMs: 37_400)
    #expect(try await finish.lines.map(\.text) == ["hello", "world"])
  }

  @Test func theEndDoesNotWaitForeverForASender() async throws {
    let harness = try await takenUp()
    async let finish = harness.send(FinishRecognition(id: "a"))
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(2_500))
    #expect(try await finish.lines.isEmpty)
  }

  @Test func theEndDoesNotWaitForASenderThatHasStopped() async throws {
    let harness = try await takenUp()
    async let finish = harness.send(FinishRecognition(id: "a"))
    await harness.clock.waitForSleepers(1)
    try await harness.stamped(.utterance, at: 0, atMs: 35_000)
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(700))
    #expect(try await finish.lines.map(\.text) == ["hello"])
  }

  @Test func aStreamThatWasTakenUpLongAgoHasNoSender() async throws {
    let harness = try await takenUp()
    harness.clock.advance(by: .milliseconds(2_500))
    #expect(try await harness.send(FinishRecognition(id: "a")).lines.isEmpty)
  }

  @Test func theEndOfAStreamThatIsNotTakenUpYetWaits() async throws {
    let gate = Gate()
    let harness = ServiceHarness { message in
      guard message is RecognitionRequested else { return Done() }
      await gate.pass()
      return RecognitionRequested.Reply(
        authorizations: ["s": true],
        streams: [StartRecognition(id: "a", subject: "s", startMs: 40_000)])
    }
    try await harness.service.start()
    async let finish = harness.send(FinishRecognition(id: "a"))
    await harness.clock.waitForSleepers(1)
    gate.open()
    while try await harness.refusal(
      RecognizeAudio(id: "a", offset: 0, atMs: 36_000), frames: [[Int16].utterance.frame])?.code
      == .notFound
    {
      await Task.yield()
    }
    await harness.clock.waitForSleepers(1)
    harness.clock.advance(by: .milliseconds(700))
    #expect(try await finish.lines.map(\.text) == ["hello"])
  }
}

extension ServiceHarness {
  /// Sends audio with its recording time.
  func stamped(_ samples: [Int16], at offset: Int, atMs: Int64) async throws {
    try await send(
      RecognizeAudio(id: "a", offset: Int64(offset), atMs: atMs), frames: [samples.frame])
  }

  /// Queries the settled position, with silence that was sent before.
  func settled(_ end: Int64) async throws -> Int64 {
    let silence = [Int16](repeating: 0, count: 160)
    let reply = try await send(
      RecognizeAudio(id: "a", offset: end - 160, atMs: end / 16 - 10), frames: [silence.frame])
    return reply.settled ?? -1
  }
}

import Audio
import Bus
import TestSupport
import Testing
import TranscriptionAPI
import ZeroMQ

@testable import Command

@Suite("Streaming audio")
struct AudioStreamerTests {
  private let bench = Bench()
  private let states = Recorder<LiveView.AudioState>()
  private let clock = TestClock()

  private func streamer(base: Int64 = 0) -> AudioStreamer {
    AudioStreamer(
      meeting: Fixture.meetingID,
      connection: Connection(caller: bench.caller, events: bench.events), base: base, clock: clock
    ) { [states] in states.record($0) }
  }

  /// The received audio, by offset.
  private func arrived() -> [Int64: [UInt8]] {
    Dictionary(
      bench.caller.sent.compactMap { sent in
        (sent.command as? RecognizeAudio).map { ($0.offset, Array(sent.attachments[0].bytes)) }
      }, uniquingKeysWith: { $1 })
  }

  @Test("Audio goes out as 16-bit little-endian frames with its place in the stream")
  func frames() async {
    bench.caller.on(RecognizeAudio.self) { _ in .init(creditSamples: 1_600) }
    await streamer(base: 32_000).run(AudioFeed(Speech.chunks(3)))
    let arrived = arrived()
    #expect(arrived.keys.sorted() == [32_000, 33_600, 35_200])
    #expect(arrived[33_600] == Array(repeating: [2, 0], count: 1_600).flatMap { $0 })
    #expect(
      bench.caller.commands(RecognizeAudio.self).allSatisfy {
        $0.id == "meeting/\(Fixture.meetingID)"
      })
    #expect(states.values == [.sending, .ended])
  }

  @Test("After a retryable error the same offset comes again, once its time has come")
  func retry() async {
    let attempts = Recorder<Int64>()
    bench.caller.on(RecognizeAudio.self) { command in
      attempts.record(command.offset)
      if attempts.values.count == 1 {
        throw BusError(.busy, "Full.", retryAfterMs: 300)
      }
      return .init(creditSamples: 16_000)
    }
    let run = Task { [streamer = streamer()] in await streamer.run(AudioFeed(Speech.chunks(1))) }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(299))
    #expect(attempts.values == [0])
    clock.advance(by: .milliseconds(1))
    await run.value
    #expect(attempts.values == [0, 0])
    #expect(states.values == [.sending, .behind(droppedMs: 0), .sending, .ended])
  }

  @Test("A router that dies while audio is under way ends nothing: the offset tells repeats apart")
  func routerDies() async {
    let attempts = Recorder<Int64>()
    bench.caller.on(RecognizeAudio.self) { command in
      attempts.record(command.offset)
      if attempts.values.count == 1 {
        throw BusError(.unavailable, "It may have been done.", retryable: false)
      }
      return .init(creditSamples: 16_000)
    }
    let run = Task { [streamer = streamer()] in await streamer.run(AudioFeed(Speech.chunks(1))) }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(250))
    await run.value
    #expect(attempts.values == [0, 0])
    #expect(states.values == [.sending, .behind(droppedMs: 0), .sending, .ended])
  }

  @Test("What can never succeed ends the stream and says why")
  func denied() async {
    bench.caller.on(RecognizeAudio.self) { _ in throw BusError(.denied, "Recording is not allowed.")
    }
    await streamer().run(AudioFeed(Speech.chunks(3)))
    #expect(
      states.values == [.sending, .failed(Failure(BusError(.denied, "Recording is not allowed.")))])
    #expect(bench.caller.sent.count == 1)
  }

  @Test("A source that fails says why, and what was heard before is sent")
  func badSource() async {
    bench.caller.on(RecognizeAudio.self) { _ in .init(creditSamples: 16_000) }
    let feed = AudioFeed(
      AsyncThrowingStream<AudioChunk, any Error> { continuation in
        continuation.yield(AudioChunk(offset: 0, samples: [1]))
        continuation.finish(throwing: AudioError(.truncated, "The file ends early."))
      })
    await streamer().run(feed)
    #expect(bench.caller.sent.count == 1)
    // The remainder, sent afterwards, does not count as success.
    #expect(
      states.values == [
        .sending, .failed(Failure(.data, code: "truncated", "The file ends early.")),
      ])
  }

  @Test("Every message says when it was spoken, and to which stream it belongs")
  func stamps() async {
    bench.caller.on(RecognizeAudio.self) {
      .init(creditSamples: 1_600, settled: $0.offset + 1_600, stream: "s")
    }
    let (chunks, source) = AsyncStream.makeStream(of: AudioChunk.self)
    let run = Task { [streamer = streamer(base: 32_000)] in
      await streamer.run(AudioFeed(chunks))
    }
    let sound = Array(repeating: Int16(1), count: 1_600)
    for index in 0..<3 {
      // The source pauses for 5 s before the last chunk.
      clock.advance(by: .milliseconds(index == 2 ? 5_100 : 100))
      source.yield(AudioChunk(offset: index * 1_600, samples: sound))
      await bench.caller.waitForSent(index + 1)
    }
    source.finish()
    await run.value
    let sent = bench.caller.commands(RecognizeAudio.self)
    #expect(sent.map(\.atMs) == [2_000, 2_100, 7_200])
    #expect(sent.map(\.stream) == [nil, "s", "s"])
  }

  /// A service that is killed with the fourth message, after it has reported the words of the
  /// first.
  @Test("What is not settled is sent again to whoever takes its place")
  func takeover() async {
    bench.caller.on(RecognizeAudio.self) { command, frames in
      if command.stream == nil {
        return .init(creditSamples: 16_000, settled: 0, stream: command.offset == 0 ? "a" : "b")
      }
      if command.stream == "a", command.offset >= 4_800 {
        throw BusError(.notFound, "Another one is open.", retryAfterMs: 0)
      }
      let settled = command.stream == "a" ? 1_600 : command.offset + Int64(frames[0].count / 2)
      return .init(creditSamples: 1_600, settled: settled, stream: command.stream)
    }
    let (chunks, source) = AsyncStream.makeStream(of: AudioChunk.self)
    let run = Task { [streamer = streamer()] in await streamer.run(AudioFeed(chunks)) }
    for index in 0..<4 {
      clock.advance(by: .milliseconds(100))
      source.yield(
        AudioChunk(
          offset: index * 1_600, samples: Array(repeating: Int16(index), count: 1_600)))
      await bench.caller.waitForSent(index + 1)
    }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(50))
    // All but the first 100 ms, starting with as much as the old credit allows.
    await bench.caller.waitForSent(6)
    source.yield(AudioChunk(offset: 6_400, samples: Array(repeating: 4, count: 3_200)))
    source.finish()
    await run.value
    let sent = bench.caller.commands(RecognizeAudio.self)
    #expect(sent[3].stream == "a")
    #expect(sent[4].offset == 1_600)
    #expect(sent[4].atMs == 100)
    #expect(sent[4].stream == nil)
    #expect(sent[5].offset == 3_200)
    #expect(sent[5].stream == "b")
    #expect(states.values == [.sending, .behind(droppedMs: 0), .sending, .ended])
  }

  @Test("After the last sample it stays until that is settled, and helps a new service, too")
  func lastWords() async {
    let answers = Recorder<Void>()
    bench.caller.on(RecognizeAudio.self) { command in
      answers.record(())
      switch answers.values.count {
      case 1: return .init(creditSamples: 16_000, settled: 0, stream: "a")
      case 2: throw BusError(.notFound, "There is no stream.")
      case 3: return .init(creditSamples: 16_000, settled: 0, stream: "b")
      default: return .init(creditSamples: 16_000, settled: 1_600, stream: "b")
      }
    }
    let run = Task { [streamer = streamer()] in await streamer.run(AudioFeed(Speech.chunks(1))) }
    for wait in [500, 250, 500] {
      await clock.waitForSleepers()
      clock.advance(by: .milliseconds(wait))
    }
    await run.value
    let sent = bench.caller.commands(RecognizeAudio.self)
    #expect(sent.map(\.offset) == [0, 0, 0, 0])
    #expect(sent.map(\.stream) == [nil, "a", nil, "b"])
    #expect(states.values == [.sending, .ended, .behind(droppedMs: 0), .sending, .ended])
  }

  @Test("A stream that is over once all was sent is no failure")
  func overAfterTheEnd() async {
    bench.caller.on(RecognizeAudio.self) { [states] _ in
      if states.values.contains(.ended) { throw BusError(.conflict, "It is ending.") }
      return .init(creditSamples: 16_000, settled: 0, stream: "a")
    }
    let run = Task { [streamer = streamer()] in await streamer.run(AudioFeed(Speech.chunks(1))) }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    await run.value
    #expect(states.values == [.sending, .ended])
  }

  @Test("The end of the meeting ends the audio, and is no failure")
  func overWhileTheMicrophoneRecords() async {
    bench.caller.on(RecognizeAudio.self) { _ in throw BusError(.conflict, "It is ending.") }
    await streamer().run(AudioFeed(Speech.chunks(3)))
    #expect(states.values == [.sending, .ended])
    #expect(bench.caller.commands(RecognizeAudio.self).count == 1)
  }
}

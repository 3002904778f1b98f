import Audio
import Bus
import Messages
import TestSupport
import Testing
import ZeroMQ

@testable import Command

@Suite("Audio that waits for its credit")
struct AudioWindowTests {
  private func piece(_ index: Int, _ count: Int = 1_600) -> AudioWindow.Piece {
    .init(offset: Int64(index * 1_600), samples: Array(repeating: Int16(index), count: count))
  }

  @Test("One message is under way at a time, as large as the credit allows")
  func credit() {
    var window = AudioWindow()
    for index in 0..<5 { window.add(piece(index)) }
    #expect(window.next() == piece(0))
    #expect(window.next() == nil)
    window.accepted(credit: 4_000)
    let second = window.next()
    #expect(second?.offset == 1_600)
    #expect(second?.samples.count == 3_200)
    window.accepted(credit: 1_000)
    let third = window.next()
    #expect(third?.offset == 4_800)
    #expect(third?.samples.count == 1_000)
    window.accepted(credit: 100_000)
    #expect(window.next()?.offset == 5_800)
  }

  @Test("Without credit nothing is sent until it is asked for again")
  func noCredit() {
    var window = AudioWindow()
    window.add(piece(0))
    window.add(piece(1))
    _ = window.next()
    window.accepted(credit: 0)
    #expect(window.next() == nil)
    window.probe()
    #expect(window.next() == piece(1))
  }

  @Test("What was refused is sent again from its own offset")
  func again() {
    var window = AudioWindow()
    window.add(piece(0))
    let first = window.next()
    window.add(piece(1))
    window.refused()
    #expect(window.next() == first)
  }

  @Test("What is too old is dropped, and its place stays empty")
  func old() {
    var window = AudioWindow(limit: 3_200)
    for index in 0..<4 { window.add(piece(index)) }
    #expect(window.dropped == 3_200)
    #expect(window.next()?.offset == 3_200)
    window.add(piece(4))
    window.add(piece(5))
    window.refused()
    #expect(window.waiting.map(\.offset) == [6_400, 8_000])
    #expect(window.waitingSamples <= 3_200)
  }

  @Test("A gap is never joined over")
  func gap() {
    var window = AudioWindow(credit: 16_000)
    window.add(piece(0))
    window.add(piece(3))
    #expect(window.next() == piece(0))
    window.accepted(credit: 16_000)
    #expect(window.next() == piece(3))
  }
}

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

  /// What arrived, by offset.
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
      bench.caller.commands(RecognizeAudio.self).allSatisfy { $0.id == "\(Fixture.meetingID)" })
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

  @Test("What can never succeed ends the stream and says why")
  func denied() async {
    bench.caller.on(RecognizeAudio.self) { _ in throw BusError(.denied, "Recording is not allowed.")
    }
    await streamer().run(AudioFeed(Speech.chunks(3)))
    #expect(states.values == [.sending, .failed("Recording is not allowed.")])
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
    #expect(states.values.contains(.failed("The file ends early.")))
  }
}

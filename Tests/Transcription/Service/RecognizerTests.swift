import StandupsMetrics
import Testing
import Threads

@testable import TranscriptionService

struct RecognizerTests {
  /// A job whose audio has one sample more than its number. The engine of this test distinguishes
  /// jobs by their length, because it hears quiet audio amplified.
  private func job(_ utterance: Int, partial: Int? = nil) -> RecognitionJob {
    RecognitionJob(
      id: .init(utterance: utterance, partial: partial),
      audio: Utterance(start: 0, samples: Array(repeating: 8_000, count: utterance + 1)))
  }

  @Test func returnsTextNothingOrTheFailure() async {
    let scripted = Recognizer(engine: .scripted(["one"]))
    #expect(await scripted.recognize(job(0)) == .text("one"))
    #expect(await scripted.recognize(job(1)) == .text(""))
    let failing = Recognizer(engine: .failing(after: ["one"]))
    #expect(await failing.recognize(job(0)) == .text("one"))
    #expect(
      await failing.recognize(job(1)) == .failed(reason: "The speech engine failed."))
    #expect(await failing.recognize(job(2)) != .skipped)
  }

  @Test func withoutAnEngineItSaysWhy() async {
    let recognizer = Recognizer(engine: .unavailable("Run scripts/setup."))
    #expect(await recognizer.recognize(job(0)) == .failed(reason: "Run scripts/setup."))
  }

  @Test func unimplementedIsLoud() async {
    let recognizer = Recognizer(engine: .unimplemented)
    #expect(
      await recognizer.recognize(job(0)) == .failed(reason: "SpeechEngine.findSpeech was called."))
  }

  @Test func whatIsNotSpeechIsNotTranscribed() async {
    let engine = SpeechEngine(
      status: .ready(model: "deaf"), capacity: 1, findSpeech: { _ in nil },
      transcribe: { _ in throw SpeechError(.unimplemented, "transcribe") })
    #expect(await Recognizer(engine: engine).recognize(job(0)) == .text(""))
  }

  /// The model returns no text for some utterances that begin with noise.
  @Test func withoutTextTheSpeechAloneIsTranscribed() async {
    let (count, speech) = (32_000, 16_000..<24_000)
    let engine = SpeechEngine(
      status: .ready(model: "shy"), capacity: 1, findSpeech: { _ in speech },
      transcribe: { $0.count == count ? "" : "\($0.count)" })
    let audio = Utterance(start: 0, samples: Array(repeating: 8_000, count: count))
    let job = RecognitionJob(id: .init(utterance: 0, partial: nil), audio: audio)
    #expect(await Recognizer(engine: engine).recognize(job) == .text("11200"))
  }

  @Test func finalsWaitInOrderAndGuessesAreSkipped() async {
    let engine = HeldEngine(capacity: 2)
    let registry = MetricRegistry()
    let metrics = TranscriptionMetrics(registry)
    let recognizer = Recognizer(engine: engine.engine, metrics: metrics)
    let first = Task { await recognizer.recognize(job(0)) }
    let second = Task { await recognizer.recognize(job(1, partial: 0)) }
    await engine.running(2)
    // No engine is free: a partial result is skipped at once, final ones wait.
    #expect(await recognizer.recognize(job(2, partial: 1)) == .skipped)
    #expect(metrics.partialsSkipped.steps == 1)
    let third = Task { await recognizer.recognize(job(3)) }
    await backlog(1, recognizer)
    let fourth = Task { await recognizer.recognize(job(4)) }
    await backlog(2, recognizer)

    engine.release(0)
    #expect(await first.value == .text("0"))
    await engine.running(2)
    // The first one is next, and still no partial result comes between.
    #expect(engine.current == [1, 3])
    #expect(await recognizer.recognize(job(5, partial: 2)) == .skipped)
    engine.release(3)
    #expect(await third.value == .text("3"))
    await engine.running(2)
    #expect(engine.current == [1, 4])
    engine.release(1)
    engine.release(4)
    #expect(await second.value == .text("1"))
    #expect(await fourth.value == .text("4"))
    #expect(engine.maxCalls == 2)
    #expect(metrics.partialsSkipped.steps == 2)
    #expect(metrics.inference.with("final").count == 3)
    let later = Task { await recognizer.recognize(job(6, partial: 3)) }
    await engine.running(1)
    engine.release(6)
    #expect(await later.value == .text("6"))
  }

  @Test func otherWorkWaitsUntilNoFinalTextDoes() async {
    let engine = HeldEngine(capacity: 1)
    let recognizer = Recognizer(engine: engine.engine)
    // A running job alone does not delay it.
    let running = Task { await recognizer.recognize(job(0)) }
    await engine.running(1)
    await recognizer.waitUntilIdle()
    let waiting = Task { await recognizer.recognize(job(1)) }
    await backlog(1, recognizer)
    let isIdle = Locked(false)
    let other = Task {
      await recognizer.waitUntilIdle()
      isIdle.withLock { $0 = true }
    }
    let cancelled = Task { await recognizer.waitUntilIdle() }
    cancelled.cancel()
    await cancelled.value
    #expect(!isIdle.withLock { $0 })
    engine.release(0)
    await other.value
    #expect(isIdle.withLock { $0 })
    #expect(await running.value == .text("0"))
    await engine.running(1)
    engine.release(1)
    #expect(await waiting.value == .text("1"))
  }

  @Test func cancelledAndShutDownJobsAreSkipped() async {
    let engine = HeldEngine(capacity: 1)
    let recognizer = Recognizer(engine: engine.engine)
    let running = Task { await recognizer.recognize(job(0)) }
    await engine.running(1)
    let cancelled = Task { await recognizer.recognize(job(1)) }
    await backlog(1, recognizer)
    cancelled.cancel()
    #expect(await cancelled.value == .skipped)
    let waiting = Task { await recognizer.recognize(job(2)) }
    await backlog(1, recognizer)
    await recognizer.shutDown()
    #expect(await waiting.value == .skipped)
    #expect(await recognizer.recognize(job(3)) == .skipped)
    engine.release(0)
    #expect(await running.value == .text("0"))
    await recognizer.shutDown()
  }

  private func backlog(_ count: Int, _ recognizer: Recognizer) async {
    while await recognizer.backlog != count { await Task.yield() }
  }
}

/// An engine whose calls last until the test releases them.
private final class HeldEngine: Sendable {
  private struct State {
    var calls: [Int: CheckedContinuation<Void, Never>] = [:]
    var maxCalls = 0
  }
  private let state = Locked(State())
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  var engine: SpeechEngine {
    SpeechEngine(
      status: .ready(model: "held"), capacity: capacity, findSpeech: { $0.indices },
      transcribe: { samples in
        let number = samples.count - 1
        await withCheckedContinuation { call in
          self.state.withLock {
            $0.calls[number] = call
            $0.maxCalls = max($0.maxCalls, $0.calls.count)
          }
        }
        return "\(number)"
      })
  }

  var current: [Int] { state.withLock { $0.calls.keys.sorted() } }
  var maxCalls: Int { state.withLock { $0.maxCalls } }
  func release(_ number: Int) {
    state.withLock { $0.calls.removeValue(forKey: number) }?.resume()
  }
  func running(_ count: Int) async { while current.count != count { await Task.yield() } }
}

import Bus
import Foundation
import StandupsMetrics
import TestSupport
import Testing
import Threads
import TranscriptionAPI
import ZeroMQ

@testable import TranscriptionService

/// A transcription service with the clock, engine and router of a test.
final class ServiceHarness: Sendable {
  let clock = TestClock()
  let router: ScriptedDelegate
  let publisher = PartialRecorder()
  let service: TranscriptionService
  let metrics = MetricRegistry()

  init(
    engine: SpeechEngine = .hearing(["hello", "world", "again"]),
    languages: SpeechLanguages = .none, voices: VoiceEngine = .off,
    _ answer: @escaping @Sendable (any DelegateMessage) async throws -> any Sendable = {
      ServiceHarness.defaultReply($0)
    }
  ) {
    router = ScriptedDelegate(answer)
    let tokens = Locked(0)
    service = TranscriptionService(
      engine: engine, languages: languages, voices: voices, delegate: router, publisher: publisher,
      clock: clock,
      token: {
        tokens.withLock {
          $0 += 1
          return "t\($0)"
        }
      }, metrics: TranscriptionMetrics(metrics))
    service.observe(TranscriptionMetrics(metrics), in: metrics)
  }

  /// Subject `s` is authorised, `no` is denied; nothing is restored.
  static func defaultReply(_ message: any DelegateMessage) -> any Sendable {
    if message is RecognitionRequested {
      return RecognitionRequested.Reply(authorizations: ["s": true, "no": false], streams: [])
    }
    return Done()
  }

  @discardableResult
  func send<Command: BusCommand>(
    _ command: Command, frames: [Frame] = [], teams: String? = nil, by person: UUID? = nil
  ) async throws -> Command.Reply {
    let reply = try await service.definition.commands.run(
      Command.target, body: try BusJSON.encode(command),
      call: Call(
        header: Header(by: person.map { PersonActor.id(of: $0) }, teams: teams),
        attachments: frames))
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }

  /// The error with which a command is rejected; nil if it succeeds.
  func refusal(
    _ command: some BusCommand, frames: [Frame] = [], teams: String? = nil, by person: UUID? = nil
  ) async throws -> BusError? {
    do {
      try await send(command, frames: frames, teams: teams, by: person)
      return nil
    } catch let error as BusError {
      return error
    }
  }

  @discardableResult
  func open(
    _ id: String = "a", startMs: Int64 = 0, labels: EventLabels? = nil
  ) async throws -> StartRecognition.Reply {
    try await send(StartRecognition(id: id, subject: "s", startMs: startMs, labels: labels))
  }

  @discardableResult
  func audio(_ samples: [Int16], at offset: Int, id: String = "a") async throws -> Int {
    try await send(
      RecognizeAudio(id: id, offset: Int64(offset)), frames: [samples.frame]
    ).creditSamples
  }

  /// Sends audio of an own microphone, after which its person is silent.
  @discardableResult
  func own(
    _ samples: [Int16], atMs: Int64, by person: UUID, id: String = "a", stream: String? = nil,
    endsSpeech: Bool = true
  ) async throws -> RecognizeAudio.Reply {
    try await send(
      RecognizeAudio(
        id: id, offset: atMs * 16, atMs: atMs, stream: stream, isOwn: true,
        endsSpeech: endsSpeech), frames: [samples.frame], by: person)
  }

  /// Sends audio in real time, in chunks of 100 ms. The clock is then at its end.
  func speak(_ samples: [Int16], at offset: Int, id: String = "a") async throws {
    for start in stride(from: 0, to: samples.count, by: 1600) {
      clock.advance(by: .milliseconds(100))
      try await audio(
        Array(samples[start..<min(start + 1600, samples.count)]), at: offset + start, id: id)
    }
  }

  var linesTold: [TranscriptionAPI.TranscriptLine] {
    router.told.values.compactMap { ($0 as? LineRecognized)?.line }
  }
}

extension [Int16] {
  var frame: Frame { withUnsafeBytes { Frame(Data($0)) } }

  /// Half a second of silence, 0.6 s of speech, the rest of 2.5 s silence.
  static var utterance: [Int16] {
    var signal = Signal()
    signal.silence(0.5)
    signal.noise(0.6, -20)
    signal.silence(1.4)
    return signal.samples
  }
}

extension SpeechEngine {
  /// Returns the given texts, one per utterance of the tests, and then fails; partial results are
  /// always the same.
  static func hearing(_ texts: [String]) -> SpeechEngine {
    let rest = Locked(texts[...])
    return SpeechEngine(
      status: .ready(model: "hearing"), capacity: 1, findSpeech: { $0.indices },
      transcribe: { samples in
        // A partial result is requested after 0.8 s, before the utterance ends.
        if samples.count < 14_000 { return "guess" }
        guard let text = rest.withLock({ $0.popFirst() }) else {
          throw SpeechError(.recognition, "The speech engine failed.")
        }
        return text
      })
  }
}

/// Records the published events.
final class PartialRecorder: EphemeralPublisher {
  let published = Recorder<(data: Data, labels: EventLabels)>()
  func publish(_ data: Data, labels: EventLabels) { published.record((data, labels)) }
}

/// A gate that a test opens.
final class Gate: Sendable {
  private let state = Locked<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

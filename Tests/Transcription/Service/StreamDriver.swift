@testable import TranscriptionService

/// Feeds a whole stream to a recogniser like the service, as fast as possible.
struct StreamDriver {
  let recognizer: Recognizer
  private(set) var lines: [TranscriptLine] = []
  private(set) var failure: String?
  private(set) var partials = 0

  private let guesses: Bool

  /// - Parameter guesses: true if there is time for partial results; a service under load skips
  ///   them.
  init(_ engine: SpeechEngine, guesses: Bool = false) {
    recognizer = Recognizer(engine: engine)
    self.guesses = guesses
  }

  /// - Parameter cuts: where the sender paused, in milliseconds.
  mutating func run(_ samples: [Int16], chunk: Int = 1_600, cuts: [Int] = []) async {
    var stream = RecognitionStream(id: "test")
    for cut in cuts { await perform(stream.handle(.cut(atMs: cut)), &stream) }
    for offset in stride(from: 0, to: samples.count, by: chunk) {
      let piece = Array(samples[offset..<min(offset + chunk, samples.count)])
      await perform(stream.handle(.audio(offset: offset, samples: piece)), &stream)
    }
    await perform(stream.handle(.finish), &stream)
  }

  private mutating func perform(
    _ effects: [RecognitionStream.Effect], _ stream: inout RecognitionStream
  ) async {
    for effect in effects {
      switch effect {
      case .recognize(let job):
        let wanted = guesses || job.priority == .final
        let outcome = wanted ? await recognizer.recognize(job) : .skipped
        await perform(stream.handle(.finished(job.id, outcome)), &stream)
      case .finished(let lines): self.lines = lines
      case .failed(let reason): failure = reason
      case .emitPartial: partials += 1
      case .accepted, .emitFinal: break
      case .refused, .gap: failure = "\(effect)"
      }
    }
  }
}

import Threads

/// A pool of transcribers, and a detector that distinguishes speech from noise.
final class MoonshineModel: Sendable {
  private let transcribers: [MoonshineTranscriber]
  /// Nil for a model that only transcribes.
  private let speechDetector: MoonshineTranscriber?
  /// Number of calls in progress for each transcriber.
  private let load: Locked<[Int]>

  /// Loads everything. This takes about a second, and blocks.
  ///
  /// - Parameter detectsSpeech: true if `findSpeech` is used, which requires memory for another copy.
  /// - Throws: `SpeechError.Code.engineUnusable`.
  init(_ location: EngineLocation, transcribers count: Int, detectsSpeech: Bool) throws {
    let library = try MoonshineLibrary(path: location.library)
    // The engine has one voice detector for all streams and never resets it. Utterances are
    // therefore cut here (`Endpointer`), and the detector only decides whether an utterance
    // contains speech.
    var plain = ["return_audio_data": "false", "vad_threshold": "0"]
    plain["max_tokens_per_second"] = location.model.maxTokensPerSecond.map { "\($0)" }
    let detecting = [
      "return_audio_data": "false", "skip_transcription": "true", "vad_threshold": "0.4",
      "vad_window_duration": "0.2",
    ]
    transcribers = try (0..<max(1, count)).map {
      try MoonshineTranscriber(
        library, handle: library.load(location.model, options: plain), label: "speech \($0)")
    }
    speechDetector =
      detectsSpeech
      ? try MoonshineTranscriber(
        library, handle: library.load(location.model, options: detecting), label: "voice") : nil
    load = Locked(Array(repeating: 0, count: transcribers.count))
    ModelPages.release(in: location.model.directory)
  }

  var capacity: Int { transcribers.count }

  /// - Throws: `SpeechError.Code.recognition` if the model only transcribes.
  func findSpeech(_ samples: [Float]) async throws -> Range<Int>? {
    guard let speechDetector else {
      throw SpeechError(.recognition, "The speech model does not distinguish speech from noise.")
    }
    return try await speechDetector.findSpeech(samples)
  }

  func transcribe(_ samples: [Float]) async throws -> String {
    let index = load.withLock { load in
      let index = load.indices.min { load[$0] < load[$1] } ?? 0
      load[index] += 1
      return index
    }
    defer { load.withLock { $0[index] -= 1 } }
    return try await transcribers[index].transcribe(samples)
  }
}

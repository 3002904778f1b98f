/// Interface between the service and a speech engine. In production, `moonshine(_:transcribers:)`
/// implements it.
struct SpeechEngine: Sendable {
  /// The availability of an engine.
  enum Status: Sendable, Equatable {
    /// Loaded.
    ///
    /// - Parameter model: name of the model.
    case ready(model: String)
    /// Not available.
    ///
    /// - Parameter reason: a sentence for a person, with what to do.
    case unavailable(reason: String)
  }

  let status: Status
  /// Number of calls of `transcribe` that can run at the same time. Further calls are safe, and
  /// wait.
  let capacity: Int
  /// Returns the samples of 16 kHz mono audio from the first to the last speech; nil if it contains
  /// only noise.
  let findSpeech: @Sendable (_ samples: [Float]) async throws -> Range<Int>?
  /// Recognises 16 kHz mono audio of at most about 15 seconds; the text is empty if it has no
  /// words.
  let transcribe: @Sendable (_ samples: [Float]) async throws -> String
  /// True if a missing engine is a problem.
  var isWanted = true
}

extension SpeechEngine {
  /// An unavailable engine, with which the service runs if none is installed.
  static func unavailable(_ reason: String) -> SpeechEngine {
    let error = SpeechError(.engineMissing, reason)
    return SpeechEngine(
      status: .unavailable(reason: reason), capacity: 1,
      findSpeech: { _ in throw error }, transcribe: { _ in throw error })
  }

  /// Engine that is disabled by configuration.
  static var off: SpeechEngine {
    var engine = unavailable("Recording is off because \(EngineLocator.variable) is “none”.")
    engine.isWanted = false
    return engine
  }
}

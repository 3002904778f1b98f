/// What the service needs from a speech engine. The live one is `moonshine(at:transcribers:)`.
struct SpeechEngine: Sendable {
  /// Whether there is anything to recognise speech with.
  enum Status: Sendable, Equatable {
    /// - Parameter model: the name of the loaded model.
    case ready(model: String)
    /// - Parameter reason: a sentence for a person, with what to do.
    case unavailable(reason: String)
  }

  let status: Status
  /// How many calls of `transcribe` can run at once. More are safe, and wait for one another.
  let capacity: Int
  /// Whether 16 kHz mono audio has speech in it, and not only noise.
  let isSpeech: @Sendable (_ samples: [Float]) async throws -> Bool
  /// The words in 16 kHz mono audio of at most some 15 seconds; empty when it has none.
  let transcribe: @Sendable (_ samples: [Float]) async throws -> String
  /// Whether it is missed where there is none.
  var isWanted = true
}

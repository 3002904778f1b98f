/// A piece of audio to be recognised for a stream.
struct RecognitionJob: Sendable, Equatable {
  enum Priority: Sendable, Equatable {
    /// What was said; it waits for its turn.
    case final
    /// A guess of what is being said; worth something only at once.
    case partial
  }

  /// What tells a job from the others of its stream.
  struct ID: Sendable, Hashable {
    /// The number of the utterance in its stream.
    let utterance: Int
    /// The number of the guess; nil for the final text.
    let guess: Int?
  }

  let id: ID
  let audio: Utterance

  var priority: Priority { id.guess == nil ? .final : .partial }
}

/// What became of a job.
enum RecognitionOutcome: Sendable, Equatable {
  /// The words; empty when there were none.
  case text(String)
  /// It was a guess and nobody had time for it, or it was cancelled.
  case skipped
  case failed(reason: String)
}

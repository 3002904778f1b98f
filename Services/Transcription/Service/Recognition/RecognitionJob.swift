/// A piece of audio to recognise for a stream.
struct RecognitionJob: Sendable, Equatable {
  enum Priority: Sendable, Equatable {
    /// A finished utterance; it waits for a transcriber.
    case final
    /// A partial result for speech in progress, which is only useful immediately.
    case partial
  }

  /// Identifies a job within its stream.
  struct ID: Sendable, Hashable {
    /// Number of the utterance in the stream.
    let utterance: Int
    /// Number of the partial result; nil for the final text.
    let partial: Int?
  }

  let id: ID
  let audio: Utterance

  var priority: Priority { id.partial == nil ? .final : .partial }
}

/// The result of a job.
enum RecognitionOutcome: Sendable, Equatable {
  /// The words; empty if there were none.
  case text(String)
  /// A partial result for which no transcriber was free, or a cancelled job.
  case skipped
  case failed(reason: String)
}

import Foundation

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

/// A piece of an utterance in one voice.
struct SpokenPiece: Sendable, Equatable {
  /// Its samples in the stream.
  let samples: Range<Int>
  let text: String
  /// The person whose voice was recognised; nil if the voice decides nothing.
  var voice: UUID?
  /// True if the voice may be another one than that of the person whose turn it is.
  var isDoubtful = false
}

/// The result of a job.
enum RecognitionOutcome: Sendable, Equatable {
  /// The words; empty if there were none.
  case text(String)
  /// The words of a final text, divided at changes of voice; in order of time.
  case spoken([SpokenPiece])
  /// A partial result for which no transcriber was free, or a cancelled job.
  case skipped
  case failed(reason: String)
}

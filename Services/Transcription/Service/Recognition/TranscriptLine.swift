/// An utterance as text.
struct TranscriptLine: Sendable, Equatable {
  /// Index among the lines of its stream, from 0 and without gaps.
  let index: Int
  let text: String
  /// Start and end of the utterance, in milliseconds of meeting time.
  let fromMs: Int
  let toMs: Int
}

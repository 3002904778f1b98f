/// One utterance as text.
struct TranscriptLine: Sendable, Equatable {
  /// Its place among the lines of its stream, from 0 and without gaps.
  let index: Int
  let text: String
  /// When it began and ended, in milliseconds of meeting time.
  let fromMs: Int
  let toMs: Int
}

/// A stretch of audio that contains speech, at 16 kHz.
struct Utterance: Sendable, Equatable {
  /// Number of samples before it in its stream.
  var start: Int
  var samples: [Int16]

  /// Number of samples up to its end.
  var end: Int { start + samples.count }
}

/// A stretch of audio with speech in it, at 16 kHz.
struct Utterance: Sendable, Equatable {
  /// The number of samples before it in its stream.
  var start: Int
  var samples: [Int16]

  /// The number of samples up to its end.
  var end: Int { start + samples.count }
}

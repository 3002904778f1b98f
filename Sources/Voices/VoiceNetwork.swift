/// Computes embeddings of speech.
public protocol VoiceNetwork: Sendable {
  /// Returns the embedding of the voice in a piece of audio. This blocks for about 30 ms per second of audio.
  ///
  /// - Parameter samples: speech of one person, 16 kHz mono, from `VoiceWindows.minSamples` to
  ///   `VoiceWindows.maxSamples`.
  /// - Throws: `VoiceError.Code.embedding` for other lengths, for audio without a voice such as digital silence,
  ///   and if the network fails.
  func embedding(of samples: [Int16]) throws -> VoiceEmbedding
}

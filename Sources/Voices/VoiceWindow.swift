/// The voice in a short piece of an utterance.
public struct VoiceWindow: Sendable, Equatable {
  /// Start and end in the stream, in milliseconds.
  public let fromMs, toMs: Int64
  public let embedding: VoiceEmbedding

  /// Creates a window.
  public init(fromMs: Int64, toMs: Int64, embedding: VoiceEmbedding) {
    self.fromMs = fromMs
    self.toMs = toMs
    self.embedding = embedding
  }
}

/// Cuts utterances into windows.
public enum VoiceWindows {
  /// Number of samples per second.
  public static let sampleRate = 16_000
  /// Length of a window, in milliseconds.
  public static let lengthMs = 1_500
  /// Minimum number of samples of a window: 0.5 s. Less speech says too little about a voice.
  public static let minSamples = sampleRate / 2
  /// Maximum number of samples of a window: 4 s.
  public static let maxSamples = 4 * sampleRate
  /// Maximum number of windows of an utterance, which bounds the computing time.
  public static let maxWindows = 40
  /// Cosine of two successive windows below which the voice may have changed between them. Windows of one voice have
  /// 0.3 to 0.7, those of two voices -0.1 to 0.3.
  public static let changeCosine: Float = 0.35

  private static let length = lengthMs * sampleRate / 1_000

  /// Returns the windows of an utterance, as ranges of its samples that follow one another: none if it is shorter
  /// than `minSamples`. A rest that is too short for a window of its own makes the last one longer.
  public static func ranges(of count: Int) -> [Range<Int>] {
    guard count >= minSamples else { return [] }
    let windows = min(maxWindows, max(1, (count + length / 2) / length))
    return (0..<windows).map { index in
      let start = index * length
      return start..<(index == windows - 1 ? min(count, start + length * 3 / 2) : start + length)
    }
  }

  /// Computes the windows of an utterance. This blocks for 70 to 110 ms per second of audio.
  ///
  /// If two successive windows differ, a window between them is added. Digital silence has no window.
  ///
  /// - Parameters:
  ///   - samples: 16 kHz mono.
  ///   - fromMs: start of the utterance in the stream, in milliseconds.
  ///   - isWanted: called before each window; false ends the computation early, with the windows so far.
  /// - Returns: windows in order of time.
  /// - Throws: the error of the network.
  public static func windows(
    of samples: [Int16], fromMs: Int64, by network: any VoiceNetwork,
    while isWanted: () -> Bool = { true }
  ) throws -> [VoiceWindow] {
    func window(_ range: Range<Int>) throws -> VoiceWindow? {
      let piece = samples[range]
      guard piece.contains(where: { $0 != piece[range.lowerBound] }) else { return nil }
      let embedding = try network.embedding(of: Array(piece))
      return VoiceWindow(
        fromMs: fromMs + Int64(range.lowerBound * 1_000 / sampleRate),
        toMs: fromMs + Int64(range.upperBound * 1_000 / sampleRate), embedding: embedding)
    }
    var windows: [VoiceWindow] = []
    var previous: (range: Range<Int>, window: VoiceWindow)?
    for range in ranges(of: samples.count) {
      guard isWanted() else { break }
      guard let next = try window(range) else {
        previous = nil
        continue
      }
      if let previous, windows.count < maxWindows - 1,
        previous.window.embedding.cosine(next.embedding) < changeCosine
      {
        guard isWanted() else { break }
        let middle = previous.range.lowerBound + length / 2
        if let between = try window(middle..<middle + length) { windows.append(between) }
      }
      guard windows.count < maxWindows else { break }
      windows.append(next)
      previous = (range, next)
    }
    return windows
  }
}

import Threads

/// A loaded model with a thread of its own. The actor's serial executor limits a handle to one
/// caller at a time, and keeps inference off the cooperative pool.
actor MoonshineTranscriber {
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor: BlockingExecutor
  private let library: MoonshineLibrary
  private let handle: Int32

  /// Creates a transcriber, which owns the loaded handle.
  init(_ library: MoonshineLibrary, handle: Int32, label: String) throws {
    do {
      executor = try BlockingExecutor(label: label)
    } catch {
      library.release(handle)
      throw error
    }
    self.library = library
    self.handle = handle
  }

  deinit { library.release(handle) }

  /// Recognises the words of one utterance.
  func transcribe(_ samples: [Float]) throws -> String {
    let text = try once(samples)
    guard text.isEmpty, samples.count >= Self.minRetryLength else { return text }
    // The base model sometimes returns no text for an utterance that begins with silence.
    return try once(Array(samples.dropFirst(Self.trimmedHead).dropLast(Self.trimmedTail)))
  }

  /// Returns the samples from the first to the last speech that the engine detects; nil for less
  /// than 0.3 s of it, which is a cough or a door.
  func findSpeech(_ samples: [Float]) throws -> Range<Int>? {
    // The detector remembers earlier audio and is never reset. Without a second of silence before
    // the samples, a third of a second of noise after speech is detected as speech.
    let before = [Float](repeating: 0, count: Self.detectorLead)
    let after = [Float](repeating: 0, count: Self.detectorTail)
    let pieces = try library.transcribe(handle, before + samples + after)
    guard pieces.reduce(0, { $0 + $1.duration }) > Self.minSpeechSeconds,
      let first = pieces.first, let last = pieces.last
    else { return nil }
    let start = Self.sample(first.start) ?? 0
    let end = Self.sample(last.start + last.duration) ?? samples.count
    return (start..<max(start, end)).clamped(to: samples.indices)
  }

  /// Returns the sample at a time of the detector, in seconds; nil if it is not a number.
  private static func sample(_ seconds: Float) -> Int? {
    Int(exactly: (seconds * 16_000).rounded() - Float(detectorLead))
  }

  private func once(_ samples: [Float]) throws -> String {
    try library.transcribe(handle, samples)
      .flatMap { $0.text.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
  }

  private static let minSpeechSeconds: Float = 0.3
  // Lengths in samples at 16 kHz.
  private static let minRetryLength = 16_000
  private static let trimmedHead = 3_200
  private static let trimmedTail = 1_600
  private static let detectorLead = 16_000
  private static let detectorTail = 4_800
}

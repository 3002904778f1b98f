/// A piece of 16 kHz mono audio, and its position.
public struct AudioChunk: Sendable, Equatable {
  /// Number of samples before this chunk.
  public let offset: Int
  /// The samples: 16,000 per second, full scale ±32,768.
  public let samples: [Int16]

  /// Creates a chunk of 16 kHz mono audio.
  ///
  /// - Parameter offset: number of samples before it.
  public init(offset: Int, samples: [Int16]) {
    self.offset = offset
    self.samples = samples
  }

  /// Number of samples up to the end of this chunk.
  public var end: Int { offset + samples.count }

  /// End of the chunk, from the start of the audio. It is exact, because a sample lasts 62.5 µs.
  public var endTime: Duration { .nanoseconds(end * 62_500) }

  /// The samples as signed 16-bit little-endian bytes, as they are sent over the bus.
  public var bytes: [UInt8] { PCM.bytes(samples) }
}

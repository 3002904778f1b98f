/// A piece of 16 kHz mono audio and where it begins.
public struct AudioChunk: Sendable, Equatable {
  /// The number of samples before this chunk.
  public let offset: Int
  /// The samples, 16,000 per second, full scale being 32,768.
  public let samples: [Int16]

  /// A chunk of 16 kHz mono audio.
  ///
  /// - Parameter offset: how many samples came before, from 0.
  public init(offset: Int, samples: [Int16]) {
    self.offset = offset
    self.samples = samples
  }

  /// The number of samples up to the end of this chunk.
  public var end: Int { offset + samples.count }

  /// When the chunk ends, from the beginning of the audio: exact, since a sample lasts 62.5 µs.
  public var endTime: Duration { .nanoseconds(end * 62_500) }

  /// Signed 16-bit little-endian, as it crosses the bus.
  public var bytes: [UInt8] { PCM.bytes(samples) }
}

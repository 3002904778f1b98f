/// The format of uncompressed audio: sample rate, number of channels, and encoding of a sample.
public struct AudioFormat: Sendable, Equatable {
  /// Sample rate, in frames per second.
  public let sampleRate: Int
  /// Samples per frame, interleaved.
  public let channels: Int
  /// Encoding of each sample.
  public let encoding: SampleEncoding

  /// Valid sample rates, in Hz. Telephones use 8 kHz, the fastest converters 768 kHz.
  public static let sampleRates = 1_000...768_000
  /// Valid numbers of channels.
  public static let channelCounts = 1...64

  /// The format on the bus: 16 kHz, mono, signed 16-bit little-endian.
  public static let speech = AudioFormat(16_000, 1, .int16)

  /// Creates a format.
  ///
  /// - Throws: `AudioError.Code.invalidFormat` if the rate or the number of channels is out of
  ///   range.
  public init(sampleRate: Int, channels: Int, encoding: SampleEncoding) throws {
    guard Self.sampleRates.contains(sampleRate) else {
      throw AudioError(
        .invalidFormat, "Invalid sample rate \(sampleRate) Hz; expected 1000 to 768000 Hz.")
    }
    guard Self.channelCounts.contains(channels) else {
      throw AudioError(.invalidFormat, "Invalid number of channels \(channels); expected 1 to 64.")
    }
    self.init(sampleRate, channels, encoding)
  }

  private init(_ sampleRate: Int, _ channels: Int, _ encoding: SampleEncoding) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.encoding = encoding
  }

  /// Size of one sample of every channel, in bytes.
  public var bytesPerFrame: Int { channels * encoding.bytes }
}

/// The shape of uncompressed audio: how often, how many channels, and how a sample is written.
public struct AudioFormat: Sendable, Equatable {
  /// Frames per second.
  public let sampleRate: Int
  /// Samples per frame, interleaved.
  public let channels: Int
  /// How each sample is written.
  public let encoding: SampleEncoding

  /// The rates that are read. Telephones are at 8 kHz, the fastest converters at 768 kHz.
  public static let sampleRates = 1_000...768_000
  /// The channel counts that are read.
  public static let channelCounts = 1...64

  /// What crosses the bus: 16 kHz, mono, signed 16-bit little-endian.
  public static let speech = AudioFormat(16_000, 1, .int16)

  /// - Throws: `AudioError.Code.invalidFormat` when the rate or the number of channels is out of
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

  /// The size of one sample of every channel.
  public var bytesPerFrame: Int { channels * encoding.bytes }
}

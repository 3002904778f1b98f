/// Conversions between the representations of samples: bytes, 16-bit integers, and floats with full
/// scale ±1.
public enum PCM {
  /// Returns the nearest 16-bit sample. Clips values beyond full scale; converts NaN to silence.
  public static func int16(_ sample: Float) -> Int16 {
    guard !sample.isNaN else { return 0 }
    return Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
  }

  /// Returns the nearest 16-bit samples of several floats, clipped in the same way.
  public static func int16(_ samples: [Float]) -> [Int16] { samples.map(int16) }

  /// Converts 16-bit samples to floats from -1 to just below 1.
  public static func float(_ samples: some Sequence<Int16>) -> [Float] {
    samples.map { Float($0) / 32_768 }
  }

  /// Converts samples to signed 16-bit little-endian bytes.
  public static func bytes(_ samples: some Collection<Int16>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for sample in samples {
      let bits = UInt16(bitPattern: sample)
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    }
    return bytes
  }

  /// Converts signed 16-bit little-endian bytes to samples.
  ///
  /// - Returns: nil if the number of bytes is odd.
  public static func samples(_ bytes: UnsafeRawBufferPointer) -> [Int16]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    return (0..<bytes.count / 2).map { bytes.littleEndian(Int16.self, at: $0 * 2) }
  }

  /// Converts an array of signed 16-bit little-endian bytes to samples.
  ///
  /// - Returns: nil if the number of bytes is odd.
  public static func samples(_ bytes: [UInt8]) -> [Int16]? {
    bytes.withUnsafeBytes { samples($0) }
  }

  /// Mixes whole interleaved frames down to one channel, whose samples are the means of each
  /// frame's channels.
  static func mono(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat) -> [Float] {
    let stride = format.encoding.bytes
    return (0..<bytes.count / format.bytesPerFrame).map { frame in
      var sum: Float = 0
      for channel in 0..<format.channels {
        let offset = frame * format.bytesPerFrame + channel * stride
        sum += format.encoding.sample(bytes, at: offset)
      }
      return sum / Float(format.channels)
    }
  }
}

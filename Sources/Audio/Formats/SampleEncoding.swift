/// Binary encoding of an audio sample, always little-endian.
public enum SampleEncoding: String, Sendable, CaseIterable {
  case uint8, int16, int24, int32, float32, float64

  /// Size of one sample of one channel, in bytes.
  public var bytes: Int {
    switch self {
    case .uint8: 1
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    case .float64: 8
    }
  }

  /// Returns the sample at a byte offset, with full scale ±1. NaN becomes silence.
  func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
    switch self {
    case .uint8:
      return (Float(bytes[offset]) - 128) / 128
    case .int16:
      return Float(bytes.littleEndian(Int16.self, at: offset)) / 32_768
    case .int24:
      let low = Int32(bytes.littleEndian(UInt16.self, at: offset))
      let high = Int32(Int8(bitPattern: bytes[offset + 2]))
      return Float(high << 16 | low) / 8_388_608
    case .int32:
      return Float(bytes.littleEndian(Int32.self, at: offset)) / 2_147_483_648
    case .float32:
      let value = Float(bitPattern: bytes.littleEndian(UInt32.self, at: offset))
      return value.isNaN ? 0 : value
    case .float64:
      let value = Float(Double(bitPattern: bytes.littleEndian(UInt64.self, at: offset)))
      return value.isNaN ? 0 : value
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian integer at a byte offset, which need not be aligned.
  func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

import CZeroMQ

/// The string form of CURVE keys (ZeroMQ RFC 32): 32 bytes as 40 printable characters.
enum Z85 {
  static let textCount = 40
  static let byteCount = 32

  /// Decodes a key; nil if the string is invalid.
  static func decode(_ text: String) -> [UInt8]? {
    // libzmq accepts any length that is a multiple of 5.
    guard text.utf8.count == textCount, !text.utf8.contains(0) else { return nil }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      failed = zmq_z85_decode(buffer.baseAddress, text) == nil
      count = failed ? 0 : byteCount
    }
    return failed ? nil : bytes
  }

  /// Encodes a key of 32 bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    string { zmq_z85_encode($0, bytes, bytes.count) }
  }

  /// Returns the string of 40 characters that `body` writes into a buffer, with a terminating zero
  /// byte.
  static func string(_ body: (UnsafeMutablePointer<CChar>) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: textCount + 1) { buffer in
      buffer.initialize(repeating: 0)
      if let start = buffer.baseAddress { body(start) }
      return String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

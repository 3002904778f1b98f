import CZlib

/// gzip compression (RFC 1952) at the highest level, for data that is compressed once.
enum Gzip {
  /// The compressed bytes; nil if memory is exhausted.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard czlib_begin_gzip(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let (inputCount, outputCount) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = inputCount
        stream.next_out = output.baseAddress
        stream.avail_out = outputCount
        return deflate(&stream, Z_FINISH)
      }
    }
    guard result == Z_STREAM_END else { return nil }
    return Array(output.prefix(output.count - Int(stream.avail_out)))
  }
}

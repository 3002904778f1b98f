import CZlib
import Foundation

/// A streaming gzip (RFC 1952) compressor or decompressor.
final class GzipStream {
  /// The direction of the conversion.
  enum Direction { case compressing, expanding }

  /// The input is not valid gzip data.
  struct Damaged: Error {}

  private static let pieceBytes = 64 << 10
  /// Allocated on the heap because zlib rejects a stream that has been moved.
  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction
  /// True once the end of the compressed data has been reached.
  private(set) var isOver = false

  /// Creates a stream.
  ///
  /// - Throws: `POSIXError` if there is not enough memory.
  init(_ direction: Direction) throws {
    self.direction = direction
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status =
      direction == .compressing ? czlib_begin_gzip(stream) : czlib_begin_gunzip(stream)
    guard status == Z_OK else { throw POSIXError(.ENOMEM) }
  }

  deinit {
    switch direction {
    case .compressing: deflateEnd(stream)
    case .expanding: inflateEnd(stream)
    }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Processes a chunk of input.
  ///
  /// - Parameters:
  ///   - piece: the input.
  ///   - isLast: true for the last chunk.
  ///   - write: receives the output, in chunks.
  /// - Throws: `Damaged` for invalid gzip data or for data after its end; any error from `write`.
  func take(_ piece: Data, isLast: Bool = false, _ write: (Data) throws -> Void) throws {
    var input = [UInt8](piece)
    var output = [UInt8](repeating: 0, count: Self.pieceBytes)
    let count = input.count
    try input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(count)
      repeat {
        guard !isOver else {
          guard stream.pointee.avail_in == 0 else { throw Damaged() }
          return
        }
        let status = output.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          return direction == .compressing
            ? deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH) : inflate(stream, Z_NO_FLUSH)
        }
        isOver = status == Z_STREAM_END
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Damaged() }
        let made = output.count - Int(stream.pointee.avail_out)
        if made > 0 { try write(Data(output[..<made])) }
      } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    }
  }
}

import CZlib
import Foundation

/// gzip (RFC 1952) piece by piece, one way or the other.
final class GzipStream {
  /// Which way.
  enum Direction { case compressing, expanding }

  /// What was read is not what gzip writes.
  struct Damaged: Error {}

  private static let pieceBytes = 64 << 10
  /// At a place of its own: zlib refuses one that was moved.
  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction
  /// Whether the end of what was compressed was reached.
  private(set) var isOver = false

  /// - Throws: `POSIXError` without memory.
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

  /// Takes a piece.
  ///
  /// - Parameters:
  ///   - isLast: whether none comes after it.
  ///   - write: takes what comes of it, in pieces.
  /// - Throws: `Damaged` for what gzip did not write, or for more than that; what `write` throws.
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

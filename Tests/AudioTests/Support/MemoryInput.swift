@testable import Audio

/// Bytes from memory, in pieces that a test chooses.
final class MemoryInput: ByteInput {
  private(set) var position = 0
  private(set) var isClosed = false
  private let bytes: [UInt8]
  private let piece: Int

  init(_ bytes: [UInt8], piece: Int = .max) {
    self.bytes = bytes
    self.piece = piece
  }

  func read(_ count: Int) -> [UInt8] {
    let end = min(position + min(count, piece), bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  func close() { isClosed = true }
}

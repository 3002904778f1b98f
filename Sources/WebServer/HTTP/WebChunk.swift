/// A part of an open body, encoded once and sent on any number of connections.
public struct WebChunk: Hashable, Sendable {
  /// The part as a chunk, with its size and line breaks (RFC 9112, section 7.1).
  let bytes: [UInt8]
  private let start: Int

  /// Encodes a part.
  public init(_ part: [UInt8]) {
    var bytes = Array("\(String(part.count, radix: 16))\r\n".utf8)
    start = bytes.count
    bytes.reserveCapacity(start + part.count + Self.lineBreak.count)
    bytes += part
    bytes += Self.lineBreak
    self.bytes = bytes
  }

  /// The part without the size and line breaks.
  public var payload: ArraySlice<UInt8> { bytes[start..<bytes.count - Self.lineBreak.count] }

  /// An empty part is not sent, because it would end the body.
  var isEmpty: Bool { payload.isEmpty }

  private static let lineBreak: [UInt8] = [13, 10]

  /// The chunk that ends a body.
  static let last = Array("0\r\n\r\n".utf8)
}

import FastJSON
public import Foundation

/// A piece of a document's body as stored on disk, even if it is damaged.
public struct RawPiece: Codable, Hashable, Sendable {
  /// Total size of the body, in bytes.
  public var bytes: Int
  /// True if the body differs from the one that was written.
  public var isDamaged: Bool
  /// The bytes of the piece; Base64 on the wire.
  public var data: Data

  /// Creates a piece of a body whose total size is `bytes`.
  public init(bytes: Int, isDamaged: Bool, data: Data) {
    self.bytes = bytes
    self.isDamaged = isDamaged
    self.data = data
  }

  /// Maximum size of one piece, in bytes; Base64 adds a third in a message.
  public static let maxBytes = 300_000
}

extension Document {
  /// The document with a piece of its body instead of the body.
  ///
  /// - Parameter offset: start of the piece, in bytes; beyond the end, the piece is empty.
  public func piece(from offset: Int, isDamaged: Bool) -> Document {
    let data = Data(body.bytes.dropFirst(max(0, offset)).prefix(RawPiece.maxBytes))
    var piece = self
    // Written by hand, because this cannot fail, unlike an encoder.
    piece.body = RawJSON(
      unchecked: Array(
        #"{"bytes":\#(body.count),"data":"\#(data.base64EncodedString())","isDamaged":\#(isDamaged)}"#
          .utf8))
    return piece
  }
}

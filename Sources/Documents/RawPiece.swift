import FastJSON
public import Foundation

/// A piece of a document's body as it is on the disk, whatever is wrong with it.
public struct RawPiece: Codable, Hashable, Sendable {
  /// How many bytes the body has in all.
  public var bytes: Int
  /// Whether it is not what was written.
  public var isDamaged: Bool
  /// The bytes of the piece; Base64 on the wire.
  public var data: Data

  /// A piece of a body of so many bytes.
  public init(bytes: Int, isDamaged: Bool, data: Data) {
    self.bytes = bytes
    self.isDamaged = isDamaged
    self.data = data
  }

  /// The most bytes of one piece: in a message they take a third more.
  public static let maxBytes = 300_000
}

extension Document {
  /// The document with a piece of its body in the place of it.
  ///
  /// - Parameter offset: where the piece begins, in bytes; behind the end it is empty.
  public func piece(from offset: Int, isDamaged: Bool) -> Document {
    let data = Data(body.bytes.dropFirst(max(0, offset)).prefix(RawPiece.maxBytes))
    var piece = self
    // By hand, as nothing of it can fail.
    piece.body = RawJSON(
      unchecked: Array(
        #"{"bytes":\#(body.count),"data":"\#(data.base64EncodedString())","isDamaged":\#(isDamaged)}"#
          .utf8))
    return piece
  }
}

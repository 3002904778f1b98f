import CQREncode

/// A QR code (ISO/IEC 18004), encoded by libqrencode: a square of dark and light modules.
public struct QRCode: Hashable, Sendable {
  /// Rows from top to bottom, each from left to right; true for a dark module. The quiet zone is not
  /// part of them.
  public let rows: [[Bool]]

  /// Width of the quiet zone around the code, in modules.
  public static let quietZone = 4
  /// Maximum size of the text, in bytes. Larger codes would be too dense for the camera of a phone.
  public static let maxBytes = 1024

  /// A text that cannot be encoded.
  public struct EncodingError: Error, Hashable, CustomStringConvertible {
    /// Explains the error in a sentence.
    public let description: String
  }

  /// Encodes a text as UTF-8, with the error correction level M: 15 % of the code may be damaged.
  ///
  /// - Throws: `EncodingError` for a text that is empty, too long or contains a null character.
  public init(_ text: String) throws(EncodingError) {
    guard (1...Self.maxBytes).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw EncodingError(
        description:
          "A text of \(text.utf8.count) bytes cannot be encoded as a QR code; expected 1 to"
          + " \(Self.maxBytes) bytes without null characters.")
    }
    // The version 0 stands for the smallest one that is large enough.
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
      throw EncodingError(description: "libqrencode could not encode the text.")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let data = code.pointee.data else {
      throw EncodingError(description: "libqrencode returned an empty code.")
    }
    let modules = UnsafeBufferPointer(start: data, count: width * width)
    // The lowest bit of each byte is 1 for a dark module.
    rows = (0..<width).map { row in (0..<width).map { modules[row * width + $0] & 1 == 1 } }
  }

  /// Rows of the code with one character per module: `1` for a dark one, `0` for a light one.
  public var text: [String] { rows.map { row in String(row.map { $0 ? "1" : "0" }) } }

  /// Lines for a terminal with a quiet zone: each character is two modules high, so that the modules are
  /// about square.
  ///
  /// Light modules are drawn, because most terminals are dark. Cameras read the code with inverted
  /// colours, too.
  public var lines: [String] {
    let size = rows.count + 2 * Self.quietZone
    func isLight(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - Self.quietZone, column - Self.quietZone)
      guard rows.indices.contains(row), rows.indices.contains(column) else {
        // Nothing is drawn below the last row.
        return row < rows.count + Self.quietZone
      }
      return !rows[row][column]
    }
    return stride(from: 0, to: size, by: 2).map { row in
      String(
        (0..<size).map { column -> Character in
          switch (isLight(row, column), isLight(row + 1, column)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }
}

import QRCode
import Testing

@Suite struct QRCodeTests {
  /// The three squares in the corners, by which a camera finds the code (ISO/IEC 18004, 6.3.3).
  private static let finder = [
    "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
  ]

  @Test func aLinkBecomesASquareWithFinderPatterns() throws {
    let code = try QRCode("https://standups.example.org/#login=AAAAAAAAAAAAAAAAAAAAAA")
    let rows = code.text
    let size = rows.count
    #expect(size >= 21 && (size - 21) % 4 == 0 && rows.allSatisfy { $0.count == size })
    #expect(rows.prefix(7).map { String($0.prefix(7)) } == Self.finder)
    #expect(rows.prefix(7).map { String($0.suffix(7)) } == Self.finder)
    #expect(rows.suffix(7).map { String($0.prefix(7)) } == Self.finder)
  }

  @Test func differentTextsHaveDifferentCodes() throws {
    #expect(try QRCode("a") == QRCode("a"))
    #expect(try QRCode("a") != QRCode("b"))
  }

  /// A camera needs four light modules on each side.
  @Test func theTerminalShowsTheCodeWithAQuietZone() throws {
    let code = try QRCode("a")
    let lines = code.lines
    #expect(code.rows.count == 21 && lines.count == 15)
    #expect(lines.allSatisfy { $0.count == 29 })
    #expect(lines[0] == String(repeating: "█", count: 29) && lines[1] == lines[0])
    #expect(lines[2].hasPrefix("████") && lines[2].hasSuffix("████"))
    // The first row is dark and the second one light, except for its border.
    #expect(lines[2].dropFirst(4).prefix(7) == " ▄▄▄▄▄ ")
    #expect(lines[14] == String(repeating: "▀", count: 29))
  }

  @Test(arguments: ["", "a\0b", String(repeating: "x", count: QRCode.maxBytes + 1)])
  func aTextThatCannotBeEncodedIsRejected(text: String) {
    #expect(throws: QRCode.EncodingError.self) { try QRCode(text) }
  }

  @Test func theLongestTextIsEncoded() throws {
    #expect(try QRCode(String(repeating: "ü", count: QRCode.maxBytes / 2)).rows.count <= 177)
  }
}

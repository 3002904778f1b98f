import Bus
import Testing

@testable import AssistantTools

@Suite struct PieceTests {
  @Test func aLongTextIsReadInPieces() throws {
    let text = "one\ntwo\nthree is longer than a piece\n😀😀😀\nend"
    var pieces: [String] = []
    var after: String?
    repeat {
      let piece = try Piece(of: text, after: after, maxBytes: 10)
      #expect(!piece.text.isEmpty && piece.text.utf8.count <= 10)
      pieces.append(piece.text)
      after = piece.next
    } while after != nil
    #expect(pieces.joined() == text)
    #expect(pieces.first == "one\ntwo\n")
    #expect(pieces.last == "😀\nend")
  }

  @Test func aShortTextIsOnePiece() throws {
    #expect(try Piece(of: "", after: nil).next == nil)
    let text = String(repeating: "x", count: AssistantLimits.maxTextBytes)
    #expect(try Piece(of: text, after: nil).next == nil)
    #expect(try Piece(of: text + "x", after: nil).next == "\(AssistantLimits.maxTextBytes)")
  }

  @Test(arguments: ["x", "", "-1", "100", "9999999999999999999", "1"])
  func aCursorOfAnotherTextIsRejected(cursor: String) {
    #expect(throws: BusError.self) { try Piece(of: "é😀", after: cursor) }
  }
}

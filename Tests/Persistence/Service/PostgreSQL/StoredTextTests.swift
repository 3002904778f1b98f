import Dependencies
import PostgreSQL
import Testing

@testable import PersistenceService

@Suite struct StoredTextTests {
  private func stored(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    StoredText.append(text, to: &bytes)
    return bytes
  }

  /// It is read back unchanged, contains no zero byte, and keeps its order.
  @Test func anyTextIsKeptAndKeepsItsPlace() throws {
    var generator = SeededGenerator(seed: 3)
    let pieces = ["\0", "\u{1}", "\u{2}", "a", "b", "é", "💥", ""]
    let texts = (0..<300).map { _ in
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for text in texts {
      let bytes = stored(text)
      #expect(!bytes.contains(0))
      #expect(bytes.withUnsafeBufferPointer { StoredText.text($0) } == text)
      for other in texts {
        #expect(
          bytes.lexicographicallyPrecedes(stored(other))
            == text.utf8.lexicographicallyPrecedes(other.utf8))
      }
    }
  }
}

@Suite struct SnippetTests {
  @Test func wordsAreFoldedAndFoundWhereTheyAre() {
    let tokens = SearchTokens("Ship the Café-menu, naïvely: ½ don’t 中文!").tokens
    #expect(
      tokens.map(\.word) == [
        "ship", "the", "cafe", "menu", "naively", "½", "don", "t", "中", "文",
      ])
    #expect(SearchTokens("").tokens.isEmpty && SearchTokens("… !?").tokens.isEmpty)
    #expect(SearchTokens.text(["a", "b"]) == " a  b ")
  }

  @Test func aPieceShowsAsMuchAsItCan() {
    let words = (1...40).map { "w\($0)" }.joined(separator: " ")
    #expect(Snippet(of: "one two three", with: [["two"]]).text == "one \u{2}two\u{3} three")
    #expect(
      Snippet(of: "one two three two", with: [["two", "three"]]).text
        == "one \u{2}two three\u{3} two")
    let cut = Snippet(of: words, with: [["w20"], ["w22", "w23"]]).text
    #expect(cut.hasPrefix("…w") && cut.hasSuffix("…"))
    #expect(cut.contains("\u{2}w20\u{3} w21 \u{2}w22 w23\u{3}"))
    #expect(cut.split(separator: " ").count == 16)
    #expect(Snippet(of: words, with: [["nothing"]]).text.hasPrefix("w1 w2"))
    #expect(Snippet(of: "", with: [["x"]]).text == "")
  }
}

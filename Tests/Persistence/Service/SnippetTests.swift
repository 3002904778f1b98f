import Testing

@testable import PersistenceService

@Suite struct SnippetTests {
  @Test func wordsAreFoldedAndFoundWhereTheyAre() {
    let tokens = SearchTokens("Ship the Café-menu, naïvely: ½ don’t 中文!").tokens
    #expect(
      tokens.map(\.word) == [
        "ship", "the", "cafe", "menu", "naively", "1⁄2", "don", "t", "中", "文",
      ])
    #expect(SearchTokens("").tokens.isEmpty && SearchTokens("… !?").tokens.isEmpty)
    #expect(SearchTokens.text(["a", "b"]) == " a  b ")
  }

  @Test func pairsOfCharactersAreKeysAndStandForThem() {
    #expect(SearchTokens("数据库v2").keys == ["数", "据", "库", "数据", "据库", "v2"])
    #expect(phrase("数", "据", "库").keys == ["数据", "据库"])
    #expect(phrase("库").keys == ["库"])
    #expect(phrase("库", "v2").keys == ["库", "v2"])
  }

  private func phrase(_ words: String..., isPrefix: Bool = false) -> SearchPhrase {
    SearchPhrase(words: words, isPrefix: isPrefix)
  }

  @Test func aLongerWordIsMarkedAsAWhole() {
    #expect(
      Snippet(of: "We shipped the shipment.", with: [phrase("the", "ship", isPrefix: true)]).text
        == "We shipped \u{2}the shipment\u{3}.")
    #expect(
      Snippet(of: "Databases froze.", with: [phrase("data", isPrefix: true)]).text
        == "\u{2}Databases\u{3} froze.")
  }

  @Test func aPieceShowsAsMuchAsItCan() {
    let words = (1...40).map { "w\($0)" }.joined(separator: " ")
    #expect(Snippet(of: "one two three", with: [phrase("two")]).text == "one \u{2}two\u{3} three")
    #expect(
      Snippet(of: "one two three two", with: [phrase("two", "three")]).text
        == "one \u{2}two three\u{3} two")
    let cut = Snippet(of: words, with: [phrase("w20"), phrase("w22", "w23")]).text
    #expect(cut.hasPrefix("…w") && cut.hasSuffix("…"))
    #expect(cut.contains("\u{2}w20\u{3} w21 \u{2}w22 w23\u{3}"))
    #expect(cut.split(separator: " ").count == 16)
    #expect(Snippet(of: words, with: [phrase("nothing")]).text.hasPrefix("w1 w2"))
    #expect(Snippet(of: "", with: [phrase("x")]).text == "")
  }
}

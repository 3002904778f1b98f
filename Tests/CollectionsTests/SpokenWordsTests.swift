import StandupsCollections
import Testing

@Suite struct SpokenWordsTests {
  private func share(_ text: String, _ other: String) -> Int {
    SpokenWords(of: text).sharePercent(in: SpokenWords(of: other))
  }

  @Test func caseAndPunctuationDoNotCount() {
    #expect(share("I’m done – next, please!", "i'm DONE next please") == 100)
    #expect(SpokenWords(of: "… – !").count == 0)
    #expect(share("…", "word") == 0)
  }

  @Test func theOrderCounts() {
    #expect(share("one two three four", "four three two one") == 25)
    #expect(share("one two three four", "zero one three five four") == 75)
  }

  @Test func wordsBeyondTheOthersAreCountedAtBothEnds() {
    func longest(_ text: String, _ other: String) -> Int {
      SpokenWords(of: text).longestEnd(beyond: SpokenWords(of: other))
    }
    #expect(longest("one two three", "one two three") == 0)
    #expect(longest("one too three four five", "one two three") == 2)
    #expect(longest("a b c one two", "one two three") == 3)
    #expect(longest("a b", "one") == 2)
    #expect(longest("", "one") == 0)
  }

  @Test func textWithoutSpacesIsComparedByItsCharacters() {
    #expect(share("ログイン", "ログオン") == 75)
    #expect(SpokenWords(of: String(repeating: "a", count: 41)).count == 41)
  }

  @Test func aLongLineIsLimited() {
    #expect(
      SpokenWords(of: String(repeating: "word ", count: 10_000)).count == SpokenWords.maxWords)
    let lines = SpokenWords(of: [SpokenWords(of: "one two"), SpokenWords(of: "three")])
    #expect(lines.words == ["one", "two", "three"])
  }
}

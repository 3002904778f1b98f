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

  private func longest(_ text: String, _ other: String) -> Int {
    SpokenWords(of: text).longestRun(beyond: SpokenWords(of: other))
  }

  @Test func wordsBeyondTheOthersAreCountedAtBothEnds() {
    #expect(longest("one two three", "one two three") == 0)
    #expect(longest("one too three four five", "one two three") == 2)
    #expect(longest("a b c one two", "one two three") == 3)
    #expect(longest("a b", "one") == 2)
    #expect(longest("", "one") == 0)
  }

  @Test func wordsInTheMiddleAreCountedUnlessTheOthersHaveWordsThereToo() {
    #expect(longest("one two a b c three four", "one two three four") == 3)
    #expect(longest("one two a b c three four", "one two x y three four") == 1)
    #expect(longest("one two a b c three four", "one two x y z v three four") == 0)
    // The words of a whole line of 100 words.
    let long = String(repeating: "word ", count: 300)
    let lines = SpokenWords(of: (0..<4).map { _ in SpokenWords(of: long) })
    #expect(lines.longestRun(beyond: lines) == 0)
  }

  @Test func thePartOfATextThatOthersDoNotContainIsFound() {
    func part(_ text: String, _ other: String) -> String? {
      SpokenWords.part(of: text, beyond: SpokenWords(of: other))
    }
    let text = "Yesterday I fixed the login page, and then I deployed it."
    #expect(part(text, "yesterday I fix the login page") == "and then I deployed it.")
    #expect(part(text, "and then I deployed it") == "Yesterday I fixed the login page,")
    #expect(part(text, "fixed the login page and then") == "I deployed it.")
    #expect(part(text, "the login page") == text)
    #expect(part(text, "yesterday I fixed login page then I deploy it") == nil)
    #expect(part(text, "") == text)
    #expect(part("", "one") == nil)
    #expect(part("ログインを直した", "ログイン") == "を直した")
    // The rest of a text that is too long to be compared is not lost.
    let long = "one two three " + String(repeating: "word ", count: 200)
    #expect(part(long, String(repeating: "word ", count: 97)) == long)
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

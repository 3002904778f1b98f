import Testing

@testable import Spelling

@Suite struct SpellerTests {
  private let speller = Speller(
    SpellingCases.names.map { Term($0, kind: .name) } + SpellingCases.jargon.map { Term($0) })

  @Test(arguments: SpellingCases.corrected)
  func wordsThatSoundLikeATermAreSpelledLikeIt(heard: String, spelled: String) {
    #expect(speller.correct(heard) == spelled)
  }

  @Test(arguments: SpellingCases.corrected.map(\.spelled))
  func aCorrectedLineStaysAsItIs(spelled: String) {
    #expect(speller.correct(spelled) == nil)
  }

  @Test(arguments: SpellingCases.unchanged)
  func ordinaryWordsStayAsTheyAre(line: String) {
    #expect(speller.correct(line) == nil)
  }

  @Test func aTermIsReplacedByWhatItSoundsLike() {
    let speller = Speller([Term("Zyx9", soundsLike: "zircon nine"), Term("Björk")])
    #expect(speller.correct("We ship zirkon nine today.") == "We ship Zyx9 today.")
    #expect(Speller([Term("Zyx9")]).correct("We ship zirkon nine today.") == nil)
  }

  @Test func aShortNameNeedsItsContext() {
    let speller = Speller([Term("Ann", kind: .name)])
    #expect(speller.correct("Thank you, an.") == nil)
    #expect(speller.correct("I gave it to an.", near: []) == nil)
    #expect(speller.correct("Over to an.", near: ["Ann"]) == "Over to Ann.")
    #expect(speller.correct("Over to Anne.") == "Over to Ann.")
    #expect(speller.correct("An answer came.", near: ["Ann"]) == nil)
  }

  @Test func aNearNameIsMoreLikely() {
    let speller = Speller([Term("Saoirse", kind: .name)])
    #expect(speller.correct("Over to Sirsham.") == nil)
    #expect(speller.correct("Over to Sirsham.", near: ["Saoirse"]) == "Over to Saoirse.")
  }

  @Test func anExactNameOfAnotherPersonIsNotReplaced() {
    let speller = Speller([Term("Julia", kind: .name), Term("Giulia", kind: .name)])
    #expect(speller.correct("I asked Julia.") == nil)
    #expect(speller.correct("I asked giulia.") == "I asked Giulia.")
  }

  @Test func termsAndLinesAreBounded() {
    let many = Speller((0...Speller.maxTerms).map { Term("Kubernetes\($0)") })
    #expect(many.correct("It is kubernetes0.") == "It is Kubernetes0.")
    #expect(many.correct("It is kubernetes\(Speller.maxTerms).") == nil)
    let speller = Speller([Term("Grafana"), Term(String(repeating: "a", count: Term.maxBytes + 1))])
    #expect(
      speller.correct("Graffana " + String(repeating: "b", count: Speller.maxLineBytes)) == nil)
    #expect(Speller([Term("数据库"), Term(" "), Term("")]).isEmpty)
  }

  @Test func aTermIsComparedByItsSoundsIfAnotherHasItsLetters() {
    let speller = Speller([
      Term("C++", soundsLike: "see plus plus"), Term("C#", soundsLike: "see sharp"), Term("c"),
      Term("数据库", soundsLike: "zircon nine"),
    ])
    #expect(speller.correct("It uses zirkon nine.") == "It uses 数据库.")
    #expect(speller.correct("We wrote it in seesharp.") == "We wrote it in C#.")
    #expect(speller.correct("Option C is the vitamin c.") == "Option c is the vitamin c.")
    #expect(Speller([Term("", soundsLike: "zircon nine")]).isEmpty)
  }

  @Test func aPartOfTheLettersOfATermIsNotTheTerm() {
    let speller = Speller([
      Term("C++", soundsLike: "see plus plus"), Term("数据库S3", soundsLike: "zircon nine"),
      Term("F#"),
    ])
    #expect(speller.correct("Option C is vitamin C, in s3, on F.") == nil)
    #expect(speller.correct("It uses zirkon nine.") == "It uses 数据库S3.")
    #expect(Speller([Term("Node.js"), Term("X")]).correct("We use node js.") == "We use Node.js.")
  }

  /// A name that is also a term, with what it sounds like, is a name.
  @Test func aNameReplacesATermWithItsLetters() {
    let glossary = Speller([Term("Zoe", soundsLike: "zircon nine"), Term("Grafana")])
    let speller = glossary.adding([Term("Zoë", kind: .name), Term("Ann", kind: .name)])
    #expect(speller.correct("I asked zirkon nine.") == "I asked Zoë.")
    #expect(speller.correct("Over to an.", near: ["Ann"]) == "Over to Ann.")
    #expect(speller.correct("Graffana is down.") == "Grafana is down.")
    #expect(glossary.correct("I asked zirkon nine.") == "I asked Zoe.")
  }
}

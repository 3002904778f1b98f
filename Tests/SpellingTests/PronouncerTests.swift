import Testing

@testable import Spelling

@Suite struct PronouncerTests {
  @Test(
    arguments: [
      ("phone", "F OW N"), ("night", "N AY T"), ("knock", "N AA K"), ("station", "S T EY SH AH N"),
      ("judge", "JH AH JH"), ("queen", "K W IY N"), ("cube", "K Y UW B"),
      ("simple", "S IH M P AH L"),
      ("city", "S IH T IY"), ("shape", "SH EY P"),
    ])
  func aWordIsReadByTheRules(word: String, phonemes: String) {
    #expect(Pronouncer.read(word).map { "\($0)" }.joined(separator: " ") == phonemes)
  }

  @Test func abbreviationsAreSpelled() {
    let phonemes = Pronouncer.phonemes(ofHeard: "MQ").map { "\($0)" }
    #expect(phonemes == ["EH", "M", "K", "Y", "UW"])
  }

  @Test func marksAreReadAsTheySound() {
    #expect(LetterFolding.fold("Ayşe") == "ayshe")
    #expect(LetterFolding.fold("Ayşe", plain: true) == "ayse")
    #expect(LetterFolding.fold("Ångström") == "angstrom")
  }

  @Test func theDistanceOfTheSameSoundsIsZeroAndSymmetric() {
    let first = Pronunciation(Pronouncer.read("shivawn"))
    let second = Pronunciation(Pronouncer.read("kafka"))
    #expect(first.distance(to: first) == 0)
    #expect(first.distance(to: second) == second.distance(to: first))
    #expect(first.distance(to: second) > 50)
    #expect(first.distance(to: Pronunciation([])) == 100)
  }

  @Test(arguments: ["the", "reduce", "reducer", "churning", "stopped", "cities", "a", "zebra"])
  func ordinaryWordsAreKnownWithTheirForms(word: String) {
    #expect(CommonWords.contains(word))
  }

  @Test(arguments: ["", "grafana", "siobhan", "kubernetes", "zzz"])
  func otherWordsAreNotOrdinary(word: String) {
    #expect(!CommonWords.contains(word))
  }
}

import Testing

@testable import TranscriptionService

struct RepeatedPhrasesTests {
  @Test(arguments: [
    ("And six months and six months and six months and six months and.", "And six months."),
    ("We did it. No, no, no, no, no!", "We did it. No!"),
    ("the the the the the end", "the end"),
    ("one two three one two three one two three one two three one two", "one two three"),
    ("one two one two one two one two then three", "one two then three"),
    ("a b c d e f a b c d e f a b c d e f a b c d e f", "a b c d e f"),
  ]) func fourOrMoreRepeatsOfAPhraseBecomeOne(_ text: String, _ expected: String) {
    #expect(RepeatedPhrases.collapsed(text) == expected)
  }

  @Test(arguments: [
    "No, no, no.", "very very very good", "I have to, I have to, I have to go.", "", " ",
    "- - - - -",
    "one two three four", "a b c d e f g a b c d e f g a b c d e f g a b c d e f g",
    "we tried, we failed, we tried, we won, we tried",
  ]) func wordsThatPeopleRepeatAreKept(_ text: String) {
    #expect(RepeatedPhrases.collapsed(text) == text)
  }

  @Test func twoLoopsInALineAreBothShortened() {
    #expect(
      RepeatedPhrases.collapsed("Uh uh uh uh so we so we so we so we go on") == "Uh so we go on")
  }

  @Test func aLongLineIsShortenedInLinearTime() {
    let text = Array(repeating: "one two three four five six seven", count: 20_000)
      .joined(separator: " ")
    #expect(RepeatedPhrases.collapsed(text) == text)
    let loop = Array(repeating: "again", count: 100_000).joined(separator: " ")
    #expect(RepeatedPhrases.collapsed(loop) == "again")
  }

  @Test func aLineOfTheEngineIsShortened() async {
    let recognizer = Recognizer(
      engine: .scripted(["six months and six months and six months and six months and"]))
    let job = RecognitionJob(
      id: .init(utterance: 0, partial: nil), audio: Utterance(start: 0, samples: [0]))
    #expect(await recognizer.recognize(job) == .text("six months and"))
  }
}

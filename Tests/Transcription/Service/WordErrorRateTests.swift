import TestSupport
import Testing

struct WordErrorRateTests {
  @Test(arguments: [
    ("I have no blockers.", "i have no blockers", 0), ("one two three", "one three", 1),
    ("one two three", "one too three", 1), ("one two", "well one two three", 2), ("one", "", 1),
    ("", "", 0),
  ]) func countsWrongMissingAndInventedWords(_ said: String, _ heard: String, _ errors: Int) {
    #expect(WordErrorRate(said: said, heard: heard).errors == errors)
  }
}

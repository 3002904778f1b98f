/// How far what was heard is from what was said: substituted, missing and invented words, per word
/// said.
struct WordErrorRate {
  let errors: Int
  let words: Int
  var rate: Double { words == 0 ? (errors == 0 ? 0 : 1) : Double(errors) / Double(words) }

  init(said: String, heard: String) {
    let said = Self.words(said)
    let heard = Self.words(heard)
    // Levenshtein's distance over words, a row at a time.
    var row = Array(0...heard.count)
    for (index, word) in said.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in heard.enumerated() {
        let substituted = diagonal + (word == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    errors = row[heard.count]
    words = said.count
  }

  /// Lower-case words without punctuation.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}

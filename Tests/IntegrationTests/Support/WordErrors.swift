/// How far what was heard is from what was said, in words.
///
/// Each word carries its speaker, so a sentence under the wrong name counts as wrong word for word.
struct WordErrors {
  let errors: Int
  let words: Int
  var rate: Double { Double(errors) / Double(max(1, words)) }

  /// - Parameters:
  ///   - said: the speakers and what they say, in order.
  ///   - heard: the speakers and what was heard, in order.
  init(said: [(speaker: String, text: String)], heard: [(speaker: String, text: String)]) {
    let said = Self.words(said)
    let heard = Self.words(heard)
    // Levenshtein's distance, a row at a time.
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

  private static func words(_ pieces: [(speaker: String, text: String)]) -> [String] {
    pieces.flatMap { piece in
      piece.text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
        .map { "\(piece.speaker) \($0)" }
    }
  }
}

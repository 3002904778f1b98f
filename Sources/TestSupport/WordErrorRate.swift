/// How far what was heard is from what was said: substituted, missing and invented words, per word
/// said (the word error rate, by Levenshtein's distance).
public struct WordErrorRate: Sendable {
  /// The least number of words to substitute, add or remove to get from one to the other.
  public let errors: Int
  /// How many words were said.
  public let words: Int
  /// Errors per word said: 0 is perfect, and it may be above 1. Without words, 1 for any error.
  public var rate: Double { words == 0 ? (errors == 0 ? 0 : 1) : Double(errors) / Double(words) }

  /// Compares two texts without regard to case and punctuation.
  public init(said: String, heard: String) {
    self.init(saidWords: Self.words(said), heardWords: Self.words(heard))
  }

  /// Each word carries its speaker, so a sentence under the wrong name counts as wrong word for word.
  ///
  /// - Parameters:
  ///   - said: the speakers and what they say, in order.
  ///   - heard: the speakers and what was heard, in order.
  public init(said: [(speaker: String, text: String)], heard: [(speaker: String, text: String)]) {
    func words(_ pieces: [(speaker: String, text: String)]) -> [String] {
      pieces.flatMap { piece in Self.words(piece.text).map { "\(piece.speaker) \($0)" } }
    }
    self.init(saidWords: words(said), heardWords: words(heard))
  }

  private init(saidWords: [String], heardWords: [String]) {
    // Levenshtein's distance over words, a row at a time.
    var row = Array(0...heardWords.count)
    for (index, word) in saidWords.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in heardWords.enumerated() {
        let substituted = diagonal + (word == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    errors = row[heardWords.count]
    words = saidWords.count
  }

  /// Lower-case words without punctuation.
  public static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}

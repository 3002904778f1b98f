/// Word error rate: substituted, missing and inserted words, relative to the number of spoken
/// words, by Levenshtein distance.
public struct WordErrorRate: Sendable {
  /// Minimum number of substitutions, insertions and deletions between the two texts.
  public let errors: Int
  /// Number of spoken words.
  public let words: Int
  /// Errors per spoken word: 0 is perfect, and it may exceed 1. Without spoken words, 1 for any
  /// error.
  public var rate: Double { words == 0 ? (errors == 0 ? 0 : 1) : Double(errors) / Double(words) }

  /// Compares two texts without regard to case and punctuation.
  public init(said: String, heard: String) {
    self.init(saidWords: Self.words(said), heardWords: Self.words(heard))
  }

  /// Compares words together with their speakers, so that every word attributed to the wrong
  /// speaker counts as an error.
  ///
  /// - Parameters:
  ///   - said: the speakers and their words, in order.
  ///   - heard: the speakers and the recognized words, in order.
  public init(said: [(speaker: String, text: String)], heard: [(speaker: String, text: String)]) {
    func words(_ pieces: [(speaker: String, text: String)]) -> [String] {
      pieces.flatMap { piece in Self.words(piece.text).map { "\(piece.speaker) \($0)" } }
    }
    self.init(saidWords: words(said), heardWords: words(heard))
  }

  private init(saidWords: [String], heardWords: [String]) {
    // Levenshtein distance over words, one row at a time.
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

  /// Splits a text into lower-case words without punctuation.
  public static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}

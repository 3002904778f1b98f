/// The words of recognised lines, to find out if two microphones recorded the same speech.
public struct SpokenWords: Hashable, Sendable {
  /// Maximum number of words of a line; the rest is not compared.
  public static let maxWords = 100
  /// Maximum length of a word, in characters. A longer one is text without spaces.
  private static let maxLength = 40

  /// The words in lower case, without punctuation.
  public private(set) var words: [String]

  /// Creates the words of one line. A text without spaces, such as Japanese, is compared by its
  /// characters.
  public init(of text: String) {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let isSpaced = words.allSatisfy {
      $0.count <= Self.maxLength && $0.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
    self.words = Array(
      (isSpaced ? words : words.flatMap { $0.map(String.init) }).prefix(Self.maxWords))
  }

  /// Creates the words of several lines, in their order.
  public init(of lines: some Sequence<SpokenWords>) {
    words = lines.flatMap(\.words)
  }

  /// Number of words.
  public var count: Int { words.count }

  /// Returns the number of these words that others contain in the same order, in percent; 0 without
  /// words.
  public func sharePercent(in others: SpokenWords) -> Int {
    words.isEmpty ? 0 : 100 * common(with: others) / words.count
  }

  /// Number of words at the start and at the end, of which one run is the longer, that others do not
  /// contain: what a line has in addition to theirs.
  public func longestEnd(beyond others: SpokenWords) -> Int {
    max(
      Self.end(of: words, beyond: others.words),
      Self.end(of: words.reversed(), beyond: others.words.reversed()))
  }

  /// Returns the length of the longest common subsequence.
  public func common(with others: SpokenWords) -> Int {
    Self.common(words, others.words).last ?? 0
  }

  /// Number of words after the last one that is in the longest common subsequence.
  private static func end(of words: [String], beyond others: [String]) -> Int {
    let common = common(words, others)
    return words.count - (common.firstIndex(of: common.last ?? 0) ?? 0)
  }

  /// Returns the length of the longest common subsequence of others and the first words, for each
  /// number of first words from 0.
  private static func common(_ words: [String], _ others: [String]) -> [Int] {
    var row = [Int](repeating: 0, count: others.count + 1)
    var lengths = [0]
    for word in words {
      var diagonal = 0
      for (index, other) in others.enumerated() {
        let above = row[index + 1]
        row[index + 1] = word == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
      lengths.append(row[others.count])
    }
    return lengths
  }
}

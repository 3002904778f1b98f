/// The words of recognised lines, to find out if two microphones recorded the same speech.
public struct SpokenWords: Hashable, Sendable {
  /// Maximum difference between the times of two microphones, in milliseconds.
  public static let slackMs: Int64 = 500
  /// Minimum share of the words of a double that the other microphone must have recorded, in percent.
  public static let minSharePercent = 60
  /// Maximum number of consecutive words that a double has in addition to the words of the other
  /// microphone. More are those of a person whom the other microphone did not record.
  public static let maxMoreWords = 2
  /// Maximum number of words of a line; the rest is not compared.
  public static let maxWords = 100
  /// Maximum length of a word, in characters. A longer one is text without spaces.
  private static let maxLength = 40

  /// The words in lower case, without punctuation.
  public private(set) var words: [String]

  /// Creates the words of one line. A text without spaces, such as Japanese, is compared by its
  /// characters.
  public init(of text: String) {
    words = Self.pieces(of: text.lowercased()).prefix(Self.maxWords).map(String.init)
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

  /// Number of words of the longest run that others do not contain: what a line has in addition to
  /// theirs.
  public func longestRun(beyond others: SpokenWords) -> Int {
    max(
      Self.end(of: words, beyond: others.words),
      Self.end(of: words.reversed(), beyond: others.words.reversed()),
      longestMiddleRun(beyond: others))
  }

  /// Number of words of the longest run that others do not contain between two words that they do
  /// contain. Words that others have at the same place are subtracted, because they are the same words,
  /// recognised differently.
  public func longestMiddleRun(beyond others: SpokenWords) -> Int {
    runs(beyond: others).filter { $0.range.lowerBound > 0 && $0.range.upperBound < count }
      .map(\.more).max() ?? 0
  }

  /// Returns the part of a text that others do not contain: from the first to the last run of more than
  /// `maxMoreWords` words. A text that is longer than `maxWords`, or whose words are others in lower
  /// case, is returned as it is.
  ///
  /// - Returns: nil if the text has no such run.
  public static func part(of text: String, beyond others: SpokenWords) -> String? {
    let words = SpokenWords(of: text)
    let runs = words.runs(beyond: others).filter { $0.more > maxMoreWords }
    guard let first = runs.first?.range.lowerBound, let last = runs.last?.range.upperBound
    else { return nil }
    let found = pieces(of: text)
    guard found.count == words.count else { return text }
    let start = first > 0 ? found[first].startIndex : text.startIndex
    let end = last < words.count ? found[last].startIndex : text.endIndex
    var part = text[start..<end]
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }

  /// Returns the length of the longest common subsequence.
  public func common(with others: SpokenWords) -> Int {
    Self.common(words, others.words).last ?? 0
  }

  /// The parts of a text that are words.
  private static func pieces(of text: String) -> [Substring] {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let isSpaced = words.allSatisfy {
      $0.count <= maxLength && $0.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
    return isSpaced ? words : words.flatMap { word in word.indices.map { word[$0...$0] } }
  }

  /// A run of words that others do not contain.
  private struct Run {
    /// The positions of the words.
    let range: Range<Int>
    /// The number of words; in the middle, minus the number of words that others have at this place.
    let more: Int
  }

  /// Returns the runs of words that are not in the longest common subsequence, in order.
  private func runs(beyond others: SpokenWords) -> [Run] {
    var runs: [Run] = []
    var (start, otherStart) = (0, 0)
    for (place, other) in matches(with: others) + [(count, others.count)] {
      if place > start {
        let isEnd = start == 0 || place == count
        runs.append(
          Run(range: start..<place, more: place - start - (isEnd ? 0 : other - otherStart)))
      }
      (start, otherStart) = (place + 1, other + 1)
    }
    return runs
  }

  /// Returns the positions of the words of the longest common subsequence, here and in others.
  private func matches(with others: SpokenWords) -> [(place: Int, other: Int)] {
    let width = others.count + 1
    var lengths = [UInt16](repeating: 0, count: (count + 1) * width)
    for (place, word) in words.enumerated() {
      for (index, other) in others.words.enumerated() {
        let above = place * width + index
        lengths[above + width + 1] =
          word == other ? lengths[above] + 1 : max(lengths[above + 1], lengths[above + width])
      }
    }
    var matches: [(Int, Int)] = []
    var (place, other) = (count, others.count)
    while place > 0, other > 0 {
      let length = lengths[place * width + other]
      if lengths[(place - 1) * width + other] == length {
        place -= 1
      } else if lengths[place * width + other - 1] == length {
        other -= 1
      } else {
        (place, other) = (place - 1, other - 1)
        matches.append((place, other))
      }
    }
    return matches.reversed()
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

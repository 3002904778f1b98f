/// A word of a recognised line, with its sounds and its place in the sentence.
struct HeardWord {
  /// Position of the word in the line, without a possessive ending.
  let range: Range<String.Index>
  let folded: String
  let phonemes: [Phoneme]
  /// True for an ordinary English word.
  let isCommon: Bool
  /// True if it starts with a capital letter that is not due to the start of a sentence.
  let isCapitalized: Bool
  /// True if it has at least two letters, all of them capitals.
  let isAbbreviation: Bool
  /// True if only spaces or a hyphen are between this word and the one before.
  let isJoined: Bool
  /// True if a punctuation mark or the end of the line follows.
  let isLast: Bool

  /// Maximum number of words of a line; the rest is left as it is.
  static let maxCount = 400

  static func words(of text: String) -> [HeardWord] {
    var words: [HeardWord] = []
    var index = text.startIndex
    var gap = text.startIndex
    while index < text.endIndex, words.count < maxCount {
      guard isPart(text[index]) else {
        index = text.index(after: index)
        continue
      }
      let start = index
      while index < text.endIndex, isPart(text[index]) || isApostrophe(at: index, text) {
        index = text.index(after: index)
      }
      let next = index < text.endIndex ? text[index] : nil
      words.append(
        HeardWord(
          text, start..<index, gap: text[gap..<start], isFirst: words.isEmpty,
          isAfterInitial: words.last.map { $0.folded.count == 1 } ?? false,
          isLast: next.map { ",.!?;:…".contains($0) } ?? true))
      gap = index
    }
    return words
  }

  private init(
    _ text: String, _ whole: Range<String.Index>, gap: Substring, isFirst: Bool,
    isAfterInitial: Bool, isLast: Bool
  ) {
    var end = whole.upperBound
    for ending in ["'s", "’s"] where text[whole].hasSuffix(ending) {
      end = text.index(whole.upperBound, offsetBy: -2)
    }
    range = whole.lowerBound..<end
    folded = LetterFolding.fold(text[range], plain: true)
    phonemes = Pronouncer.phonemes(ofHeard: text[range])
    let isNumber = text[range].contains { $0.isNumber }
    isCommon = isNumber || CommonWords.contains(folded)
    // The full stop after an initial, as in “Q. Way”, ends no sentence.
    let isInitial = isAfterInitial && gap == ". "
    let startsSentence = isFirst || (!isInitial && gap.contains { ".!?:…".contains($0) })
    isCapitalized = !startsSentence && text[whole.lowerBound].isUppercase
    isAbbreviation = text[range].count > 1 && text[range].allSatisfy(\.isUppercase)
    isJoined = isInitial || (!isFirst && !gap.isEmpty && gap.allSatisfy { $0 == " " || $0 == "-" })
    self.isLast = isLast
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func isApostrophe(at index: String.Index, _ text: String) -> Bool {
    guard text[index] == "'" || text[index] == "’" else { return false }
    let next = text.index(after: index)
    return next < text.endIndex && isPart(text[next])
  }
}

/// Shortens loops in recognised text.
///
/// If several people talk at once, the engine sometimes repeats the same phrase until the audio ends.
/// Words that a person repeats for emphasis, two or three times, are kept.
enum RepeatedPhrases {
  /// Maximum length of a phrase, in words.
  static let maxWords = 6
  /// Minimum number of immediate repeats that count as a loop.
  static let minRepeats = 4

  /// Returns the text with each loop reduced to one phrase. The words of other text are unchanged.
  static func collapsed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count >= minRepeats else { return text }
    let plain = words.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    var kept: [String] = []
    var hasLoop = false
    var start = 0
    while start < words.count {
      guard let loop = loop(in: plain, at: start) else {
        kept.append(String(words[start]))
        start += 1
        continue
      }
      hasLoop = true
      let phrase = start..<start + loop.phrase
      start += loop.words
      // The audio may have ended in the middle of a repeat.
      if words.count - start < loop.phrase, plain[phrase].starts(with: plain[start...]) {
        start = words.count
      }
      kept += words[phrase].dropLast().map(String.init)
      kept.append(word(words[phrase.upperBound - 1], endingAs: words[start - 1]))
    }
    return hasLoop ? kept.joined(separator: " ") : text
  }

  /// Returns the loop of the shortest phrase that begins at a word: the number of words in the phrase
  /// and in all repeats; nil for none.
  private static func loop(in words: [String], at start: Int) -> (phrase: Int, words: Int)? {
    for phrase in 1...maxWords {
      guard start + phrase * minRepeats <= words.count else { return nil }
      // Punctuation alone is not a phrase.
      guard !words[start..<start + phrase].allSatisfy(\.isEmpty) else { continue }
      var end = start + phrase
      while end < words.count, words[end] == words[end - phrase] { end += 1 }
      let repeats = (end - start) / phrase
      if repeats >= minRepeats { return (phrase, repeats * phrase) }
    }
    return nil
  }

  /// Returns a word with the punctuation at the end of another one.
  private static func word(_ word: Substring, endingAs other: Substring) -> String {
    let isSign: (Character) -> Bool = { $0.isPunctuation }
    let signs = other.reversed().prefix(while: isSign).reversed()
    return String(word.reversed().drop(while: isSign).reversed()) + String(signs)
  }
}

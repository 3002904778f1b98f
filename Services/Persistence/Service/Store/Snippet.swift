/// Excerpt of a text around its matches, the same in both stores: at most 16 words, with matches between
/// U+0002 and U+0003, and an ellipsis at each cut. A character of a script without spaces is a word.
struct Snippet {
  private static let words = 16

  let text: String

  /// Creates the excerpt.
  ///
  /// - Parameter phrases: the phrases searched for.
  init(of text: String, with phrases: [SearchPhrase]) {
    let tokens = SearchTokens(text).tokens
    let found = Self.occurrences(of: phrases, in: tokens)
    let start = Self.best(found, count: tokens.count)
    let end = min(start + Self.words, tokens.count)
    let bytes = Array(text.utf8)
    let first = start > 0 ? tokens[start].range.lowerBound : 0
    let last = end < tokens.count ? tokens[end - 1].range.upperBound : bytes.count
    var snippet = Array((start > 0 ? "…" : "").utf8)
    var place = first
    for match in Self.merged(found) where match.lowerBound >= start && match.upperBound <= end {
      let (begin, finish) = (
        tokens[match.lowerBound].range.lowerBound, tokens[match.upperBound - 1].range.upperBound
      )
      snippet.append(contentsOf: bytes[place..<begin])
      snippet.append(2)
      snippet.append(contentsOf: bytes[begin..<finish])
      snippet.append(3)
      place = finish
    }
    snippet.append(contentsOf: bytes[place..<last])
    if end < tokens.count { snippet.append(contentsOf: "…".utf8) }
    self.text = String(decoding: snippet, as: UTF8.self)
  }

  /// Occurrences of the phrases, as ranges of words with the number of the phrase, in order.
  private static func occurrences(
    of phrases: [SearchPhrase], in tokens: [SearchTokens.Token]
  ) -> [(range: Range<Int>, phrase: Int)] {
    var found: [(range: Range<Int>, phrase: Int)] = []
    for (number, phrase) in phrases.enumerated() {
      let count = phrase.words.count
      guard count > 0, count <= tokens.count else { continue }
      for start in 0...(tokens.count - count)
      where phrase.matches(tokens[start..<start + count]) {
        found.append((start..<start + count, number))
      }
    }
    return found.sorted { ($0.range.lowerBound, $0.phrase) < ($1.range.lowerBound, $1.phrase) }
  }

  /// Start of the best excerpt. A distinct phrase scores 1000, a repeated one 1.
  private static func best(_ found: [(range: Range<Int>, phrase: Int)], count: Int) -> Int {
    var (bestStart, bestScore) = (0, 0)
    for (index, match) in found.enumerated() {
      let start = match.range.lowerBound
      var seen: Set<Int> = []
      var score = 0
      for other in found[index...] {
        guard other.range.upperBound <= start + words else { break }
        score += seen.insert(other.phrase).inserted ? 1000 : 1
      }
      if score > bestScore { (bestStart, bestScore) = (start, score) }
    }
    // Show some context before the matches, and as much text as fits.
    guard count > words else { return 0 }
    let last = found.last { $0.range.upperBound <= bestStart + words }?.range.upperBound
    let room = words - max(1, (last ?? bestStart + 1) - bestStart)
    return max(0, min(bestStart - room / 2, count - words))
  }

  /// Merges overlapping matches.
  private static func merged(_ found: [(range: Range<Int>, phrase: Int)]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for (range, _) in found {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

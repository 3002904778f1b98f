/// Evidence that the words of a span are a name or a term, other than their sounds.
struct Evidence {
  private let count: Int
  /// Number of ordinary words.
  private let common: Int
  /// True if a word is written as a name.
  private let isCapitalized: Bool
  /// True between a word after which a name is likely, and a pause.
  private let isAddressed: Bool
  /// True between words with which a person turns to another one, and a pause: “Over to …”.
  private let isHandover: Bool
  /// True if a word is so frequent that it proves nothing.
  private let isFunctional: Bool
  /// True for one word in capital letters: an abbreviation that was recognised.
  private let isAbbreviation: Bool

  init(_ span: Range<Int>, of words: [HeardWord]) {
    count = span.count
    common = words[span].count(where: \.isCommon)
    isCapitalized = words[span].allSatisfy(\.isCapitalized)
    isFunctional = words[span].contains { Self.functional.contains($0.folded) }
    isAbbreviation = count == 1 && words[span.lowerBound].isAbbreviation
    let before = words[..<span.lowerBound].suffix(2).map(\.folded)
    let isLast = words[span.upperBound - 1].isLast
    isAddressed = isLast && Self.cues.contains(before.last ?? "")
    isHandover =
      isLast
      && (Self.greetings.contains(before.last ?? "")
        || Self.handovers.contains(before.joined(separator: " ")))
  }

  /// Maximum distance at which a term replaces the span, in hundredths; 0 if none does.
  ///
  /// - Parameters:
  ///   - phonemes: number of phonemes of the shorter of both.
  ///   - isNear: whether the term is the name of an attendee whose turn it is, was or will be next.
  func limit(phonemes: Int, kind: Term.Kind, isNear: Bool) -> Int {
    // A short word has many neighbours.
    if isHandover, kind == .name, !(count == 1 && isFunctional) {
      let limit = Self.handoverLimits[min(phonemes, Self.handoverLimits.count - 1)]
      return isNear ? limit * 5 / 4 : limit
    }
    let limit = Self.limits[min(phonemes, Self.limits.count - 1)]
    if common == 0 {
      return isAbbreviation || (phonemes < Self.shortCount && kind == .jargon) ? limit / 2 : limit
    }
    if common < count {
      return phonemes >= (isCapitalized ? 4 : 5) ? (isFunctional ? limit / 2 : limit * 2 / 3) : 0
    }
    if count == 1 {
      if isFunctional { return kind == .name && isNear && isAddressed ? Self.same : 0 }
      let isName = kind == .name && (isCapitalized || isAddressed)
      if isName { return isNear || phonemes >= 4 ? limit / 2 : (isCapitalized ? Self.same : 0) }
      return 0
    }
    return phonemes >= 6 ? (isFunctional ? 0 : limit / 3) : 0
  }

  /// Maximum distance by number of phonemes, in hundredths; the last one is for all longer words.
  private static let limits = [0, 0, 6, 11, 14, 16]
  /// The same for a name after “Over to”.
  private static let handoverLimits = [0, 0, 10, 18, 18, 20]
  /// Maximum distance of words that sound the same.
  private static let same = 4
  /// Number of phonemes below which an ordinary term is compared more strictly.
  private static let shortCount = 4

  /// Words after which a name is likely.
  private static let cues: Set<String> = [
    "to", "thanks", "you", "hi", "hello", "hey", "morning", "with", "ask", "asked", "by", "is",
    "im",
  ]

  private static let greetings: Set<String> = ["thanks", "hi", "hello", "hey"]
  private static let handovers: Set<String> = ["over to", "thank you", "next is", "now its"]

  private static let functional: Set<String> = [
    "a", "an", "the", "and", "or", "but", "of", "to", "in", "on", "at", "for", "with", "by", "from",
    "as",
    "is", "was", "are", "were", "be", "been", "it", "its", "he", "she", "we", "you", "i", "they",
    "them",
    "his", "her", "our", "their", "this", "that", "these", "those", "not", "so", "if", "do", "did",
    "has",
    "have", "had", "will", "would", "can", "could", "my", "your", "me", "us", "him", "no", "all",
    "one",
  ]
}

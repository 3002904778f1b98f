import Foundation
import StandupsSQLite

/// Tokens of a text for searching: words without case and accents. They are divided and folded as
/// by the tokenizer of the SQLite store, which is FTS5's `unicode61`
/// (https://www.sqlite.org/fts5.html section 4.3.1) with each character of an `UnspacedScript` as a
/// word of its own.
struct SearchTokens: Sendable {
  /// A folded word and its range in the text.
  struct Token: Sendable {
    var word: String
    var range: Range<String.UnicodeScalarView.Index>
  }

  private(set) var tokens: [Token] = []

  init(_ text: String) {
    let scalars = text.unicodeScalars
    var start: String.UnicodeScalarView.Index?
    for index in scalars.indices {
      let scalar = scalars[index]
      if UnspacedScript.contains(scalar.value) {
        if let begin = start { add(scalars, begin..<index) }
        add(scalars, index..<scalars.index(after: index))
        start = nil
      } else if Self.isPart(scalar) || start != nil && Self.isMark(scalar) {
        start = start ?? index
      } else if let begin = start {
        add(scalars, begin..<index)
        start = nil
      }
    }
    if let start { add(scalars, start..<scalars.endIndex) }
  }

  private mutating func add(
    _ scalars: String.UnicodeScalarView, _ range: Range<String.UnicodeScalarView.Index>
  ) {
    let word = Self.folded(Substring(scalars[range]))
    if !word.isEmpty { tokens.append(Token(word: word, range: range)) }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      return true
    default: return false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
  }

  private static func folded(_ text: Substring) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let scalars = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !isMark($0) }
    return String(String.UnicodeScalarView(scalars))
  }

  /// All words in order, each between its own spaces, so that words and phrases can be found and
  /// counted as substrings.
  var text: String { Self.text(tokens.map(\.word)) }

  static func text(_ words: [String]) -> String { words.map { " \($0) " }.joined() }

  /// Keys of the index: the distinct words, and their beginnings.
  var keys: Set<String> {
    var keys: Set<String> = []
    for token in tokens {
      keys.insert(Self.key(token.word))
      for length in Self.prefixes where token.word.unicodeScalars.count >= length {
        keys.insert(Self.prefixKey(token.word, length))
      }
    }
    return keys
  }

  /// Key of a word, which is shortened because the index's keys must not be long. The rest of the
  /// word is compared in `text`.
  static func key(_ word: String) -> String { String(word.unicodeScalars.prefix(64)) }

  /// Minimum number of scalars of a word that also stands for longer ones.
  static let minPrefix = 3
  /// Numbers of scalars of the beginnings that the index contains.
  private static let prefixes = [minPrefix, 6]

  /// Key of the words that begin with a word of at least `minPrefix` scalars: its longest indexed
  /// beginning. The rest is compared in `text`.
  static func prefixKey(_ word: String) -> String {
    let count = word.unicodeScalars.count
    return prefixKey(word, prefixes.last { $0 <= count } ?? minPrefix)
  }

  private static func prefixKey(_ word: String, _ length: Int) -> String {
    prefixMark + String(String.UnicodeScalarView(word.unicodeScalars.prefix(length)))
  }

  /// Distinguishes beginnings from words, which contain no punctuation.
  private static let prefixMark = "*"

  /// Statement that adds the keys of beginnings to documents that have only those of words.
  static let addingPrefixes = """
    UPDATE documents SET words = words || ARRAY(
      SELECT DISTINCT '\(prefixMark)' || left(word, scalars) FROM unnest(words) AS word,
        unnest(ARRAY[\(prefixes.map(String.init).joined(separator: ", "))]) AS scalars
      WHERE length(word) >= scalars
    ) WHERE words IS NOT NULL
    """
}

/// A word or a phrase to search for, folded like the texts.
struct SearchPhrase: Sendable, Hashable {
  var words: [String]
  /// True if longer words that begin with the last one match, too.
  var isPrefix = false

  /// The form in `SearchTokens.text`. That of a beginning lacks the space after its last word.
  var text: String {
    let text = SearchTokens.text(words)
    return isPrefix ? String(text.dropLast()) : text
  }

  /// The keys that a document with the phrase has.
  var keys: [String] {
    guard isPrefix, let last = words.last else { return words.map(SearchTokens.key) }
    return words.dropLast().map(SearchTokens.key) + [SearchTokens.prefixKey(last)]
  }

  /// True if these words are the phrase.
  func matches(_ tokens: ArraySlice<SearchTokens.Token>) -> Bool {
    guard tokens.count == words.count, let word = tokens.last?.word, let last = words.last else {
      return false
    }
    return zip(tokens, words).dropLast().allSatisfy { $0.word == $1 }
      && (word == last || isPrefix && word.unicodeScalars.starts(with: last.unicodeScalars))
  }
}

extension SearchPhrase {
  /// Creates a phrase; nil if the term contains no word.
  init?(_ term: SearchQuery.Term) {
    self.init(words: SearchTokens(term.text).tokens.map(\.word), isPrefix: term.isPrefix)
    guard !words.isEmpty else { return nil }
  }
}

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

  /// Distinct words, shortened for the index, because its keys must not be long.
  var words: Set<String> { Set(tokens.map { Self.key($0.word) }) }

  /// Prefix of a word for the index. The rest of the word is compared in `text`.
  static func key(_ word: String) -> String { String(word.unicodeScalars.prefix(64)) }
}

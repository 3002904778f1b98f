import Bus
import Documents

/// Search text, parsed into words and phrases.
///
/// Words between double quotes form a phrase. Quotes of any script are accepted, because the
/// keyboards of phones type “these”. A document matches if it contains all words and phrases.
struct SearchQuery: Sendable, Equatable {
  /// Double quotes, and other characters that are used as double quotes.
  private static let quotes = Set("\"“”„‟«»「」『』〝〞〟＂".unicodeScalars)

  /// Maximum number of words and phrases, because FTS5 limits the depth of an expression.
  static let maxTerms = 64

  /// Distinct words and phrases. None of them contains a double quote, because double quotes are
  /// delimiters.
  var terms: [String]

  /// Query for `MATCH` of FTS5 (https://www.sqlite.org/fts5.html section 3); nil if there is
  /// nothing to search for. Each word becomes a quoted string, so it is never parsed as an
  /// operator.
  var expression: String? {
    terms.isEmpty ? nil : terms.map { "\"\($0)\"" }.joined(separator: " ")
  }

  /// Parses a search text.
  ///
  /// - Throws: `StoreError` with `invalid` for too many words.
  init(_ text: String) throws {
    // Ignore repeated words, which would double the cost and find the same documents.
    var seen: Set<String> = []
    terms = SearchQuery.terms(in: text).filter { seen.insert($0.lowercased()).inserted }
    guard terms.count <= SearchQuery.maxTerms else {
      throw StoreError(
        .invalid, "Too many words; search for at most \(SearchQuery.maxTerms) at once.")
    }
  }

  /// Splits a text into terms by scalars, because a quote with a combining accent is one
  /// `Character`, but still a quote to FTS5.
  private static func terms(in text: String) -> [String] {
    var terms: [String] = []
    var isPhrase = false
    let parts = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: quotes.contains)
    for part in parts {
      let words = part.split { $0.properties.isWhitespace || $0 == "\0" }
        // Skip terms of punctuation alone, which have no token that could match.
        .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
        .map { String(Substring($0)) }
      if isPhrase {
        if !words.isEmpty { terms.append(words.joined(separator: " ")) }
      } else {
        terms += words
      }
      isPhrase.toggle()
    }
    return terms
  }
}

extension TextQuery {
  /// Validates the query.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit or an offset out of range, or too many teams.
  func check() throws {
    if let problem = TeamScope.problem(ofTeams: teams) { throw StoreError(.invalid, problem) }
    try StoreLimits.check(limit: limit ?? 20)
    guard offset ?? 0 >= 0 else {
      throw StoreError(.invalid, "Invalid offset; expected 0 or more.")
    }
  }
}

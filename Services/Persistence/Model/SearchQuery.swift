/// What a person typed, as words and phrases.
///
/// Words between double quotes of any script stay together as a phrase: keyboards of phones type “these”. A document matches when it holds all of them.
struct SearchQuery: Sendable, Equatable {
  /// Double quotes, and those that stand for them.
  private static let quotes = Set("\"“”„‟«»「」『』〝〞〟＂".unicodeScalars)

  /// The most words or phrases: FTS5 limits the depth of an expression.
  static let maximumTerms = 64

  /// What is looked for, each once; none holds a double quote, as they were all taken as delimiters.
  var terms: [String]

  /// The query for `MATCH` of FTS5 (https://www.sqlite.org/fts5.html section 3), or `nil` when there is nothing to
  /// look for. Every word becomes a quoted string, so none of its operators can be meant or misspelt.
  var expression: String? {
    terms.isEmpty ? nil : terms.map { "\"\($0)\"" }.joined(separator: " ")
  }

  /// - Throws: `StoreError` with `invalid` for too many words.
  init(_ text: String) throws {
    // Said twice, a word costs twice and finds the same.
    var seen: Set<String> = []
    terms = SearchQuery.terms(in: text).filter { seen.insert($0.lowercased()).inserted }
    guard terms.count <= SearchQuery.maximumTerms else {
      throw StoreError(
        .invalid, "Too many words; search for at most \(SearchQuery.maximumTerms) at once.")
    }
  }

  /// Works on scalars: a quote with a combining accent is one `Character`, but still a quote to FTS5.
  private static func terms(in text: String) -> [String] {
    var terms: [String] = []
    var isPhrase = false
    let parts = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: quotes.contains)
    for part in parts {
      let words = part.split { $0.properties.isWhitespace || $0 == "\0" }
        // Punctuation alone has no token to match.
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

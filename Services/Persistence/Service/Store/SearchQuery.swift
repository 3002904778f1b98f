import Bus
import Documents

/// Search text, parsed into words and phrases.
///
/// Words between double quotes form a phrase. Quotes of any script are accepted, because the
/// keyboards of phones type “these”. A document matches if it contains all words and phrases. A
/// word outside quotes also stands for the longer words that begin with it.
struct SearchQuery: Sendable, Equatable {
  /// A word or a phrase. It contains no double quote, because double quotes are delimiters.
  struct Term: Sendable, Hashable {
    var text: String
    /// True if longer words that begin with the last one match, too.
    var isPrefix: Bool

    fileprivate init(phrase text: String) { (self.text, isPrefix) = (text, false) }

    fileprivate init(word text: String) {
      self.text = text
      let last = SearchTokens(text).tokens.last?.word ?? ""
      isPrefix =
        last.unicodeScalars.count >= SearchTokens.minPrefix && !SearchTokens.isAlone(last)
    }
  }

  /// Double quotes, and other characters that are used as double quotes.
  private static let quotes = Set("\"“”„‟«»「」『』〝〞〟＂".unicodeScalars)

  /// Maximum number of words and phrases, because FTS5 limits the depth of an expression.
  static let maxTerms = 64
  /// Maximum number of words in all of them, where each character of an unspaced script counts as a
  /// word, because a long phrase of equal words is compared at each of its positions.
  static let maxWords = 256

  /// Distinct words and phrases.
  var terms: [Term]

  /// Query for `MATCH` of FTS5 (https://www.sqlite.org/fts5.html section 3); nil if there is
  /// nothing to search for. Each word becomes a quoted string, so it is never parsed as an
  /// operator.
  var expression: String? {
    guard !terms.isEmpty else { return nil }
    return terms.map { "\"\($0.text)\"" + ($0.isPrefix ? "*" : "") }.joined(separator: " ")
  }

  /// Parses a search text.
  ///
  /// - Throws: `StoreError` with `invalid` for too many words, or too long phrases.
  init(_ text: String) throws {
    // Ignore repeated words, which would double the cost and find the same documents.
    var seen: Set<Term> = []
    terms = SearchQuery.terms(in: text).filter { term in
      var folded = term
      folded.text = term.text.lowercased()
      return seen.insert(folded).inserted
    }
    guard terms.count <= SearchQuery.maxTerms else {
      throw StoreError(
        .invalid, "Too many words; search for at most \(SearchQuery.maxTerms) at once.")
    }
    let words = terms.reduce(0) { $0 + SearchTokens($1.text).tokens.count }
    guard words <= SearchQuery.maxWords else {
      throw StoreError(
        .invalid,
        "Too long; search for at most \(SearchQuery.maxWords) words, or characters of Chinese and"
          + " Japanese, at once.")
    }
  }

  /// Splits a text into terms by scalars, because a quote with a combining accent is one
  /// `Character`, but still a quote to FTS5.
  private static func terms(in text: String) -> [Term] {
    var terms: [Term] = []
    var isPhrase = false
    let parts = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: quotes.contains)
    for part in parts {
      let words = part.split { $0.properties.isWhitespace || $0 == "\0" }
        .map { String(Substring($0)) }
        // Skip terms of punctuation alone, which have no word that could match.
        .filter { !SearchTokens($0).tokens.isEmpty }
      if isPhrase {
        if !words.isEmpty { terms.append(Term(phrase: words.joined(separator: " "))) }
      } else {
        terms += words.map(Term.init(word:))
      }
      isPhrase.toggle()
    }
    return terms
  }
}

extension TextQuery {
  /// Validates the query.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit or an offset out of range, too many teams, or
  ///   invalid mentions.
  func check() throws {
    if let problem = TeamScope.problem(ofTeams: teams) { throw StoreError(.invalid, problem) }
    try StoreLimits.check(limit: limit ?? 20)
    guard offset ?? 0 >= 0 else {
      throw StoreError(.invalid, "Invalid offset; expected 0 or more.")
    }
    guard let mentions else { return }
    guard (1...Self.maxMentions).contains(mentions.count),
      mentions.allSatisfy({ (1...Self.maxMention).contains($0.unicodeScalars.count) })
    else {
      throw StoreError(
        .invalid,
        "Invalid mentions; expected 1 to \(Self.maxMentions) strings of 1 to \(Self.maxMention) characters."
      )
    }
  }
}

import StandupsSQLite

/// Words of a text for searching, divided and folded by `SearchWords`.
struct SearchTokens: Sendable {
  /// A folded word and the range of its bytes in the UTF-8 of the text.
  struct Token: Sendable {
    var word: String
    var range: Range<Int>
  }

  private(set) var tokens: [Token] = []

  init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var words = SearchWords()
      words.divide(UnsafeRawBufferPointer(bytes)) { word, range in
        tokens.append(Token(word: String(decoding: word, as: UTF8.self), range: range))
        return true
      }
    }
  }

  /// All words in order, each between its own spaces, so that words and phrases can be found and
  /// counted as substrings.
  var text: String { Self.text(tokens.map(\.word)) }

  static func text(_ words: [String]) -> String { words.map { " \($0) " }.joined() }

  /// Keys of the index: the distinct words, the beginnings of those of spaced scripts, and the pairs of
  /// neighbours of unspaced scripts. Their single characters are in most texts, so that an index of
  /// them alone would leave most texts to be read.
  var keys: Set<String> {
    var keys: Set<String> = []
    var last: String?
    for token in tokens {
      keys.insert(Self.key(token.word))
      if Self.isAlone(token.word) {
        if let last { keys.insert(Self.pairKey(last, token.word)) }
        last = token.word
        continue
      }
      last = nil
      for length in Self.prefixes where token.word.unicodeScalars.count >= length {
        keys.insert(Self.prefixKey(token.word, length))
      }
    }
    return keys
  }

  /// True for a word of an unspaced script, which is a single character.
  static func isAlone(_ word: String) -> Bool {
    word.unicodeScalars.first.map(UnspacedScript.contains) ?? false
  }

  /// Key of two such characters, one after the other.
  static func pairKey(_ first: String, _ second: String) -> String { key(first + second) }

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

  /// The keys that a document with the phrase has. Pairs stand for their two characters.
  var keys: [String] {
    let isAlone = words.map(SearchTokens.isAlone)
    return words.indices.flatMap { index -> [String] in
      let word = words[index]
      let isLast = index == words.count - 1
      guard isAlone[index] else {
        return [isPrefix && isLast ? SearchTokens.prefixKey(word) : SearchTokens.key(word)]
      }
      if !isLast, isAlone[index + 1] { return [SearchTokens.pairKey(word, words[index + 1])] }
      return index > 0 && isAlone[index - 1] ? [] : [SearchTokens.key(word)]
    }
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

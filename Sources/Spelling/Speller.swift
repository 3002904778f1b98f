/// Spells the names and terms of a team in recognised lines.
///
/// Recognition writes a name that it does not know as words that sound alike. The speller compares the
/// sounds of one to four words with those of each term, and replaces the words that are near enough. It
/// knows no meaning, so that ordinary words are replaced only on strong evidence.
public struct Speller: Sendable {
  /// Maximum number of terms, enough for those of a team and the names in a meeting; the rest is left out.
  public static let maxTerms = 640
  /// Maximum length of a line, in bytes; a longer one is left as it is. An utterance is much shorter.
  public static let maxLineBytes = 4_000
  /// Maximum number of words that one term replaces.
  static let maxSpan = 4

  /// A way in which a term is said.
  private struct Form: Sendable {
    let term: Int
    let pronunciation: Pronunciation
    let profile: Profile
  }

  private var terms: [Term] = []
  /// The forms by their number of phonemes.
  private var forms: [Int: [Form]] = [:]
  /// Terms by their letters without marks, capitals and spaces.
  private var exact: [String: Int] = [:]

  /// Creates a speller. A term with the same letters as an earlier one, and one that is not pronounceable, is
  /// compared only by what it sounds like, and left out if that is not known.
  public init(_ terms: some Sequence<Term>) {
    for term in terms { add(term) }
  }

  /// Returns a speller that also knows these terms.
  ///
  /// - Parameter terms: further terms. A name replaces a term with the same letters, and is also said like
  ///   that term.
  public func adding(_ terms: some Sequence<Term>) -> Speller {
    var speller = self
    for term in terms { speller.add(term) }
    return speller
  }

  private mutating func add(_ term: Term) {
    guard terms.count < Self.maxTerms, term.text.utf8.count <= Term.maxBytes,
      (term.soundsLike?.utf8.count ?? 0) <= Term.maxBytes
    else { return }
    let folded = LetterFolding.fold(term.text, plain: true)
    let isPronounceable = Term.isPronounceable(term.text)
    let known = isPronounceable ? exact[folded] : nil
    if let known, term.kind == .name, terms[known].kind == .jargon {
      (terms[known].text, terms[known].kind) = (term.text, .name)
      return add(Pronouncer.pronunciations(of: term.text), of: known)
    }
    var ways = term.soundsLike.map { Pronouncer.pronunciations(of: $0) } ?? []
    let isNew = known == nil && isPronounceable
    if isNew { ways += Pronouncer.pronunciations(of: term.text) }
    guard isNew || (!ways.isEmpty && !term.text.isEmpty) else { return }
    if isNew { exact[folded] = terms.count }
    terms.append(term)
    add(ways, of: terms.count - 1)
  }

  private mutating func add(_ ways: [Pronunciation], of term: Int) {
    for way in Set(ways) {
      forms[way.count, default: []].append(
        Form(term: term, pronunciation: way, profile: Profile(way)))
    }
  }

  /// True if there is nothing to replace.
  public var isEmpty: Bool { terms.isEmpty }

  /// Returns a line with the spelling of the terms.
  ///
  /// - Parameters:
  ///   - text: the recognised words.
  ///   - near: names of those who speak, spoke last or speak next, of whom a line is more likely to speak.
  /// - Returns: nil if nothing changes.
  public func correct(_ text: String, near: Set<String> = []) -> String? {
    guard !terms.isEmpty, text.utf8.count <= Self.maxLineBytes else { return nil }
    let words = HeardWord.words(of: text)
    var taken = Array(repeating: false, count: words.count)
    var replaced: [Match] = []
    for match in matches(in: words, near: near).sorted(by: { $0.precedes($1) })
    where !taken[match.span].contains(true) {
      for index in match.span { taken[index] = true }
      replaced.append(match)
    }
    var corrected = text
    // From the end, so that the ranges before stay valid.
    for match in replaced.sorted(by: { $0.span.lowerBound > $1.span.lowerBound }) {
      let range =
        words[match.span.lowerBound].range
        .lowerBound..<words[match.span.upperBound - 1].range.upperBound
      if text[range] != terms[match.term].text, !match.isKept {
        corrected.replaceSubrange(range, with: terms[match.term].text)
      }
    }
    return corrected == text ? nil : corrected
  }

  /// Words that sound like a term.
  private struct Match {
    let span: Range<Int>
    let term: Int
    let distance: Int
    /// True if the words are the term, with ordinary meaning, and stay as they are.
    var isKept = false

    /// Returns true if this match is better: nearer, then longer, then earlier.
    func precedes(_ other: Match) -> Bool {
      (distance, -span.count, span.lowerBound, term)
        < (other.distance, -other.span.count, other.span.lowerBound, other.term)
    }
  }

  private func matches(in words: [HeardWord], near: Set<String>) -> [Match] {
    var matches: [Match] = []
    for start in words.indices {
      var phonemes: [Phoneme] = []
      var letters = ""
      for end in start..<min(start + Self.maxSpan, words.count) {
        if end > start, !words[end].isJoined { break }
        phonemes += words[end].phonemes
        letters += words[end].folded
        guard phonemes.count <= Pronunciation.maxCount else { break }
        let span = start..<(end + 1)
        if let term = exact[letters] {
          let isOrdinary = CommonWords.contains(letters) && !words[start].isCapitalized
          matches.append(
            Match(span: span, term: term, distance: 0, isKept: span.count == 1 && isOrdinary))
          continue
        }
        if let match = match(span, Pronunciation(phonemes), in: words, near: near) {
          matches.append(match)
        }
      }
    }
    return matches
  }

  /// Returns the nearest term that may replace a span.
  private func match(
    _ span: Range<Int>, _ heard: Pronunciation, in words: [HeardWord], near: Set<String>
  ) -> Match? {
    let evidence = Evidence(span, of: words)
    let most = max(
      evidence.limit(phonemes: 40, kind: .name, isNear: true),
      evidence.limit(phonemes: 40, kind: .jargon, isNear: true))
    guard most > 0, heard.count >= 2 else { return nil }
    let profile = Profile(heard)
    var best: Match?
    let slack = heard.count * most / 35 + 1
    for count in max(1, heard.count - slack)...(heard.count + slack) {
      for form in forms[count] ?? [] {
        let term = terms[form.term]
        let limit = evidence.limit(
          phonemes: min(heard.count, count), kind: term.kind, isNear: near.contains(term.text))
        guard limit > 0,
          profile.difference(from: form.profile) * 35 <= limit * max(heard.count, count)
        else { continue }
        let distance = heard.distance(to: form.pronunciation, limit: limit)
        guard distance <= limit else { continue }
        let match = Match(span: span, term: form.term, distance: distance)
        if best.map({ match.precedes($0) }) ?? true { best = match }
      }
    }
    return best
  }
}

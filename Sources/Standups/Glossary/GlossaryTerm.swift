public import Schema
import Spelling

/// A term of a team's glossary: transcripts spell it like this where recognised words sound alike.
public struct GlossaryTerm: Codable, Hashable, Sendable, Bounded {
  /// Spelling, in one line of 1 to 100 bytes of UTF-8. A glossary has one term of those that differ only in
  /// case.
  public var term: String
  /// Spelling in Latin letters of what the term sounds like, such as `engine x` for `nginx`, in one line of 1
  /// to 100 bytes of UTF-8. Absent if the term is said as it is spelled; required if the term has other than
  /// Latin letters, or only one letter or digit beside other characters, such as `C++`.
  public var soundsLike: String?
  public static let bounds: MemberBounds<Self> = [
    \.term: .line(maxBytes, isVisible: true), \.soundsLike: .line(maxBytes, isVisible: true),
  ]

  /// Maximum length of a term, and of what it sounds like, in bytes of UTF-8.
  public static let maxBytes = 100
  /// Maximum number of terms of a team.
  public static let maxInTeam = 500

  /// Creates a term. Default: said as it is spelled.
  public init(_ term: String, soundsLike: String? = nil) {
    self.term = term
    self.soundsLike = soundsLike
  }

  /// The term in its saved form: without surrounding white space, and with single spaces.
  public var collapsed: GlossaryTerm {
    GlossaryTerm(Self.collapse(term), soundsLike: soundsLike.map(Self.collapse))
  }

  private static func collapse(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Identifies the term in a glossary: terms that differ only in case are the same.
  public static func key(_ term: String) -> String { collapse(term).lowercased() }

  /// The reason why the term cannot be in a glossary, as a sentence; nil if it can. Only a term in its saved
  /// form can.
  public var problem: String? {
    let texts = [term] + (soundsLike.map { [$0] } ?? [])
    guard texts.allSatisfy({ $0.isLine(Self.maxBytes) }), self == collapsed else {
      return
        "Invalid term “\(term.prefix(40))”; expected 1 to \(Self.maxBytes) bytes in one line, without control"
        + " characters, and the same for what it sounds like."
    }
    if let soundsLike, !Term.isPronounceable(soundsLike) {
      return
        "Invalid spelling “\(soundsLike)” of what “\(term)” sounds like; expected Latin letters."
    }
    if soundsLike == nil, !Term.isPronounceable(term) {
      return
        "The letters of “\(term)” do not say how it sounds; add what it sounds like, in Latin letters."
    }
    return nil
  }
}

extension Collection<GlossaryTerm> {
  /// The reason why these terms cannot be a glossary, as a sentence; nil if they can.
  public var glossaryProblem: String? {
    if let problem = lazy.compactMap(\.problem).first { return problem }
    guard (1...GlossaryTerm.maxInTeam).contains(count) else {
      return "Invalid number of terms \(count); expected 1 to \(GlossaryTerm.maxInTeam)."
    }
    return Set(map { GlossaryTerm.key($0.term) }).count == count
      ? nil : "Two of the terms are the same, except for their case."
  }
}

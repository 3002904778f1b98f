/// A name or a technical term, as a team spells it.
public struct Term: Hashable, Sendable {
  /// Maximum length of a term, and of what it sounds like, in bytes.
  public static let maxBytes = 100

  /// Meaning of a term, which decides when similar words are replaced by it.
  public enum Kind: Hashable, Sendable {
    /// Name of a person who is there.
    case name
    /// Any other term.
    case jargon
  }

  /// Spelling.
  public var text: String
  /// Spelling that sounds as the term is said. Nil if the term is said as it is spelled.
  public var soundsLike: String?
  public var kind: Kind

  /// Creates a term; `soundsLike` is nil for one that is said as it is spelled.
  public init(_ text: String, soundsLike: String? = nil, kind: Kind = .jargon) {
    self.text = text
    self.soundsLike = soundsLike
    self.kind = kind
  }

  /// True if the letters of a text say how it sounds: all of its letters and digits are Latin, and there are
  /// several, or no other characters. “C” is not “C++”, and “S3” is not “数据库S3”.
  public static func isPronounceable(_ text: String) -> Bool {
    let read = text.filter { $0.isLetter || $0.isNumber }
    guard read.count > 1 || (!read.isEmpty && read == text) else { return false }
    return read.allSatisfy { !LetterFolding.fold(String($0), plain: true).isEmpty }
  }
}

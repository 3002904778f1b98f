/// Tags of languages: the part of BCP 47 (RFC 5646, section 2.1) that consists of a language of two or
/// three letters and, optionally, a script and a region, such as `es`, `pt-BR` and `zh-Hant-TW`.
public enum LanguageTag {
  /// Maximum size of a tag, in bytes.
  public static let maxBytes = 12
  /// Regular expression of the tags, in the letter case that RFC 5646 recommends (section 2.1.1).
  static let pattern = "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$"

  /// Returns true if a text is a tag in the recommended letter case.
  public static func isValid(_ text: String) -> Bool { normalized(text) == text }

  /// Returns the tag in the recommended letter case; nil if the text is not a tag.
  public static func normalized(_ text: String) -> String? {
    guard text.utf8.count <= maxBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), (2...3).contains(language.count), isWord(language) else {
      return nil
    }
    var tag = language.lowercased()
    if let script = parts.first, script.count == 4, isWord(script) {
      tag += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
      parts.removeFirst()
    }
    if let region = parts.first, isRegion(region) {
      tag += "-" + region.uppercased()
      parts.removeFirst()
    }
    return parts.isEmpty ? tag : nil
  }

  /// Returns the tag and the more general tags to which a lookup falls back (RFC 4647, section 3.4),
  /// the most specific one first: `zh-Hant-TW`, `zh-Hant`, `zh`.
  public static func lookup(_ tag: String) -> [String] {
    let parts = tag.split(separator: "-")
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }

  private static func isWord(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  private static func isRegion(_ text: Substring) -> Bool {
    if text.count == 2 { return isWord(text) }
    return text.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Bounds {
  /// Tag of a language.
  public static let languageTag = text(0...LanguageTag.maxBytes, pattern: LanguageTag.pattern)
    .named("LanguageTag")

  /// Tag of a language, or an empty string.
  public static let languageTagOrEmpty = text(
    0...LanguageTag.maxBytes, pattern: LanguageTag.pattern
  ).orEmpty
}

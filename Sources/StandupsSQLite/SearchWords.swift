import Foundation

/// Divides a text into the words that searches compare, for the index of both stores.
///
/// A word consists of letters, digits and their marks. Each letter of an `UnspacedScript` is a word of
/// its own. Words are folded, so that upper and lower case, accents, and full-width and other
/// compatibility forms (NFKC, https://www.unicode.org/reports/tr15) are equal.
///
/// The file is made of this: after a change, a migration has to rebuild the indexes of both stores.
package struct SearchWords {
  /// Folded forms of the words with other than ASCII characters, because most words occur again.
  private var folded: [[UInt8]: [UInt8]] = [:]
  /// The word that is folded, reused for each.
  private var word: [UInt8] = []

  package init() {}

  /// Divides a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8. An invalid byte separates words.
  ///   - body: receives each folded word, never empty, and the range of its bytes in the text, and
  ///     returns false to stop.
  package mutating func divide(
    _ bytes: UnsafeRawBufferPointer, _ body: ([UInt8], Range<Int>) -> Bool
  ) {
    var start: Int?
    var isAlone = false
    var isASCII = true
    var at = 0
    while at < bytes.count {
      let (scalar, length) = Self.decoded(bytes, at)
      let kind = Self.kind(scalar)
      let isContinued =
        switch kind {
        case .part: !isAlone
        case .mark: true
        case .alone, .separator: false
        }
      if let begin = start, !isContinued {
        guard pass(bytes, begin..<at, isASCII, body) else { return }
        start = nil
      }
      if start != nil {
        isASCII = isASCII && length == 1
      } else if kind == .part || kind == .alone {
        (start, isAlone, isASCII) = (at, kind == .alone, length == 1)
      }
      at += length
    }
    if let start { _ = pass(bytes, start..<bytes.count, isASCII, body) }
  }

  /// Folds a word and passes it on, unless nothing remains of it.
  private mutating func pass(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ isASCII: Bool,
    _ body: ([UInt8], Range<Int>) -> Bool
  ) -> Bool {
    word.removeAll(keepingCapacity: true)
    word.append(contentsOf: bytes[range])
    if isASCII {
      for index in word.indices where (0x41...0x5A).contains(word[index]) { word[index] |= 0x20 }
      return body(word, range)
    }
    let found: [UInt8]
    if let known = folded[word] {
      found = known
    } else {
      found = Self.fold(word)
      folded[word] = found
    }
    return found.isEmpty || body(found, range)
  }

  // MARK: Folding

  /// Returns the word in lower case, in NFKC and without accents.
  private static func fold(_ word: [UInt8]) -> [UInt8] {
    let scalars = String(decoding: word, as: UTF8.self).decomposedStringWithCompatibilityMapping
      .lowercased().unicodeScalars.lazy
      .filter { !isIgnored($0) }
      // The form of a sigma depends on its place in the word.
      .map { $0 == "ς" ? "σ" : $0 }
    return Array(
      String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping.utf8)
  }

  /// True for accents, the points of Hebrew and Arabic, and variation selectors. Other marks are
  /// letters of their words: the vowels of Hindi and Thai, and the voicing of kana. White space occurs
  /// only in the compatibility forms of a few letters.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      return switch properties.canonicalCombiningClass.rawValue {
      case 0:
        (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
          || (0x0300...0x036F).contains(scalar.value) || (0x20DD...0x20E4).contains(scalar.value)
      case 1, 10...36, 200...: true
      default: false
      }
    default: return properties.isWhitespace
    }
  }

  // MARK: Characters

  private enum Kind {
    /// Part of a word.
    case part
    /// A word of its own, together with the marks that follow.
    case alone
    /// Belongs to the word before it, if there is one.
    case mark
    case separator
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .part
    case 0..<0x80: return .separator
    // The most frequent letters of unspaced scripts need no lookup.
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return .alone
    // Vowels and finals of decomposed Hangul syllables, and the narrow voicing marks of kana.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0xFF9E...0xFF9F: return .mark
    // Radicals, which are symbols, but stand for the characters.
    case 0x2E80...0x2FD5: return .alone
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      return UnspacedScript.contains(scalar) ? .alone : .part
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    default: return .separator
    }
  }

  /// Returns the scalar at a position of UTF-8, and its length in bytes. An invalid byte counts as
  /// U+FFFD.
  private static func decoded(
    _ bytes: UnsafeRawBufferPointer, _ at: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[at]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, at + length <= bytes.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let next = bytes[at + offset]
      guard next & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, length)
  }
}

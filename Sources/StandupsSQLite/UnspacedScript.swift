/// Characters of scripts that are written without spaces between words: Chinese, Japanese, Thai, Lao,
/// Khmer, Burmese and their relatives, and also Korean, whose particles follow a word without a space.
///
/// In searches, each of these characters, with its marks, counts as a word, so that a word is found
/// anywhere in a sentence.
package enum UnspacedScript {
  /// Returns true for a letter of such a script.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // https://www.unicode.org/Public/15.0.0/ucd/Scripts.txt
    // Thai, Lao, Burmese.
    case 0x0E01...0x0E4E, 0x0E81...0x0ECE, 0x0EDC...0x0EDF, 0x1000...0x103F, 0x1050...0x108F,
      0xA9E0...0xA9EF, 0xA9FA...0xA9FE, 0xAA60...0xAA7F,
      // Khmer, Tai, Balinese, Javanese.
      0x1780...0x17D3, 0x17D7, 0x17DC...0x17DD, 0x1950...0x19C9, 0x1A20...0x1A7C, 0x1B00...0x1B4C,
      0xA980...0xA9C0, 0xAA80...0xAADF,
      // Hangul, Han and kana, also in their narrow, circled and older forms.
      0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035,
      0x3038...0x303C, 0x3041...0x30FA, 0x30FC...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B2FB, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// User text on one line, without characters that control its display.
enum PlainLine {
  /// Returns the words, separated by single spaces; control characters and bidirectional formatting
  /// characters become U+FFFD.
  static func clean(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .map { $0.unicodeScalars.contains(where: steers) ? "\u{FFFD}" : String($0) }.joined()
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: true
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }
}

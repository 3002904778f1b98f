/// Text of people, on one line and without anything that steers whoever shows it.
enum PlainLine {
  /// The words with single spaces between them; controls and marks that reorder a line become U+FFFD.
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

/// Plain text inside Markdown.
enum Markdown {
  /// The text, so that Markdown shows it as it is.
  ///
  /// CommonMark lets any ASCII punctuation be escaped by a backslash; those that can begin
  /// something are. A line break would end a heading or begin a list, so it becomes a space.
  static func escape(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var result = ""
    for character in words {
      // It may be shown in a terminal, which controls and marks that reorder a line would steer.
      if character.unicodeScalars.contains(where: steers) {
        result.append("\u{FFFD}")
        continue
      }
      if "\\`*_{}[]<>()#+-!|~&=$:".contains(character) { result.append("\\") }
      result.append(character)
    }
    return escapingOrdinal(result)
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: true
    case .format:
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: false
    }
  }

  /// A number with a dot at the beginning would be an item of a list.
  private static func escapingOrdinal(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, text.dropFirst(digits.count).first == "." else { return text }
    return digits + "\\" + text.dropFirst(digits.count)
  }
}

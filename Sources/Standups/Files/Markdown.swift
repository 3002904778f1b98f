/// Escaping of plain text in Markdown.
enum Markdown {
  /// Escapes a text so that Markdown shows it unchanged.
  ///
  /// CommonMark allows a backslash before any ASCII punctuation; characters that can begin a
  /// construct are escaped. A line break would end a heading or begin a list, so it becomes a
  /// space.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in PlainLine.clean(text) {
      if "\\`*_{}[]<>()#+-!|~&=$:".contains(character) { result.append("\\") }
      result.append(character)
    }
    return escapingOrdinal(result)
  }

  /// Escapes the dot after a leading number, which would otherwise begin a list item.
  private static func escapingOrdinal(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, text.dropFirst(digits.count).first == "." else { return text }
    return digits + "\\" + text.dropFirst(digits.count)
  }
}

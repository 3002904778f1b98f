/// Plain text inside Markdown.
enum Markdown {
  /// The text, so that Markdown shows it as it is.
  ///
  /// CommonMark lets any ASCII punctuation be escaped by a backslash; those that can begin
  /// something are. A line break would end a heading or begin a list, so it becomes a space.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in PlainLine.clean(text) {
      if "\\`*_{}[]<>()#+-!|~&=$:".contains(character) { result.append("\\") }
      result.append(character)
    }
    return escapingOrdinal(result)
  }

  /// A number with a dot at the beginning would be an item of a list.
  private static func escapingOrdinal(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, text.dropFirst(digits.count).first == "." else { return text }
    return digits + "\\" + text.dropFirst(digits.count)
  }
}

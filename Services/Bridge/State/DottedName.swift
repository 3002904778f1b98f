/// Names of commands, and types of events, as they are in settings and subjects.
enum DottedName {
  /// Whether a text is one: 1 to 128 letters, digits, dots, hyphens and underscores, of ASCII.
  static func isOne(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
  }

  /// The names in a setting, with commas between them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { $0 != " " })
    }
  }
}

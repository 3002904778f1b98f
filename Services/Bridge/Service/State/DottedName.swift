/// Names of commands and event types in settings and subjects.
enum DottedName {
  /// True for a valid name: 1 to 128 ASCII letters, digits, dots, hyphens and underscores.
  static func isOne(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
  }

  /// Splits a comma-separated setting into names.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { $0 != " " })
    }
  }
}

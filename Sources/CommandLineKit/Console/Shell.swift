/// Quoting for a POSIX shell.
package enum Shell {
  /// Returns the text as a single shell word, quoted only if necessary.
  package static func quote(_ text: String) -> String {
    let plain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:@%+=,".contains($0))
    }
    if plain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

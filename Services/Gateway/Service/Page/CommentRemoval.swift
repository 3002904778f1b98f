/// Removes comments on lines of their own from JavaScript and CSS, because they are half of the
/// source and of no use to a browser.
enum CommentRemoval {
  /// Returns a copy in which the comment lines are empty, so that line numbers are unchanged.
  ///
  /// A comment is a line that begins with `//`, or the lines from a `/*` at the beginning of a line
  /// to a `*/` at the end of a line. Lines of a multi-line string must therefore begin with
  /// neither.
  static func apply(to bytes: [UInt8]) -> [UInt8] {
    var isInside = false
    return Array(
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        line -> ArraySlice<UInt8> in
        let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let isEnd = text.suffix(2).elementsEqual("*/".utf8)
        if isInside {
          isInside = !isEnd
          return []
        }
        if text.starts(with: "//".utf8) { return [] }
        guard text.starts(with: "/*".utf8) else { return line }
        // If code follows on the same line, keep the whole line.
        guard isEnd || !text.contains("*/".utf8) else { return line }
        isInside = !isEnd
        return []
      }.joined(separator: [UInt8(ascii: "\n")]))
  }
}

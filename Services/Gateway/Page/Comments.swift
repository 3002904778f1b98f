/// Comments that have lines of their own, in JavaScript and CSS: half of what is written there, and nothing to a browser.
enum Comments {
  /// The same with such lines empty, so that the numbers of all others stay.
  ///
  /// A line counts as a comment where it begins with `//`, or is within `/*` at the beginning of a line and the `*/` that
  /// ends one. So a text over several lines must have none that begins so.
  static func removed(_ bytes: [UInt8]) -> [UInt8] {
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
        // Where code follows in the same line, all of it stays.
        guard isEnd || !text.contains("*/".utf8) else { return line }
        isInside = !isEnd
        return []
      }.joined(separator: [UInt8(ascii: "\n")]))
  }
}

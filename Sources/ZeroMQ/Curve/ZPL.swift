/// A parser for the ZeroMQ property language (RFC 4), limited to what certificates need.
enum ZPL {
  /// Parses the values by path, such as `curve/public-key`; if a path occurs several times, the
  /// first value counts.
  static func values(_ text: String) -> [String: String] {
    var values: [String: String] = [:]
    var sections: [(indent: Int, name: String)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      guard let first = content.first, first != "#" else { continue }
      let indent = line.count - content.count
      sections.removeAll { $0.indent >= indent }
      let name = content.prefix { $0 != "=" && $0 != "#" }.trimmed
      if let equals = content.firstIndex(of: "=") {
        let path = (sections.map(\.name) + [name]).joined(separator: "/")
        if values[path] == nil { values[path] = value(content[content.index(after: equals)...]) }
      }
      sections.append((indent, name))
    }
    return values
  }

  /// Parses a value, which is quoted or extends to a comment or to the end of its line.
  private static func value(_ text: Substring) -> String {
    let text = text.trimmed
    if let quote = text.first, quote == "\"" || quote == "'" {
      return String(text.dropFirst().prefix { $0 != quote })
    }
    var end = text.startIndex
    var wasSpace = true
    while end < text.endIndex, !(text[end] == "#" && wasSpace) {
      wasSpace = text[end] == " " || text[end] == "\t"
      end = text.index(after: end)
    }
    return text[..<end].trimmed
  }

  /// Quotes a value. Double quotes and line breaks are replaced, because the language cannot
  /// represent them in a value.
  static func quoted(_ value: String) -> String {
    "\"" + value.map { $0 == "\"" ? "'" : $0.isNewline ? " " : String($0) }.joined() + "\""
  }

  /// Returns a name in which all characters that could end it are replaced.
  static func word(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text.drop { $0 == " " || $0 == "\t" })
  }
}

extension String {
  fileprivate var trimmed: String { self[...].trimmed }
}

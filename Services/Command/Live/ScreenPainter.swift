/// Writes lines that stay and, below them, a panel that is redrawn in place.
///
/// Plain ANSI (ECMA-48): carriage return, cursor up, erase. The cursor stays at the end of the panel.
struct ScreenPainter: Hashable, Sendable {
  /// The widths of the rows that the panel has now.
  private var drawn: [Int] = []

  /// What to send to the terminal.
  ///
  /// - Parameters:
  ///   - lines: are printed above the panel and scroll away with time.
  ///   - panel: replaces the panel; rows that do not fit the height are left out in its middle.
  mutating func paint(_ lines: [String], panel: [String], size: TerminalSize) -> String {
    let panel = Self.fit(panel, rows: size.rows)
    var out = start(columns: size.columns)
    for line in lines { out += line + "\u{1B}[K\n" }
    out += panel.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
    out += "\u{1B}[J"
    drawn = panel.map { DisplayText.width(Self.plain($0)) }
    return out
  }

  /// Takes the panel away and leaves the cursor where it began.
  mutating func clear(size: TerminalSize) -> String {
    defer { drawn = [] }
    return start(columns: size.columns) + "\u{1B}[J"
  }

  /// To the panel's first column. After the terminal became narrower, its rows take more lines.
  private func start(columns: Int) -> String {
    let lines = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
    return lines > 1 ? "\r\u{1B}[\(lines - 1)A" : "\r"
  }

  private static func fit(_ panel: [String], rows: Int) -> [String] {
    let room = max(1, rows - 1)
    guard panel.count > room, let last = panel.last else { return panel }
    return Array(panel.prefix(room - 1)) + [last]
  }

  /// The text without its SGR sequences.
  static func plain(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      out += rest[..<escape]
      let end = rest[escape...].firstIndex(of: "m") ?? rest.index(before: rest.endIndex)
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }
}

/// Writes lines that stay and, below them, a panel that is redrawn in place.
///
/// Plain ANSI (ECMA-48): carriage return, cursor up, erase. The cursor stays at the end of the panel.
struct ScreenPainter: Hashable, Sendable {
  /// How many rows the panel has now.
  private var drawn = 0

  /// What to send to the terminal.
  ///
  /// - Parameters:
  ///   - lines: are printed above the panel and scroll away with time.
  ///   - panel: replaces the panel; rows that do not fit the height are left out in its middle.
  mutating func paint(_ lines: [String], panel: [String], size: TerminalSize) -> String {
    let panel = Self.fit(panel, rows: size.rows)
    defer { drawn = panel.count }
    return start + lines.map { $0 + "\n" }.joined() + panel.joined(separator: "\n")
  }

  /// The whole screen anew, after its size changed: where its old rows are now, each terminal decides
  /// in its own way.
  ///
  /// - Parameter lines: what was printed last; the end of it, as much as fits.
  mutating func repaint(_ lines: [String], panel: [String], size: TerminalSize) -> String {
    let panel = Self.fit(panel, rows: size.rows)
    defer { drawn = panel.count }
    let kept = lines.suffix(max(0, size.rows - panel.count))
    return "\u{1B}[H\u{1B}[2J" + kept.map { $0 + "\n" }.joined() + panel.joined(separator: "\n")
  }

  /// Leaves the panel where it is: the next one is drawn below it, on a line of its own.
  mutating func forget() { drawn = 0 }

  /// Takes the panel away and leaves the cursor where it began.
  mutating func clear() -> String {
    defer { drawn = 0 }
    return start
  }

  /// To the panel's first column, with nothing behind it.
  private var start: String {
    (drawn > 1 ? "\r\u{1B}[\(drawn - 1)A" : "\r") + "\u{1B}[J"
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

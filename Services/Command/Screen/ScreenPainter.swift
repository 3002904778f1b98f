/// Prints permanent lines and, below them, a panel that is redrawn in place.
///
/// Uses basic ANSI controls (ECMA-48): carriage return, cursor up and erase. The cursor stays at
/// the end of the panel.
struct ScreenPainter: Hashable, Sendable {
  /// Number of rows of the current panel.
  private var drawn = 0

  /// Returns the output that updates the terminal.
  ///
  /// - Parameters:
  ///   - lines: lines to print above the panel, which scroll away over time.
  ///   - panel: the new panel. If it is too high, rows in its middle are omitted.
  ///   - size: size of the terminal.
  mutating func paint(_ lines: [String], panel: [String], size: TerminalSize) -> String {
    let panel = Self.fit(panel, rows: size.rows)
    defer { drawn = panel.count }
    return start + lines.map { $0 + "\n" }.joined() + panel.joined(separator: "\n")
  }

  /// Returns the output that redraws the whole screen after a resize. All of it is redrawn because
  /// terminals reflow existing rows in different ways.
  ///
  /// - Parameter lines: the most recent lines; the last ones that fit are printed.
  mutating func repaint(_ lines: [String], panel: [String], size: TerminalSize) -> String {
    let panel = Self.fit(panel, rows: size.rows)
    defer { drawn = panel.count }
    let kept = lines.suffix(max(0, size.rows - panel.count))
    return "\u{1B}[H\u{1B}[2J" + kept.map { $0 + "\n" }.joined() + panel.joined(separator: "\n")
  }

  /// Leaves the panel unchanged. The next one is drawn below it, on a new line.
  mutating func forget() { drawn = 0 }

  /// Returns the output that erases the panel and moves the cursor to its start.
  mutating func clear() -> String {
    defer { drawn = 0 }
    return start
  }

  /// Output that moves the cursor to the panel's start and erases everything after it.
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

/// Where the program's words go, and what can be shown there.
package struct Console: Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// Columns of the terminal; nil where lines are not to be cut.
  package var width: Int?
  package var ink: Ink
  /// Colours for standard error.
  package var errorInk: Ink
  /// Writes to standard output.
  package var write: @Sendable (String) throws -> Void
  /// Writes to standard error.
  package var complain: @Sendable (String) -> Void

  package init(
    isTerminal: Bool, width: Int?, ink: Ink, errorInk: Ink,
    write: @escaping @Sendable (String) throws -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.width = width
    self.ink = ink
    self.errorInk = errorInk
    self.write = write
    self.complain = complain
  }

  package func print(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try write(lines.joined(separator: "\n") + "\n")
  }

  package func print(_ line: String) throws { try print([line]) }

  /// A sentence for the person at the terminal that is no result.
  package func note(_ sentence: String) { complain(sentence + "\n") }

  /// How far long work is, in place of what stands in the last line of standard error, which has to be a
  /// terminal; nothing clears the line.
  package func status(_ words: String = "") { complain("\r\u{1B}[2K" + words) }
}

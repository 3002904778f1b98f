/// The program's output streams and the capabilities of the terminal.
package struct Console: Sendable {
  /// True if standard output is a terminal.
  package var isTerminal: Bool
  /// Width of the terminal, in columns; nil if lines are not truncated.
  package var width: Int?
  package var ink: Ink
  /// Styles for standard error.
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

  /// Writes a message for the user to standard error; it is not part of the output.
  package func note(_ sentence: String) { complain(sentence + "\n") }

  /// Replaces the last line of standard error, which must be a terminal, with the progress of a
  /// long task. The line stays until the next call.
  package func status(_ words: String = "") { complain("\r\u{1B}[2K" + words) }
}

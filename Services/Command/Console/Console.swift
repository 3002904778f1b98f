/// Where the program's words go, and what can be shown there.
struct Console: Sendable {
  /// Whether standard output is a terminal.
  var isTerminal: Bool
  /// Columns of the terminal; nil where lines are not to be cut.
  var width: Int?
  var ink: Ink
  /// Colours for standard error.
  var errorInk: Ink
  /// Writes to standard output.
  var write: @Sendable (String) throws -> Void
  /// Writes to standard error.
  var complain: @Sendable (String) -> Void

  func print(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try write(lines.joined(separator: "\n") + "\n")
  }

  func print(_ line: String) throws { try print([line]) }

  /// A sentence for the person at the terminal that is no result.
  func note(_ sentence: String) { complain(sentence + "\n") }
}

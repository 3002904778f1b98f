/// Terminal in use by a live view. Keys are read one by one, and the cursor is hidden.
protocol Terminal: Sendable {
  /// The terminal's input, until it is restored.
  var inputs: AsyncStream<TerminalInput> { get }
  var size: TerminalSize { get }
  func write(_ text: String)
  /// Restores the terminal's settings. Idempotent.
  func restore()
}

/// An input from a terminal.
enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// The size changed, so the view must be redrawn.
  case redraw
  /// The program was suspended and has resumed, so the screen now shows other output.
  case continued
  /// The program should stop.
  case interrupted
}

/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

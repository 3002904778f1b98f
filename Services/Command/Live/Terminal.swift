/// A terminal in the hands of a live view: keys come one by one, and the cursor is hidden.
protocol Terminal: Sendable {
  /// What the terminal brings, until it is given back.
  var inputs: AsyncStream<TerminalInput> { get }
  var size: TerminalSize { get }
  func write(_ text: String)
  /// Gives it back as it was. The second time does nothing.
  func restore()
}

/// What comes from a terminal.
enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// The size changed: draw anew.
  case redraw
  /// The program was stopped and goes on: what stands on the screen now is somebody else’s.
  case continued
  /// The program shall end.
  case interrupted
}

/// In characters.
struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

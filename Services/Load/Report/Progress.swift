import CommandLineKit

/// Progress of a test: a bar on a terminal, otherwise an occasional line.
struct Progress {
  let console: Console
  let isTerminal: Bool
  /// Interval between lines of progress, in nanoseconds; nil prints none.
  let every: Int64?
  private var nextLine: Int64 = 0

  init(_ context: LoadContext, every: Int64?) {
    console = context.console
    isTerminal = context.showsProgress
    self.every = every
    nextLine = every ?? .max
  }

  /// Shows the progress.
  ///
  /// - Parameters:
  ///   - elapsed, total: in nanoseconds.
  ///   - words: current figures.
  mutating func show(_ elapsed: Int64, of total: Int64, _ words: String) {
    if let every, elapsed >= nextLine {
      nextLine += every
      clear()
      console.note("\(Figure.decimal(Double(elapsed) / 1e9, 0)) s  \(words)")
    }
    guard isTerminal else { return }
    let width = 30
    let done = min(width, max(0, Int(Double(elapsed) / Double(max(1, total)) * Double(width))))
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    let rest = max(0, (total - elapsed) / 1_000_000_000)
    console.status("\(bar) \(rest) s left  \(words)")
  }

  func clear() {
    if isTerminal { console.status() }
  }
}

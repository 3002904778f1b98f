import Bus
import Foundation

/// The output of a live view: a panel on a terminal, otherwise plain lines or JSON lines.
///
/// Used only by the runner's task.
final class LiveScreen {
  private let context: CommandContext
  private let terminal: (any Terminal)?
  private var painter = ScreenPainter()
  private var pending: [String] = []
  /// Most recent permanent lines, which are printed again after the terminal's size changes.
  private var recent: [LiveLine] = []
  private var size: TerminalSize?

  init(_ context: CommandContext) throws {
    self.context = context
    terminal = context.globals.isJSON ? nil : try context.openTerminal()
  }

  /// Sends the user's input to the view until the task is cancelled.
  var read: @Sendable (AsyncStream<LiveView.Event>.Continuation) async -> Void {
    let interruptions = terminal == nil ? context.interruptions : nil
    return { [inputs = terminal?.inputs] sender in
      if let inputs {
        for await input in inputs {
          switch input {
          case .key(let key): sender.yield(.key(key))
          case .interrupted: sender.yield(.interrupted)
          case .redraw: sender.yield(.redraw)
          case .continued: sender.yield(.continued)
          }
        }
      } else if let interruptions {
        for await _ in interruptions() { sender.yield(.interrupted) }
      }
    }
  }

  /// Prints permanent lines. On a terminal, they are printed above the panel when it is next drawn.
  func keep(_ lines: [LiveLine], _ view: LiveView) throws {
    guard !context.globals.isJSON else { return }
    guard let terminal else {
      return try context.console.print(rows(lines, view, context.console.width ?? 100))
    }
    // On a terminal, the panel shows alerts; elsewhere, a line does.
    let kept = lines.filter { if case .asked = $0 { false } else { true } }
    recent = (recent + kept).suffix(50)
    pending += rows(kept, view, max(20, terminal.size.columns - 1))
  }

  private func rows(_ lines: [LiveLine], _ view: LiveView, _ width: Int) -> [String] {
    lines.flatMap { $0.rows(in: view, width: width, ink: context.console.ink) }
  }

  func draw(_ view: LiveView) throws {
    guard let terminal else { return }
    let size = terminal.size
    let panel = view.panel(
      width: size.columns, height: size.rows, ink: context.console.ink)
    if let old = self.size, old != size {
      let lines = rows(recent, view, max(20, size.columns - 1))
      terminal.write(painter.repaint(lines, panel: panel, size: size))
    } else {
      terminal.write(painter.paint(pending, panel: panel, size: size))
    }
    self.size = size
    pending = []
  }

  /// Prints the event as received, if `--json` is set.
  func report(_ event: CloudEvent) throws {
    if context.globals.isJSON { try context.printJSON(event) }
  }

  /// Prints to standard error a failure that does not end the view.
  ///
  /// - Returns: true if the failure was printed. It is not printed if a panel shows it, or if JSON
  ///   output has a single error at the end.
  func report(_ failure: Failure) -> Bool {
    guard terminal == nil, !context.globals.isJSON else { return false }
    let word = context.console.errorInk.red("standups:")
    context.console.note("\(word) \(DisplayText.safe(failure.message))")
    return true
  }

  /// Leaves the panel as it was last drawn, because other output may follow it.
  func forget() { painter.forget() }

  func ding() { terminal?.write("\u{7}") }

  func close() {
    guard let terminal else { return }
    let lines = pending.map { $0 + "\n" }.joined()
    terminal.write(painter.clear() + lines)
    terminal.restore()
  }
}

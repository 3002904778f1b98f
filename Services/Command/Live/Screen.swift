import Bus
import Foundation

/// Where a live view is shown: a panel on a terminal, plain lines elsewhere, or JSON lines.
///
/// Used by one task only, that of its runner.
final class Screen {
  private let context: CommandContext
  private let terminal: (any Terminal)?
  private var painter = ScreenPainter()
  private var pending: [String] = []

  init(_ context: CommandContext) throws {
    self.context = context
    terminal = context.globals.isJSON ? nil : try context.openTerminal()
  }

  /// Sends what the person does to the view, until the task is cancelled.
  var read: @Sendable (AsyncStream<LiveView.Event>.Continuation) async -> Void {
    let interruptions = terminal == nil ? context.interruptions : nil
    return { [inputs = terminal?.inputs] sender in
      if let inputs {
        for await input in inputs {
          switch input {
          case .key(let key): sender.yield(.key(key))
          case .interrupted: sender.yield(.interrupted)
          case .redraw: sender.yield(.redraw)
          }
        }
      } else if let interruptions {
        for await _ in interruptions() { sender.yield(.interrupted) }
      }
    }
  }

  /// Prints lines that stay.
  func keep(_ lines: [Line], _ view: LiveView) throws {
    guard !context.globals.isJSON else { return }
    let width = terminal.map { max(20, $0.size.columns - 1) } ?? context.console.width ?? 100
    let ink = context.console.ink
    for line in lines {
      // The panel shows what is asked; elsewhere the line is all there is.
      if terminal != nil, case .asked = line { continue }
      pending += line.rows(in: view, width: width, ink: ink)
    }
    if terminal == nil {
      try context.console.print(pending)
      pending = []
    }
  }

  func draw(_ view: LiveView) throws {
    guard let terminal else { return }
    let size = terminal.size
    let panel = view.panel(width: size.columns, ink: context.console.ink)
    terminal.write(painter.paint(pending, panel: panel, size: size))
    pending = []
  }

  /// With `--json`: the event as it came.
  func report(_ event: CloudEvent) throws {
    if context.globals.isJSON { try context.printJSON(event) }
  }

  func ding() { terminal?.write("\u{7}") }

  func close() {
    guard let terminal else { return }
    let lines = pending.map { $0 + "\n" }.joined()
    terminal.write(painter.clear(size: terminal.size) + lines)
    terminal.restore()
  }
}

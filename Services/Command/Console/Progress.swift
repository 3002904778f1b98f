import CommandLineKit
import Foundation
import Glibc

/// Shows the progress of a long task on a terminal, as a line on standard error that each update
/// replaces.
struct Progress {
  private let console: Console
  /// True if progress is shown. Default: only if standard error is a capable terminal.
  let isShown: Bool

  init(
    _ console: Console,
    isShown: Bool = isatty(STDERR_FILENO) == 1 && !Ink.isDumb(ProcessInfo.processInfo.environment)
  ) {
    self.console = console
    self.isShown = isShown
  }

  /// Shows the progress as a percentage.
  ///
  /// - Parameter verb: past participle of the operation, such as “imported”.
  func show(_ verb: String, _ done: Int, of all: Int) {
    guard isShown else { return }
    let percent = 100 * Double(done) / Double(max(1, all))
    console.status("\(verb) \(Int(percent)) %")
  }

  /// Shows the progress if the total is unknown.
  ///
  /// - Parameter bytes: number of bytes processed so far.
  func show(bytes: Int64) {
    if isShown { console.status("\(bytes >> 20) MiB") }
  }

  func clear() {
    if isShown { console.status() }
  }
}

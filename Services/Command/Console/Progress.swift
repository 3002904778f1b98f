import CommandLineKit
import Foundation
import Glibc

/// How far long work is, on a terminal: one line on standard error, which the next one replaces.
struct Progress {
  private let console: Console
  /// Whether anybody sees it.
  let isShown: Bool

  init(
    _ console: Console,
    isShown: Bool = isatty(STDERR_FILENO) == 1 && !Ink.isDumb(ProcessInfo.processInfo.environment)
  ) {
    self.console = console
    self.isShown = isShown
  }

  /// - Parameter verb: what was done with so many.
  func show(_ verb: String, _ done: Int, of all: Int) {
    guard isShown else { return }
    let percent = 100 * Double(done) / Double(max(1, all))
    console.status("\(verb) \(Int(percent)) %")
  }

  /// - Parameter bytes: how much was done, where nobody knows how much there is.
  func show(bytes: Int64) {
    if isShown { console.status("\(bytes >> 20) MiB") }
  }

  func clear() {
    if isShown { console.status() }
  }
}

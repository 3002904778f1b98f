import TestSupport

@testable import Command

/// A terminal with scripted input and captured output.
final class ScriptedTerminal: Terminal {
  let inputs: AsyncStream<TerminalInput>
  let type: AsyncStream<TerminalInput>.Continuation
  let written = Recorder<String>()
  let restored = Recorder<Bool>()
  let size = TerminalSize(columns: 80, rows: 24)

  init() { (inputs, type) = AsyncStream.makeStream() }
  func write(_ text: String) { written.record(text) }
  func restore() {
    restored.record(true)
    type.finish()
  }
}

import CommandLineKit
import Foundation
import Glibc
import Threads

/// Environment of a command of the load tester; a test can replace every part.
struct LoadContext: Sendable {
  var console: Console
  var environment: [String: String]
  /// Directory of the services' programs.
  var programs: URL
  var isJSON = false
  /// True if the progress bar is drawn; false if standard error is not a terminal.
  var showsProgress: Bool
  /// Exit status if no error was thrown.
  let status = Locked<Int32>(0)
  /// Set when the run has to end early.
  let stop = Stop()

  /// Context of this process.
  static func live() -> LoadContext {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let errorIsTerminal = isatty(STDERR_FILENO) == 1
    func ink(_ isTerminal: Bool) -> Ink {
      Ink(isOn: Ink.isWanted(isTerminal: isTerminal, environment: environment))
    }
    return LoadContext(
      console: Console(
        isTerminal: isTerminal, width: nil, ink: ink(isTerminal), errorInk: ink(errorIsTerminal),
        write: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        // If standard error is closed, the message cannot be reported.
        complain: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }),
      environment: environment, programs: Self.directory, showsProgress: errorIsTerminal)
  }

  /// Directory that contains this program.
  private static var directory: URL {
    let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return link.deletingLastPathComponent()
  }

  /// Runs a blocking closure on a thread of its own.
  func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Prints a value as JSON with sorted keys.
  func printJSON(_ value: some Encodable) throws {
    try console.print(String(decoding: try LoadJSON.encode(value), as: UTF8.self))
  }
}

/// JSON encoding of results.
enum LoadJSON {
  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}

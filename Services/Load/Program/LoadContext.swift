import CommandLineKit
import Foundation
import Glibc
import Threads

/// What a command of the load tester works with; every part can be replaced in a test.
struct LoadContext: Sendable {
  var console: Console
  var environment: [String: String]
  /// Where the services' programs are looked for.
  var programs: URL
  var isJSON = false
  /// Draws the progress bar; false where standard error is no terminal.
  var showsProgress: Bool
  /// The status with which the process ends when nothing was thrown.
  let status = Locked<Int32>(0)
  /// Whether the run shall end before its time.
  let stop = Stop()

  /// This process.
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
        // Nothing can be said where standard error is gone.
        complain: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }),
      environment: environment, programs: Self.directory, showsProgress: errorIsTerminal)
  }

  /// The directory of this program.
  private static var directory: URL {
    let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return link.deletingLastPathComponent()
  }

  /// Runs what blocks on a thread of its own.
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

/// How results are written as JSON.
enum LoadJSON {
  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}

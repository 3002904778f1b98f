import Foundation

/// A program that ran to its end.
struct Run: Sendable {
  var ending: ChildProcess.Ending
  /// Standard output and standard error together.
  var output: String
  var lines: [Substring] { output.split(separator: "\n") }
}

extension Cluster {
  /// Runs a program against the cluster and waits for its end.
  func run(
    _ path: String, _ arguments: [String] = [], environment extra: [String: String] = [:]
  ) async throws -> Run {
    let output = "\(folder)/\(UUID().uuidString).out"
    let child = try ChildProcess(
      path, arguments, environment: environment.merging(extra) { $1 }, output: output)
    let ending = await withTaskCancellationHandler {
      await child.ended()
    } onCancel: {
      child.signal(SIGKILL)
    }
    return Run(ending: ending, output: try String(contentsOfFile: output, encoding: .utf8))
  }
}

/// Python with ZeroMQ: an independent implementation.
enum Python {
  static let path = "/usr/bin/python3"

  /// Path of a script next to these tests.
  static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)").path
  }
}

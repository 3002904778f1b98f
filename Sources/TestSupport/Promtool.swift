import Foundation

/// Prometheus' tool promtool, from PATH or from the location of `scripts/promtool`.
public enum Promtool {
  /// Path of the program; nil if it is not installed.
  public static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/root"
    let cache = environment["XDG_CACHE_HOME"] ?? home + "/.cache"
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + [cache + "/standups/promtool"]).map { $0 + "/promtool" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Returns the problems that promtool finds in metrics in text format; empty for none.
  public static func problems(in text: String) async throws -> String {
    try await blocking {
      let (status, output) = try run(["check", "metrics"], input: text)
      return status == 0 || !output.isEmpty ? output : "It failed without output."
    }
  }

  /// Returns the output of a failed call; nil if it succeeded.
  public static func failure(_ arguments: [String]) async throws -> String? {
    try await blocking {
      let (status, output) = try run(arguments, input: "")
      return status == 0 ? nil : output
    }
  }

  private static func run(
    _ arguments: [String], input text: String
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/nonexistent")
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}

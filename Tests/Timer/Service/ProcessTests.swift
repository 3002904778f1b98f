import CommandLineKit
import Foundation
import TestSupport
import Testing

/// The real program, without a router.
@Suite struct ProcessTests {
  struct Result {
    var code: Int32
    var errors: String
  }

  /// Runs the program; sends the signal as soon as it has logged its start.
  func run(
    _ arguments: [String] = [], environment: [String: String] = [:], signal: Int32? = nil
  ) async throws -> Result {
    let directory = URL(fileURLWithPath: "/tmp/standups-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("timer-service")
    process.arguments = arguments
    let sanitizer = ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" }
    process.environment = environment.merging(["STANDUPS_RUNTIME_DIR": directory.path]) { $1 }
      .merging(sanitizer) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    async let code = withCheckedContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        Issue.record("The program did not start: \(error)")
        continuation.resume(returning: -1)
      }
    }
    async let lines = blocking {
      var text = ""
      var isTold = false
      while true {
        let data = errors.fileHandleForReading.availableData
        if data.isEmpty { return text }
        text += String(decoding: data, as: UTF8.self)
        if let signal, !isTold, text.contains("Starting.") {
          isTold = true
          kill(process.processIdentifier, signal)
        }
      }
    }
    return Result(code: await code, errors: try await lines)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItWell(signal: Int32) async throws {
    let result = try await run(signal: signal)
    #expect(result.code == 0)
    #expect(result.errors.contains("Stopped."))
  }

  @Test func aWrongVariableIsRefused() async throws {
    let result = try await run(environment: ["STANDUPS_TIMER_LIMIT": "many"])
    #expect(result.code == ExitCode.configuration.rawValue)
    #expect(
      result.errors
        == "timer-service: STANDUPS_TIMER_LIMIT: invalid value “many”; expected a whole number from 1"
        + " to 10000000.\n")
  }

  @Test func anUnknownOptionIsRefused() async throws {
    let result = try await run(["--tick"])
    #expect(result.code == ExitCode.usage.rawValue)
  }
}

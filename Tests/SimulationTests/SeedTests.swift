import Foundation
import TestSupport
import Testing

@testable import Simulation

/// Runs of the simulation itself, in separate processes, to show that a seed is repeatable across processes.
@Suite(.serialized) struct SeedTests {
  /// The gate runs 600 more and tier 2 ten thousand, with scripts/simulate.
  @Test(arguments: Effort.first(1, of: [1, 2, 3])) func nothingIsFound(part: UInt64) async throws {
    let lines = try await Child.run(first: part * 1000, count: 20)
    #expect(lines.count == 20)
    for line in lines { #expect(line.findings.isEmpty, "seed \(line.seed): \(line.findings)") }
  }

  @Test func aSeedRepeatsInAnotherProcess() async throws {
    let first = try await Child.run(first: 7, count: 6)
    let second = try await Child.run(first: 7, count: 6)
    #expect(first == second)
    #expect(Set(first.map(\.digest)).count == 6)
  }

  /// The work of a child process.
  // Skipped because it runs in a process of its own, which another test starts.
  @Test(.enabled(if: Child.isOne)) func child() throws {
    try Child.work()
  }
}

/// The result of a seed, for another process.
private struct Line: Codable, Hashable {
  var seed: UInt64
  var digest: String
  var findings: [String]
}

/// This program again, with a fixed order of dictionaries.
private enum Child {
  private static let first = "STANDUPS_SIMULATE_FIRST"
  private static let count = "STANDUPS_SIMULATE_COUNT"
  private static let output = "STANDUPS_SIMULATE_OUTPUT"

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  static var isOne: Bool { variable(output) != nil }

  static func run(first: UInt64, count: Int) async throws -> [Line] {
    let file = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter", "^SimulationTests\\.SeedTests/child",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.first: "\(first)", Self.count: "\(count)", output: file.path(),
      "SWIFT_DETERMINISTIC_HASHING": "1",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    #expect(process.terminationStatus == 0)
    return try JSONDecoder().decode([Line].self, from: try Data(contentsOf: file))
  }

  static func work() throws {
    let first = try #require(variable(first).flatMap { UInt64($0) })
    let count = try #require(variable(count).flatMap { UInt64($0) })
    let output = try #require(variable(output))
    let lines = (first..<first + count).map { seed in
      let result = Simulation(Plan(seed: seed)).run()
      return Line(
        seed: seed, digest: result.digest,
        findings: result.findings.map { "\($0.invariant.sentence) \($0.details)" })
    }
    try JSONEncoder().encode(lines).write(to: URL(fileURLWithPath: output))
  }
}

import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import LoadTester

/// Every example of the help, pasted into a real shell with the real programs.
@Suite(.timeLimit(.minutes(15)), .serialized) final class LoadExampleTests {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "load-\(UUID().uuidString.prefix(8))"
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/bin", withIntermediateDirectories: true)
    let programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    try files.createSymbolicLink(
      atPath: directory + "/bin/standups-load",
      withDestinationPath: programs.appendingPathComponent("standups-load").path)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private static func all(_ verb: Verb<LoadContext> = LoadProgram.root) -> [Verb<LoadContext>] {
    [verb] + verb.visibleVerbs.flatMap { all($0) }
  }

  private static let lines = all().flatMap { $0.examples.map(\.line) }
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }

  /// Connects through a router with keys, which does not exist here.
  private static let absent = "tcp://router"

  /// Runs a line as a user who interrupts it after a while.
  private func paste(_ line: String, seconds: Int = 3) throws -> (status: Int32, output: String) {
    let file = directory + "/example.sh"
    // Nothing outside of the test’s directory may change.
    let pasted = line.replacing("tcp://0.0.0.0:5550", with: "ipc://\(directory)")
      .replacing(Self.absent, with: "ipc://\(directory)/run")
    try "\(pasted)\n".write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "timeout", "-k", "60", "-s", "INT", "\(seconds)", "bash", "--norc", "example.sh",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
      "PATH": "\(directory)/bin:/usr/bin:/bin", "HOME": directory, "TMPDIR": directory,
      "LC_ALL": "C.UTF-8",
    ]
    let output = directory + "/out"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try handle.close()
    return (process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8))
  }

  @Test func everyExampleCanBeParsed() throws {
    #expect(Self.lines.count > 15)
    let parser = Parser(root: LoadProgram.root, globals: LoadProgram.globals)
    for line in Self.lines {
      // Words before and after the command are for the shell.
      guard let start = line.range(of: "standups-load ") else {
        Issue.record("\(line)")
        continue
      }
      let command = line[start.upperBound...].prefix {
        !">)|".contains($0) || line.contains("--fail-if")
      }
      let words = command.split(separator: " ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      }
      #expect(throws: Never.self, "\(line)") { try parser.parse(words) }
    }
  }

  @Test(.needs(.program("timeout")))
  func everyExampleWorksWhenItIsPasted() async throws {
    for file in ["before", "after", "a", "b"] {
      let run = try paste(
        "standups-load bus --part single --duration 200ms --output \(file).json", seconds: 60)
      try #require(run.status == 0, "\(run.output)")
    }
    try FileManager.default.createDirectory(
      atPath: directory + "/.zfunc", withIntermediateDirectories: true)
    #expect(Self.lines.count > 15)
    for line in Self.lines {
      let run = try paste(line)
      if line.contains(Self.absent) {
        // The message says that the key is missing.
        #expect(
          [66, 69, 78].contains(run.status), "\(line)\nended with \(run.status):\n\(run.output)")
        #expect(run.output.contains("standups-load: "), "\(line)\n\(run.output)")
        continue
      }
      // A command that was stopped after a while prints the measurements so far, or that it was too
      // early.
      let isStopped =
        [124, 130].contains(run.status)
        && (!run.output.contains("standups-load: ") || run.output.contains("interrupted"))
      // A verdict counts as output, too.
      let isVerdict = line.contains("--fail-if") || line.contains(" compare ")
      let isGood = run.status == 0 || isStopped || isVerdict && [1, 3].contains(run.status)
      #expect(isGood, "\(line)\nended with \(run.status):\n\(run.output)")
    }
  }

  /// More meetings than the number of subscriptions that a router accepts on one connection.
  @Test(.needs(.program("timeout")))
  func manyMeetingsAreFollowed() throws {
    let run = try paste("standups-load meetings -n 1100 --ramp 5s --length 1s", seconds: 120)
    // The number that finishes in time depends on the machine.
    #expect([0, 70].contains(run.status), "\(run.output)")
    #expect(run.output.contains("finished "), "\(run.output)")
  }
}

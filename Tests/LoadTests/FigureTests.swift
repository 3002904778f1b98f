import CommandLineKit
import Foundation
import TestSupport
import Testing

@testable import LoadTester

@Suite struct FigureTests {
  private let figures = [
    MeasuredFigure(part: "create/64", name: "p99", value: 5_100, unit: .microseconds),
    MeasuredFigure(part: "get/1", name: "p99", value: 900, unit: .microseconds),
    MeasuredFigure(part: "get/1", name: "per_second", value: 900, unit: .perSecond),
    .count("get/1", "lost", 0),
  ]

  @Test(arguments: [
    ("p99>5ms", ["create/64"]), ("p99>5.2ms", []), ("get/1.p99>1ms", []),
    ("p99>500us", ["create/64", "get/1"]), ("p99>0.0051s", []), ("per_second<1000", ["get/1"]),
    ("lost>0", []), ("p99<1ms", ["get/1"]),
  ])
  func aRuleFindsWhatBreaksIt(text: String, parts: [String]) throws {
    #expect(try FailureRule(argument: text).broken(by: figures).map(\.part) == parts)
  }

  @Test(arguments: [
    "", "p99", "p99>", ">5ms", "p98>5ms", "p99>5", "p99>-5ms", "p99>5h", "lost>1ms", ".p99>5ms",
    "p99>nanms", "p99=5ms",
  ])
  func aRuleThatCannotBeReadIsRefused(text: String) {
    #expect(throws: UsageError.self) { try FailureRule(argument: text) }
  }

  @Test(arguments: ["p50>1ms", "list/1.p99>1ms"])
  func aRuleThatCanNeverFailIsAMistake(text: String) throws {
    let rule = try FailureRule(argument: text)
    #expect(throws: LoadFailure.self) { try rule.broken(by: figures) }
  }

  @Test func figuresAreATable() {
    let odd = MeasuredFigure(part: "a \"b\",c", name: "p50", value: 1.5, unit: .microseconds)
    #expect(
      FiguresCSV.text([odd, figures[3]])
        == "part,figure,value,unit\r\n\"a \"\"b\"\",c\",p50,1.5,us\r\nget/1,lost,0.0,count\r\n")
  }
}

/// The installed program itself.
@Suite(.serialized) struct ProgramTests {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("load-\(UUID().uuidString.prefix(8))")

  private func process(_ arguments: [String], _ output: Pipe) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("standups-load")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    return process
  }

  private func run(
    _ arguments: [String], until words: String? = nil
  ) async throws -> (status: Int32, output: String) {
    try await blocking {
      let pipe = Pipe()
      let process = process(arguments, pipe)
      try process.run()
      var data = Data()
      while case let more = pipe.fileHandleForReading.availableData, !more.isEmpty {
        data += more
        if let words, String(decoding: data, as: UTF8.self).contains(words) { process.interrupt() }
      }
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
  }

  /// The directory in /tmp that a report names.
  private func sockets(_ output: String) throws -> String {
    let match = try #require(output.firstMatch(of: /ipc:\/\/(\/tmp\/standups-load-\w+)\/commands/))
    return String(match.1)
  }

  @Test func anInterruptedRunReportsWhatThereIsAndLeavesNothing() async throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // It reports its state every second: interrupted after the first report.
    let timer = try await run(
      ["timer", "--meetings", "20", "--duration", "10m", "--report", "1s", "--json"],
      until: "ticks/s")
    #expect(timer.status == 130)
    let line = try #require(timer.output.split(separator: "\n").first { $0.hasPrefix("{") })
    let report = try JSONDecoder().decode(TimerReport.self, from: Data(line.utf8))
    #expect(report.wasInterrupted == true)
    #expect(report.ticks.lost == 0 && report.problems.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: try sockets(report.router)))
    #expect(timer.output.contains("The run was interrupted; these are the results so far."))
  }

  @Test func aRouterIsNamedItsReportWrittenAndItsFailureSaid() async throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try await run([
      "bus", "--part", "single", "--duration", "300ms", "--html", "r.html", "--csv", "r.csv",
      "--fail-if", "lost>0", "--fail-if", "p50>0.001us",
    ])
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("--fail-if p50>0.001us: single.p50 is "))
    #expect(!result.output.contains("--fail-if lost"))
    #expect(result.output.contains("router   \(directory.path)") == false)
    #expect(
      result.output.contains("router-service, started for this test, at ipc:///tmp/standups-load-"))
    #expect(!FileManager.default.fileExists(atPath: try sockets(result.output)))
    let page = try String(contentsOf: directory.appendingPathComponent("r.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<polyline"))
    // The one address is the name of SVG’s namespace.
    #expect(page.matches(of: /https?:\/\//).count == 1)
    for outside in ["<script", "<link", "<img", "src=", "@import", "url("] {
      #expect(!page.contains(outside), "\(outside)")
    }
    let table = try String(contentsOf: directory.appendingPathComponent("r.csv"), encoding: .utf8)
    #expect(table.contains("\r\nsingle,lost,0.0,count\r\n"))
  }

  /// In the three shells.
  @Test(arguments: ["bash", "zsh", "fish"])
  func aShellOffersItsCommands(shell: String) async throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Needs.require(.program(shell))
    let script = try await run(["completion", shell])
    #expect(script.status == 0)
    let question =
      switch shell {
      case "bash":
        "COMP_WORDS=(standups-load me); COMP_CWORD=1; _standups_load; echo \"${COMPREPLY[@]}\""
      case "fish": "complete -C 'standups-load me' | string match -r '^\\w+'"
      // zsh completes only in an interactive shell.
      default: "(( $+functions[_standups_load] )) && echo meetings"
      }
    let text =
      shell == "zsh"
      ? "compdef() { :; }\n\(script.output)\n\(question)" : "\(script.output)\n\(question)"
    let file = directory.appendingPathComponent("script")
    try Data(text.utf8).write(to: file)
    let answer: String = try await blocking {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/\(shell)")
      process.arguments =
        (shell == "bash" ? ["--norc"] : shell == "zsh" ? ["-f"] : ["--no-config"]) + [file.path]
      process.environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path, "TERM": "dumb"]
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
    #expect(answer == "meetings\n", "\(answer)")
  }
}

import CommandLineKit
import Foundation
import TestSupport
import Testing
import Threads

@testable import LoadTester

@Suite struct CommandLineTests {
  /// Runs a command line that ends before any load.
  private func run(_ words: String) async -> (status: Int32, out: String, complaint: String) {
    let out = Locked("")
    let complaint = Locked("")
    let context = LoadContext(
      console: Console(
        isTerminal: false, width: nil, ink: Ink(isOn: false), errorInk: Ink(isOn: false),
        write: { text in out.withLock { $0 += text } },
        complain: { text in complaint.withLock { $0 += text } }),
      environment: [:], programs: URL(fileURLWithPath: "/nowhere"), showsProgress: false)
    let status = await LoadProgram.run(words.split(separator: " ").map(String.init), in: context)
    return (status, out.withLock { $0 }, complaint.withLock { $0 })
  }

  @Test(arguments: [
    "timer --speakers 0", "timer --meetings -5", "timer --duration -1s", "timer --duration 0s",
    "timer --duration 99999999h", "timer --burst --ramp 5s", "timer --tick 1ms",
    "timer --churn hold", "timer --churn jump=3", "timer --churn hold=-1", "timer --views 4",
    "timer --bind nowhere", "timer --bind tcp://host", "timer --speakers 5000 --length 1s",
    "timer --through tcp://a --bind tcp://b:1", "timer --seed x",
    "timer --restart 20s", "timer --restart 1s --bind tcp://b:1", "timer --nonsense",
    "timer --timers 0", "timer --timers 17", "timer --kill 2s", "timer --timers 2 --kill 8s",
    "timer --timers 2 --kill 2s --churn hold=1", "timer --timers 2 --kill 2s --add 3s",
    "timer --timers 2 --restart 2s", "timer --timers 2 --bind tcp://b:1", "timer --storm 0",
    "timer --churn storm=3", "timer --churn ramp=3", "timer --limit 0",
    "bus --size 9999999", "bus --part nothing", "bus --rate 0", "bus --through tcp://a:0",
    "bus --through tcp://a --router /b", "compare one.json",
    "meetings --length 10ms", "meetings -n 10001",
    "commands --part requests", "commands --part get --requests /dev/null",
    "nothing",
  ])
  func aWrongCommandLineIsRefused(words: String) async {
    let result = await run(words)
    #expect(result.status == 64)
    #expect(result.complaint.hasPrefix("standups-load: "))
  }

  @Test func nothingAtAllShowsTheHelp() async {
    let result = await run("")
    #expect(result.status == 0)
    #expect(result.out.hasPrefix("Load-tests Standups"))
  }

  @Test func aMissingServiceIsNamed() async {
    let result = await run("timer --timer /nowhere/timer-service --json")
    #expect(result.status == 66)
    #expect(result.complaint.contains("/nowhere/timer-service cannot be started"))
    #expect(result.complaint.hasPrefix("{"))
  }

  @Test func whoWaitsForATimerSaysHowToStartIt() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("load-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = await run("timer --bind ipc://\(directory.path) --wait 20ms")
    #expect(result.status == 69)
    #expect(
      result.complaint.contains(
        "STANDUPS_COMMANDS=ipc://\(directory.path)/commands"
          + " STANDUPS_INGEST=ipc://\(directory.path)/ingest"))
  }

  @Test(arguments: ["timer", "bus", "meetings", "compare"])
  func everyCommandHasExamples(verb: String) async {
    let result = await run("\(verb) --help")
    #expect(result.status == 0)
    #expect(result.out.contains("Examples:"))
    #expect(result.out.contains("With --json:"))
  }

  @Test(.needs(.program("mandoc")))
  func everyCommandHasAManualPageWithoutAFault() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("load-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for verb in [""] + LoadProgram.root.verbs.map(\.name) {
      let result = await run("help --man \(verb)")
      #expect(result.status == 0)
      let file = directory.appendingPathComponent("\(verb).1")
      try Data(result.out.utf8).write(to: file)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/mandoc")
      process.arguments = ["-T", "lint", "-W", "warning", file.path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(verb)")
    }
  }

  @Test func aFileThatIsNoResultIsRefused() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("standups-load-\(UUID().uuidString).json").path
    try Data(#"{"kind":"weather","format":1}"#.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(await run("compare \(path) \(path)").status == 65)
    #expect(await run("compare \(path) /nowhere/b.json").status == 65)
    #expect(await run("compare /nowhere/a.json \(path)").status == 66)
  }

  @Test(arguments: [
    ("tcp://host", "tcp://host:5550"), ("tcp://host:7000", "tcp://host:7000"),
    ("ipc:///run/standups", "ipc:///run/standups/commands"),
    ("ipc:///run/standups/commands", "ipc:///run/standups/commands"),
  ])
  func endpointsFollowFromOne(text: String, commands: String) throws {
    #expect(try RouterEndpoints.all(text).commands == commands)
  }

  /// Alternating routers each have one endpoint of each kind.
  @Test func severalRoutersAreNamedWithCommas() throws {
    let endpoints = try RouterEndpoints.each("tcp://a,tcp://b:7000,ipc:///run/standups")
    #expect(endpoints.commands == "tcp://a:5550,tcp://b:7000,ipc:///run/standups/commands")
    #expect(endpoints.events == "tcp://a:5551,tcp://b:7001,ipc:///run/standups/events")
    #expect(endpoints.ingest == "tcp://a:5552,tcp://b:7002,ipc:///run/standups/ingest")
    for text in ["tcp://a,", ",tcp://a", "tcp://a,b", "tcp://a tcp://b"] {
      #expect(throws: LoadFailure.self) { try RouterEndpoints.each(text) }
    }
    #expect(throws: LoadFailure.self) {
      try RouterEndpoints.each(Array(repeating: "tcp://a", count: 9).joined(separator: ","))
    }
  }
}

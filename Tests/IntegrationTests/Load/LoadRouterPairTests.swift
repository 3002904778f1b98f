import CommandLineKit
import Foundation
import Glibc
import TestSupport
import Testing
import Threads

@testable import LoadTester

/// The tester with two alternating routers: it continues with the other one.
@Suite(.timeLimit(.minutes(3)), .serialized) struct LoadRouterPairTests {
  private static var programs: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  @Test func theOtherRouterIsUsedWhenOneDies() async throws {
    let directory = try RunDirectory()
    defer { directory.remove() }
    let places = try ["a", "b"].map { name in
      let place = "\(directory.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      return place
    }
    func all(_ word: String) -> String {
      places.map { "ipc://\($0)/\(word)" }.joined(separator: ",")
    }
    let common = ["STANDUPS_LOG_LEVEL": "error", "STANDUPS_DATA": directory.path]
    let routers = places.map { place in
      common.merging([
        "STANDUPS_RUNTIME_DIR": place, "STANDUPS_ROUTER_LEASE": "\(directory.path)/leases.db",
      ]) { $1 }
    }
    let others = common.merging([
      "STANDUPS_RUNTIME_DIR": directory.path, "STANDUPS_COMMANDS": all("commands"),
      "STANDUPS_EVENTS": all("events"), "STANDUPS_INGEST": all("ingest"),
    ]) { $1 }
    let (begun, end) = (Locked(false), Locked(false))
    let context = LoadContext(
      console: Console(
        isTerminal: false, width: nil, ink: Ink(isOn: false), errorInk: Ink(isOn: false),
        write: { _ in },
        complain: { text in if text.contains("in flight") { begun.withLock { $0 = true } } }),
      environment: [:], programs: Self.programs, showsProgress: true)
    // Programs end with the thread that started them.
    async let ended: Void = blocking {
      var children: [ChildProgram] = []
      func start(_ name: String, _ environment: [String: String]) throws {
        children.append(
          try ChildProgram(
            Self.programs.appendingPathComponent("\(name)-service"), environment: environment))
      }
      defer { for child in children.reversed() { child.stop() } }
      try start("router", routers[0])
      // The first router is the active one.
      while !end.withLock({ $0 }),
        !FileManager.default.fileExists(atPath: "\(places[0])/commands")
      {
        // Sleeps because the programs live as long as this thread.
        usleep(10_000)
      }
      try start("router", routers[1])
      try start("persistence", others)
      try start("standups", others)
      // The measurement has begun.
      // Sleeps because the programs live as long as this thread.
      while !end.withLock({ $0 }), !begun.withLock({ $0 }) { usleep(50_000) }
      children[0].kill(SIGKILL)
      // Sleeps because the programs live as long as this thread.
      while !end.withLock({ $0 }) { usleep(50_000) }
    }
    let report: CommandsReport
    do {
      report = try await blocking {
        defer { end.withLock { $0 = true } }
        var workload = CommandsWorkload()
        workload.parts = [.create]
        workload.windows = [4]
        workload.saved = 20
        workload.duration = 8_000_000_000
        return try CommandsRun(
          workload: workload, through: places.map { "ipc://\($0)" }.joined(separator: ","),
          context: context
        ).run()
      }
    } catch {
      // Ignored because the first error is thrown.
      try? await ended
      throw error
    }
    try await ended
    let part = try #require(report.parts.first)
    #expect(begun.withLock { $0 })
    #expect(part.answered > 0 && part.lost == 0, "\(part.refused)")
    // A killed process answers nothing.
    #expect(part.samples.last ?? 0 > 0)
    #expect(FileManager.default.fileExists(atPath: "\(places[1])/commands"))
  }
}

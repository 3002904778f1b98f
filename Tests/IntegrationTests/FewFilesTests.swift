import Bus
import Foundation
import Glibc
import Processes
import RouterAPI
import TestSupport
import Testing

/// A router with a low limit of open files, and clients that connect and send nothing.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct FewFilesTests {
  /// Limit of open files that leaves room for connections that libzmq has accepted but not reported
  /// yet.
  private static let most = 4500
  private static var areAllowed: Bool {
    OpenFiles.allowAsManyAsPossible()
    return OpenFiles.most >= most
  }

  /// A service that a flood of connections could end does not start.
  @Test(arguments: [(Program.router, 4095), (.gateway, 255), (.timer, 255)])
  func withTooFewFilesAServiceDoesNotStart(_ program: Program, _ most: Int) async throws {
    var options = Cluster.Options()
    options.programs = []
    try await withCluster(options) { cluster in
      let log = "\(cluster.logs)/few.log"
      let service = try ChildProcess(
        "/bin/sh", ["-c", #"ulimit -n \#(most) && exec "$0""#, program.path],
        environment: cluster.environment, output: log)
      #expect(await service.ended() == .exit(78))
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 1)
      #expect(lines.first?.contains("Only \(most) files may be open") == true)
    }
  }

  /// Connections that were opened and closed do not block browsers, however low the limit of open
  /// files is.
  @Test(arguments: [256, 400])
  func theGatewayAnswersAfterAFlood(_ most: Int) async throws {
    var options = Cluster.Options()
    options.programs = [.router, .persistence, .standups]
    try await withCluster(options) { cluster in
      var environment = cluster.environment
      environment["STANDUPS_WEB"] = "127.0.0.1:0"
      let log = "\(cluster.logs)/gateway.log"
      let gateway = try ChildProcess(
        "/bin/sh", ["-c", #"ulimit -n \#(most) && exec "$0""#, Program.gateway.path],
        environment: environment, output: log)
      var found: UInt16?
      try await waitUntil("The gateway listens.") {
        found = (try String(contentsOfFile: log, encoding: .utf8))
          .firstMatch(of: /The page is at http:\/\/127\.0\.0\.1:(\d+)/)
          .flatMap { UInt16($0.output.1) }
        return found != nil
      }
      let port = try #require(found)
      func status() async -> Int? {
        // Ignored because the gateway may not answer yet, and the caller waits for that.
        try? await blocking { try HTTPClient.ask("GET", "/", port: port).status }
      }
      try await waitUntil("The gateway answers.") { await status() == 200 }
      for _ in 0..<3 {
        let idle = try IdleConnections(to: "tcp://127.0.0.1:\(port)", count: 600)
        #expect(await status() == 200)
        idle.close()
        try await waitUntil("The gateway answers again.") { await status() == 200 }
      }
      gateway.signal(SIGTERM)
      #expect(await gateway.ended() == .exit(0))
    }
  }

  @Test(
    // Skipped because the hard limit of open files may be too low, which only root can change.
    .enabled(if: areAllowed, "A process may not open as many files as this takes (ulimit -Hn)."))
  func idleConnectionsDoNotEndTheRouter() async throws {
    var options = Cluster.Options()
    options.programs = []
    try await withCluster(options) { cluster in
      // The router raises its limit to the hard limit, and works within that.
      let router = try ChildProcess(
        "/bin/sh",
        ["-c", #"ulimit -Sn 256 && ulimit -Hn \#(Self.most) && exec "$0""#, Program.router.path],
        environment: cluster.environment, output: "\(cluster.logs)/router.log")
      let peer = try await cluster.peer()
      _ = try await peer.send(GetHealth())
      let limits = try String(contentsOfFile: "/proc/\(router.pid)/limits", encoding: .utf8)
      let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
      #expect(line?.split(separator: " ")[3] == "\(Self.most)")
      let environment = try cluster.busEnvironment
      for endpoint in [environment.commands, environment.events, environment.ingest] {
        let idle = try IdleConnections(to: endpoint, count: 1200)
        #expect(try await peer.send(GetHealth()).refusedConnections == 0)
        idle.close()
      }
      #expect(
        try String(contentsOfFile: "\(cluster.logs)/router.log", encoding: .utf8).contains(
          "Too many connections; closed one"))
      #expect(router.ending == nil)
      router.signal(SIGTERM)
      #expect(await router.ended() == .exit(0))
    }
  }
}

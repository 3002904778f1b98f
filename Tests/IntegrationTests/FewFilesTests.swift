import Bus
import Foundation
import Glibc
import Processes
import RouterAPI
import TestSupport
import Testing

/// A router that may open few files, and those who connect and say nothing.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct FewFilesTests {
  /// So many that what libzmq has accepted and not told of yet finds room beside what is counted.
  private static let most = 4500
  private static var areAllowed: Bool {
    OpenFiles.allowAsManyAsPossible()
    return OpenFiles.most >= most
  }

  @Test(
    // Skipped because the hard limit of open files may be too low, which only root can change.
    .enabled(if: areAllowed, "A process may not open as many files as this takes (ulimit -Hn)."))
  func idleConnectionsDoNotEndTheRouter() async throws {
    var options = Cluster.Options()
    options.programs = []
    try await withCluster(options) { cluster in
      // Of the two limits it takes the higher one, and makes do with that.
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
          "was ended"))
      #expect(router.ending == nil)
      router.signal(SIGTERM)
      #expect(await router.ended() == .exit(0))
    }
  }
}

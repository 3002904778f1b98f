import Foundation
import StandupsAPI
import Testing

/// The command line as used by people: in a terminal, from a shell.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct TerminalTests {
  private static let path = "\(Program.directory.path):/usr/local/bin:/usr/bin:/bin"

  @Test(arguments: ["bash", "zsh"])
  func theLiveViewTakesAKeyRightAfterItComesBack(shell: String) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let added = try await cluster.run(
        Program.commandLine,
        ["add", "Daily", "--attendee", "Ann", "--attendee", "Bob", "--attendee", "Cy"])
      #expect(added.ending == .exit(0), "\(added.output)")
      let run = try await cluster.run(
        Python.path, [Python.script("live_view.py"), shell], environment: ["PATH": Self.path])
      #expect(run.ending == .exit(0), "\(run.output)")
      let live = try await peer.send(ListLiveMeetings()).meetings
      #expect(live.first?.session.speakerIndex == 1)
    }
  }

  @Test func aRouterThatIsAwayIsSaidInTheLiveView() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await cluster.run(Program.commandLine, ["add", "Daily", "--attendee", "Ann"])
      let output = "\(cluster.folder)/view"
      // `script` of util-linux provides a terminal.
      let view = try ChildProcess(
        "/usr/bin/script",
        ["-qfec", "\(Program.commandLine) start Daily --no-record", "/dev/null"],
        environment: cluster.environment.merging(["TERM": "xterm"]) { $1 }, output: output)
      func shows(_ words: String) async throws {
        try await eventually("The live view shows “\(words)”.") {
          try String(contentsOfFile: output, encoding: .utf8).contains(words)
        }
      }
      try await shows("speaker 1 of 1")
      await cluster.signal(SIGSTOP, [.router])
      try await shows("reconnecting…")
      await cluster.signal(SIGCONT, [.router])
      view.signal(SIGKILL)
      await view.ended()
    }
  }

  @Test func aSecondUpOnTheSameDataFailsWithOneSentence() async throws {
    try await withCluster(Cluster.Options(programs: [])) { cluster in
      let first = try ChildProcess(
        Program.commandLine, ["up"], environment: cluster.environment,
        output: "\(cluster.folder)/first")
      try await eventually("The first is ready.") {
        try String(contentsOfFile: "\(cluster.folder)/first", encoding: .utf8).contains("Ready.")
      }
      let second = try await cluster.run(
        Program.commandLine, ["up"],
        environment: ["STANDUPS_RUNTIME_DIR": "\(cluster.folder)/other"])
      #expect(second.ending == .exit(75))
      #expect(second.lines.count == 1, "\(second.output)")
      #expect(second.output.contains("is already running on the data in \(cluster.data)"))
      first.signal(SIGTERM)
      #expect(await first.ended() == .exit(0))
      // An unsupervised service on the same data blocks a start just the same.
      let alone = try await cluster.launch(.persistence)
      try await eventually("It has the database.") {
        // The file exists already; the process that holds the lock writes its id.
        try String(contentsOfFile: "\(cluster.data)/standups.db.lock", encoding: .utf8)
          .contains("\(alone.pid)")
      }
      let third = try await cluster.run(
        Program.commandLine, ["up"],
        environment: ["STANDUPS_RUNTIME_DIR": "\(cluster.folder)/other"])
      #expect(third.ending == .exit(75), "\(third.output)")
      #expect(third.output.contains("persistence cannot run"))
      #expect(third.output.contains("is in use by another persistence service"))
      alone.signal(SIGTERM)
      await alone.ended()
    }
  }
}

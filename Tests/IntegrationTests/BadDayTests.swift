import Bus
import CommandLineKit
import Foundation
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import TranscriptionAPI

/// Situations that an operator may find in the morning: each produces a sentence with the remedy.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct BadDayTests {
  @Test func withoutAnEngineMeetingsGoWithoutRecording() async throws {
    try await withCluster(Cluster.Options(engine: "/nonexistent")) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 2000, attendees: 2)
      let authorization = try await peer.send(GetSpeechAuthorization(subject: "\(standup.id)"))
      #expect(authorization.status == .restricted)
      let reason = try #require(authorization.reason)
      #expect(reason.contains("scripts/setup"))
      let asked = try await peer.send(StartMeeting(standup: standup.id))
      #expect(asked.session.destination == .alert(.speechRestricted(reason: reason)))
      #expect(asked.session.startedAt == nil)
      let answer = AnswerMeetingAlert(id: asked.session.id, action: .continueWithoutRecording)
      guard case .live(let live) = try await peer.send(answer) else {
        throw Unexpected("the meeting did not start")
      }
      #expect(!live.session.isRecording)
      _ = try await follower.first(MeetingFinished.self, about: live.session.id)
      #expect(try await peer.pastMeetings(standup.id).map(\.id) == [live.session.id])
    }
  }

  // MARK: The database

  enum Damage: String, CaseIterable, Sendable {
    /// Unrelated bytes instead of the database.
    case noise
    /// A valid database with overwritten pages.
    case pages
    /// A valid database that was truncated.
    case cut
  }

  @Test(arguments: Damage.allCases) func damagedDataIsSetAside(_ damage: Damage) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      for number in 0..<20 {
        _ = try await peer.createStandup("\(number)", durationMs: 60_000, attendees: 5)
      }
      await cluster.end(.standups)
      await cluster.end(.persistence)
      let path = "\(cluster.data)/standups.db"
      let damaged = try Self.damage(path, damage)
      try await cluster.start(.persistence)
      try await cluster.start(.standups)

      let status = try await peer.send(GetListStatus(), options: CallOptions(timeoutMs: 20_000))
      guard case .alert(.dataFailedToLoad(let aside, let reason)) = status.destination else {
        throw Unexpected("no alert: \(status)")
      }
      #expect(!reason.isEmpty)
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged)
      #expect(status.standups == 0)
      let loaded = try await peer.send(AnswerListAlert(action: .loadSamples))
      #expect(loaded.destination == nil)
      let samples = try await peer.send(ListStandups()).standups
      #expect(samples.map(\.standup.title) == ["Design", "Product", "Engineering"])
      #expect(samples.map(\.standup.durationMs) == [60_000, 1_800_000, 600_000])
      #expect(samples.map(\.standup.theme) == [.orange, .poppy, .periwinkle])
      #expect(samples.map(\.standup.attendees.count) == [6, 2, 2])
      #expect(samples.map(\.meetings) == [1, 0, 0])
      // Once answered, the alert stays closed.
      await cluster.signal(SIGKILL, [.persistence, .standups])
      let later = try await peer.send(GetListStatus(), options: CallOptions(timeoutMs: 20_000))
      #expect(later.destination == nil)
      #expect(later.standups == 3)
      #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged)
    }
  }

  /// The remaining standups are shown at once, not only after a write.
  @Test func whoRunsLearnsThatTheDataIsAnother() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      for number in 0..<20 {
        _ = try await peer.createStandup("\(number)", durationMs: 60_000, attendees: 5)
      }
      #expect(try await peer.send(ListStandups()).standups.count == 20)
      await cluster.end(.persistence)
      _ = try Self.damage("\(cluster.data)/standups.db", .noise)
      try await cluster.start(.persistence)
      try await eventually("the list is that of the new database") {
        let options = CallOptions(timeoutMs: 20_000)
        return try await peer.send(ListStandups(), options: options).standups.isEmpty
      }
      let status = try await peer.send(GetListStatus(), options: CallOptions(timeoutMs: 20_000))
      #expect(status.standups == 0)
      guard case .alert(.dataFailedToLoad) = status.destination else {
        throw Unexpected("no alert: \(status)")
      }
    }
  }

  private static func damage(_ path: String, _ damage: Damage) throws -> Data {
    let url = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: url)
    switch damage {
    case .noise: bytes = Data("This is not a database.\n".utf8)
    case .pages: bytes.replaceSubrange(4096..<bytes.count, with: Data(count: bytes.count - 4096))
    case .cut: bytes = bytes.prefix(bytes.count / 2 + 100)
    }
    try bytes.write(to: url)
    return bytes
  }

  @Test func aNewerDatabaseIsLeftAlone() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      await cluster.end(.persistence)
      let path = "\(cluster.data)/standups.db"
      let script = "import sqlite3; sqlite3.connect('\(path)').execute('PRAGMA user_version = 999')"
      #expect(try await cluster.run(Python.path, ["-c", script]).ending == .exit(0))
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let run = try await cluster.run(Program.persistence.path)
      #expect(run.ending == .exit(ExitCode.configuration.rawValue))
      expectSentence(run, containing: "a later version of Standups")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
  }

  @Test func aDatabaseInUseIsRefused() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let run = try await cluster.run(Program.persistence.path)
      #expect(run.ending == .exit(ExitCode.temporary.rawValue))
      expectSentence(run, containing: "in use by another persistence service")
      _ = try await peer.createStandup(durationMs: 60_000, attendees: 2)
    }
  }

  /// Another program, such as the sqlite3 shell, has locked the file.
  @Test func aLockedDatabaseIsRefused() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      await cluster.end(.persistence)
      let script = """
        import sqlite3, subprocess, sys
        database = sqlite3.connect(sys.argv[1])
        database.execute("BEGIN EXCLUSIVE")
        sys.exit(subprocess.run([sys.argv[2]]).returncode)
        """
      let run = try await cluster.run(
        Python.path, ["-c", script, "\(cluster.data)/standups.db", Program.persistence.path])
      #expect(run.ending == .exit(ExitCode.temporary.rawValue))
      expectSentence(run, containing: "Another process has locked the database")
      try await cluster.start(.persistence)
      _ = try await peer.send(EventHeads(), options: CallOptions(timeoutMs: 20_000))
      let listed = try await peer.send(ListStandups())
      #expect(listed.standups.count == 1)
    }
  }

  @Test func aDataPathThatIsAFileIsRefused() async throws {
    try await withCluster(Cluster.Options(programs: [.router])) { cluster in
      // The services are up and handle the signal that ends them.
      _ = try await cluster.peer()
      let path = "\(cluster.folder)/file"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      let run = try await cluster.run(
        Program.persistence.path, environment: ["STANDUPS_DATA": path])
      #expect(run.ending == .exit(ExitCode.configuration.rawValue))
      expectSentence(run, containing: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small disk needs root"))
  func aFullDiskIsSaidAndRecoveredFrom() async throws {
    var options = Cluster.Options()
    let disk = try SmallDisk(size: "4m")
    options.environment = ["STANDUPS_DATA": disk.path]
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let standup = try await peer.createStandup("Before", durationMs: 60_000, attendees: 2)
      try disk.fill()
      let refused = try await refusedForSpace(peer)
      #expect(refused.message.contains("space"), "\(refused)")
      #expect(refused.retryable)
      let listed = try await peer.send(ListStandups()).standups
      #expect(listed.first?.standup == standup)
      #expect(!listed.contains { $0.standup.title == "Refused" })
      try disk.relieve()
      _ = try await peer.createStandup("After", durationMs: 60_000, attendees: 2)
      await cluster.signal(SIGKILL, [.persistence, .standups])
      let titles = try await peer.send(ListStandups(), options: CallOptions(timeoutMs: 20_000))
        .standups.map(\.standup.title)
      #expect(titles.first == "Before" && titles.last == "After")
      #expect(!titles.contains("Refused"))
    }
    try disk.unmount()
  }

  /// The database's files are open for writing while a service runs, so their file system cannot
  /// become read-only then: that happens between the end of a process and its next start.
  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small disk needs root"))
  func aReadOnlyDirectoryIsReadAndRecoveredFrom() async throws {
    var options = Cluster.Options()
    let disk = try SmallDisk(size: "8m")
    options.environment = ["STANDUPS_DATA": disk.path]
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup("Before", durationMs: 1000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      _ = try await follower.first(MeetingFinished.self, about: session.id)
      let meetings = try await peer.pastMeetings(standup.id)
      await cluster.end(.persistence, with: SIGKILL)
      try disk.remount(readOnly: true)
      try await cluster.start(.persistence)

      try await expectNothingChanges(cluster, containing: "cannot be written")
      #expect(try await peer.pastMeetings(standup.id) == meetings)
      // Reads must not be served only from a process's memory.
      await cluster.end(.standups, with: SIGKILL)
      try await cluster.start(.standups)
      let patience = CallOptions(timeoutMs: 20_000)
      let listed = try await peer.send(ListStandups(), options: patience).standups
      #expect(listed.map(\.standup) == [standup])
      #expect(try await peer.pastMeetings(standup.id) == meetings)
      for arguments in [
        ["list"], ["show", "Before"], ["meetings", "list", "Before"],
        ["meetings", "show", "Before"],
        ["search", "anything"], ["export"], ["events", "heads"], ["live"],
      ] {
        let run = try await cluster.run(Program.commandLine, arguments)
        #expect(run.ending == .exit(0), "\(arguments): \(run.output)")
      }

      try disk.remount(readOnly: false)
      _ = try await peer.createStandup("After", durationMs: 60_000, attendees: 2)
      let titles = try await peer.send(ListStandups()).standups.map(\.standup.title)
      #expect(titles == ["Before", "After"])
      let types = await follower.events.map(\.type)
      #expect(!types.contains(StandupDeleted.type))
      #expect(types.filter { $0 == MeetingStarted.type }.count == 1)
    }
    try disk.unmount()
  }

  /// Expects every change to fail with one line that gives the reason, and to have no effect. Retries until the
  /// command's time limit.
  private func expectNothingChanges(
    _ cluster: Cluster, containing words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try await cluster.run(Program.commandLine, ["list", "--json"]).output
    for arguments in [
      ["add", "Refused"], ["edit", "Before", "--title", "Refused"],
      ["delete", "Before", "--yes"], ["start", "Before", "--no-record"],
    ] {
      let run = try await cluster.run(Program.commandLine, arguments + ["--timeout", "3s"])
      let what = "\(arguments.prefix(3)): \(run.output)"
      #expect(
        run.ending == .exit(ExitCode.unavailable.rawValue), "\(what)",
        sourceLocation: sourceLocation)
      #expect(run.lines.count == 1, "\(what)", sourceLocation: sourceLocation)
      #expect(run.output.contains(words), "\(what)", sourceLocation: sourceLocation)
    }
    let after = try await cluster.run(Program.commandLine, ["list", "--json"])
    #expect(after.output == before, sourceLocation: sourceLocation)
    #expect(after.ending == .exit(0), sourceLocation: sourceLocation)
  }

  /// Small changes may still fit into allocated space of the log; returns the error of the first one that does not.
  private func refusedForSpace(_ peer: Peer) async throws -> BusError {
    let options = CallOptions(timeoutMs: 5000, retries: false)
    for _ in 0..<200 {
      do {
        _ = try await peer.send(CreateStandup(title: "Filler"), options: options)
      } catch let error as BusError {
        let last = try await peer.refusal(CreateStandup(title: "Refused"))
        return last ?? error
      }
    }
    throw HarnessError("A full disk takes all changes.")
  }

  // MARK: The router

  @Test func aSecondRouterIsRefused() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let run = try await cluster.run(Program.router.path)
      #expect(run.ending == .exit(ExitCode.unavailable.rawValue))
      expectSentence(run, containing: "in use")
      // The first router continues.
      _ = try await peer.createStandup(durationMs: 60_000, attendees: 2)
    }
  }

  /// An unrelated program has the port.
  @Test func aPortInUseIsRefused() async throws {
    try await withCluster(Cluster.Options(programs: [])) { cluster in
      let script = """
        import socket, subprocess, sys, os
        port = socket.create_server(("127.0.0.1", 0))
        endpoint = "tcp://127.0.0.1:%d" % port.getsockname()[1]
        environment = dict(os.environ, STANDUPS_COMMANDS=endpoint)
        sys.exit(subprocess.run([sys.argv[1]], env=environment).returncode)
        """
      let run = try await cluster.run(Python.path, ["-c", script, Program.router.path])
      #expect(run.ending == .exit(ExitCode.unavailable.rawValue), "\(run.output)")
      expectSentence(run, containing: "in use")
      #expect(run.output.contains("tcp://127.0.0.1:"))
    }
  }

  @Test func withoutARouterThereIsOneSentence() async throws {
    try await withCluster(Cluster.Options(programs: [])) { cluster in
      let peer = try await cluster.peer()
      let error = await #expect(throws: BusError.self) {
        _ = try await peer.send(ListStandups(), options: CallOptions(timeoutMs: 500))
      }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("standups up") == true)
      let run = try await cluster.run(Program.commandLine, ["list", "--timeout", "1s"])
      #expect(run.ending == .exit(ExitCode.unavailable.rawValue), "\(run.output)")
      #expect(run.lines.count == 1, "\(run.output)")
      #expect(run.output.contains("standups up"))
    }
  }

  /// Expects one line in the log with the sentence, among any others.
  private func expectSentence(
    _ run: Run, containing words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = run.lines.filter { $0.contains(words) }
    #expect(said.count == 1, "\(run.output)", sourceLocation: sourceLocation)
  }
}

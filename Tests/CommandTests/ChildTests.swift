import Dispatch
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Command

@Suite("Child processes")
final class ChildTests {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func run(_ text: String, _ environment: [String: String] = [:]) async throws
    -> (lines: [String], exit: ChildExit)
  {
    let (notices, sender) = AsyncStream<Child.Notice>.makeStream()
    Child.start("/bin/sh", arguments: ["-c", text], environment: environment) { notice in
      sender.yield(notice)
      if case .ended = notice { sender.finish() }
    }
    var lines: [String] = []
    for await notice in notices {
      switch notice {
      case .started(let pid): #expect(pid > 1)
      case .line(let line): lines.append(line)
      case .ended(let exit): return (lines, exit)
      }
    }
    return (lines, .notStarted("no end"))
  }

  @Test("What it writes comes as lines, then its exit code")
  func lines() async throws {
    let result = try await run("echo one; echo two >&2; printf three; exit 3")
    #expect(result.lines == ["one", "two", "three"])
    #expect(result.exit == .code(3))
  }

  @Test("It gets its environment, nothing on standard input, and a process group of its own")
  func surroundings() async throws {
    let result = try await run(
      "echo $GREETING; cat; echo $$; cut -d' ' -f5 /proc/$$/stat",
      ["GREETING": "hello", "PATH": "/usr/bin:/bin"])
    #expect(result.lines.first == "hello")
    #expect(result.lines.count == 3 && result.lines[1] == result.lines[2])
    #expect(result.exit == .code(0))
  }

  @Test("A signal that ends it is told")
  func signal() async throws {
    #expect(try await run("kill -9 $$").exit == .signal(9))
  }

  @Test("What cannot be started says why")
  func missing() async throws {
    let ends = Recorder<String>()
    Child.start(directory + "/nothing", environment: [:]) { notice in
      if case .ended(let exit) = notice { ends.record(exit.words) }
    }
    let words = await ends.wait(for: 1)
    #expect(words == ["\(directory)/nothing cannot be started: No such file or directory"])
  }

  // MARK: The directory

  @Test("Two supervisors do not share a directory")
  func locked() throws {
    let first = try RuntimeDirectory(directory + "/run")
    do {
      _ = try RuntimeDirectory(directory + "/run")
      Issue.record("it was not locked")
    } catch let failure as Failure {
      #expect(failure.exit == .temporary)
      #expect(
        failure.message.contains("is already running in \(directory)/run (process \(getpid()))"))
    }
    first.release()
    try RuntimeDirectory(directory + "/run").release()
  }

  @Test("Two supervisors do not share data, wherever their sockets are")
  func lockedData() throws {
    let first = try HeldLock.ofData(directory)
    do {
      try HeldLock.ofData(directory).release()
      Issue.record("it was not locked")
    } catch let failure as Failure {
      #expect(failure.exit == .temporary)
      #expect(
        failure.message
          == "“standups up” is already running on the data in \(directory) (process \(getpid())). Stop it"
          + " first, or set STANDUPS_DATA to another directory.")
    }
    first.release()
    try HeldLock.ofData(directory).release()
  }

  @Test("Data and sockets may be in the same directory")
  func oneDirectory() throws {
    let sockets = try RuntimeDirectory(directory + "/run")
    let data = try HeldLock.ofData(directory + "/run")
    #expect(throws: Failure.self) { try RuntimeDirectory(directory + "/run").release() }
    #expect(throws: Failure.self) { try HeldLock.ofData(directory + "/run").release() }
    data.release()
    sockets.release()
  }

  @Test("The directory is private, and one that others can write is refused")
  func privacy() throws {
    let path = directory + "/run"
    try RuntimeDirectory(path).release()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    chmod(path, 0o777)
    do {
      try RuntimeDirectory(path).release()
      Issue.record("it was taken")
    } catch let failure as Failure {
      #expect(failure.exit == .configuration)
      #expect(failure.message.contains("chmod 700"))
    }
  }

  @Test("Children of an earlier supervisor are found by more than their number, and stopped")
  func leftovers() async throws {
    let run = try RuntimeDirectory(directory + "/run")
    defer { run.release() }
    let (notices, sender) = AsyncStream<Child.Notice>.makeStream()
    Child.start(
      // Sleeps because the child has to run until it is stopped.
      "/bin/sh", arguments: ["-c", "echo here; while :; do sleep 0.05; done"],
      environment: ["PATH": "/usr/bin:/bin"]
    ) {
      sender.yield($0)
    }
    for await notice in notices {
      if case .started(let pid) = notice {
        run.note(["timer": pid])
        #expect(run.leftovers().map(\.name) == ["timer"])
        // Another process with the same id is not ours.
        let other = RuntimeDirectory.Entry(name: "timer", pid: pid, start: "1")
        #expect(RuntimeDirectory.start(of: pid) != other.start)
        // Reads the clock because a child that ignores SIGTERM is killed in the end.
        try await run.stop(run.leftovers(), limit: .seconds(600), clock: ContinuousClock())
      }
      if case .ended(let exit) = notice {
        #expect(exit == .signal(SIGTERM))
        break
      }
    }
    #expect(run.leftovers().isEmpty)
  }
}

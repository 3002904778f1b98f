import Foundation
import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite struct SpawnedProgramTests {
  /// Its output, and its status from waitpid(2).
  private func end(_ program: SpawnedProgram) -> (lines: [String], status: Int32) {
    var lines: [String] = []
    SpawnedProgram.readLines(program.output) { lines.append($0) }
    close(program.output)
    var status: Int32 = 0
    waitpid(program.pid, &status, 0)
    return (lines, status)
  }

  @Test func whatItWritesIsReadByLines() async throws {
    let (lines, status) = try await blocking {
      // Sleeps because parts of a line have to arrive one by one.
      let script = "printf 'o'; sleep 0.01; echo ne; echo two >&2; echo; printf three; exit 3"
      return end(
        try SpawnedProgram(
          "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"]))
    }
    #expect(lines == ["one", "two", "", "three"])
    #expect(status == 3 << 8)
  }

  /// This includes files opened without close-on-exec.
  @Test func nothingOfOursIsOpenInIt() async throws {
    let null = open("/dev/null", O_RDONLY)
    try #require(null >= 0)
    let mine = fcntl(null, F_DUPFD, 700)
    defer {
      close(null)
      close(mine)
    }
    try #require(mine >= 700)
    #expect(OpenFiles.left > 0 && OpenFiles.left < OpenFiles.most)
    let (lines, _) = try await blocking {
      end(
        try SpawnedProgram(
          "/bin/sh", arguments: ["-c", "ls /proc/$$/fd"], environment: ["PATH": "/usr/bin:/bin"]))
    }
    #expect(lines.contains("0") && !lines.contains("\(mine)"))
  }

  @Test func aLineWithoutAnEndIsCut() async throws {
    let (lines, _) = try await blocking {
      end(
        try SpawnedProgram(
          "/bin/sh", arguments: ["-c", "head -c 200000 /dev/zero | tr '\\0' x"],
          environment: ["PATH": "/usr/bin:/bin"]))
    }
    #expect(lines.count > 1)
    #expect(lines.joined() == String(repeating: "x", count: 200_000))
  }

  @Test func whatCannotBeStartedSaysWhy() {
    let error = #expect(throws: SpawnError.self) {
      try SpawnedProgram("/nowhere/nothing", environment: [:])
    }
    #expect(error?.number == ENOENT)
    #expect(
      error.map { "\($0)" } == "/nowhere/nothing cannot be started: No such file or directory")
  }

  @Test func itIsToldToEndWhenTheThreadThatStartedItEnds() async throws {
    let started = Recorder<Result<SpawnedProgram, any Error>>()
    Thread.detachNewThread {
      // Sleeps because the program has to run until it is stopped.
      let script = "trap 'echo told; exit 5' TERM; while :; do sleep 0.02; done"
      started.record(
        Result {
          try SpawnedProgram(
            "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        })
    }
    let program = try #require(await started.wait(for: 1).first).get()
    let told = try await blocking { end(program) }
    // The signal may arrive before the shell has set its trap.
    #expect(told == (["told"], 5 << 8) || told == ([], SIGTERM))
  }
}

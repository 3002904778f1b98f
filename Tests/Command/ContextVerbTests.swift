import enum CommandLineKit.ExitCode
import Foundation
import enum CommandLineKit.ExitCode
import Testing

@testable import Command

@Suite("Contexts")
final class ContextVerbTests {
  private let home = NSTemporaryDirectory() + "standups-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: home) }

  private func run(
    _ line: String, _ more: [String: String] = [:]
  ) async -> (code: ExitCode, output: String, errors: String) {
    let bench = Bench()
    var context = bench.context(directory: "/keys")
    context.environment = ["HOME": home].merging(more) { $1 }
    let words = line.split(separator: " ").map(String.init)
    return (await Program.run(words, in: context), bench.output, bench.errors)
  }

  @Test("They are added, listed, used and removed")
  func life() async throws {
    #expect(
      await run("context add prod tcp://host --key ann.key_secret").output
        == "prod is tcp://host, with the key /keys/ann.key_secret.\n")
    #expect(await run("context add test run --key none").code == .ok)
    #expect(await run("context use prod").code == .ok)
    #expect(
      await run("context list").output == """
           NAME  ROUTER      KEY
        *  prod  tcp://host  /keys/ann.key_secret
           test  /keys/run   none

        """)
    #expect(await run("complete contexts").output == "prod\ntest\n")
    #expect(await run("context remove prod").code == .ok)
    #expect(await run("context list --json").output.contains(#""isUsed":false,"key":"none""#))
    #expect(await run("context use none").output == "No context in use.\n")
  }

  @Test("One that the environment overrides is used with a warning")
  func overridden() async {
    _ = await run("context add prod tcp://host --key none")
    let used = await run("context use prod", ["STANDUPS_RUNTIME_DIR": "/run/x"])
    #expect(used.code == .ok && used.output == "Now using prod.\n")
    #expect(
      used.errors
        == "STANDUPS_RUNTIME_DIR is set and takes precedence in this shell. Unset it, or use --context prod.\n"
    )
    #expect(await run("context use prod").errors.isEmpty)
    #expect(await run("context use none", ["STANDUPS_RUNTIME_DIR": "/run/x"]).errors.isEmpty)
  }

  @Test("What cannot be one is refused with the way out")
  func refused() async {
    #expect(await run("context add none tcp://host").code == .usage)
    #expect(await run("context add a/b tcp://host").code == .usage)
    #expect(
      await run("context add prod tcp://host:5550").errors.contains("tcp://host without a port"))
    #expect(await run("context add \(String(repeating: "x", count: 65)) tcp://host").code == .usage)
    let unknown = await run("context use prod")
    #expect(unknown.code == .noInput)
    #expect(unknown.errors.contains("Context not found: “prod”."))
  }

  @Test(
    "One that is named goes before the environment, one that is used after it, --key before all")
  func order() throws {
    var all = Contexts(current: "a")
    all.contexts = [
      "a": .init(router: "tcp://a", key: "/a.key_secret"), "b": .init(router: "/run/b"),
    ]
    let other = ["STANDUPS_ROUTER": "tcp://env", "STANDUPS_KEY": "/env", "HOME": "/h"]
    #expect(try all.environment(other, named: nil) == other)
    #expect(
      try all.environment(other, named: "b") == ["STANDUPS_RUNTIME_DIR": "/run/b", "HOME": "/h"])
    #expect(try all.environment(other, named: "none") == other)
    #expect(
      try all.environment(["HOME": "/h"], named: nil)
        == ["STANDUPS_ROUTER": "tcp://a", "STANDUPS_KEY": "/a.key_secret", "HOME": "/h"])
    #expect(throws: Failure.self) { try all.environment(other, named: "c") }
  }

  @Test("A file that is damaged is said, and not thrown away")
  func damaged() async throws {
    try FileManager.default.createDirectory(
      atPath: home + "/.config/standups", withIntermediateDirectories: true)
    let path = home + "/.config/standups/contexts.json"
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let result = await run("context list")
    #expect(result.code == .configuration)
    #expect(result.errors.contains("\(path) is not a valid list of contexts"))
    #expect(await run("context add a tcp://a").code == .configuration)
  }
}

import Bus
import CommandLineKit
import Foundation
import Glibc
import RouterAPI
import TestSupport
import Testing

@testable import Command

@Suite("Errors")
struct FailureTests {
  @Test(
    "Each code of the bus ends the program with its own exit code",
    arguments: [
      (BusError.Code.unroutable, 69), (.busy, 75), (.expired, 75), (.invalid, 65), (.denied, 77),
      (.tooLarge, 65), (.version, 76), (.conflict, 65), (.notFound, 66), (.unavailable, 69),
      (.internal, 70), (BusError.Code(rawValue: "new"), 70),
    ] as [(BusError.Code, Int32)])
  func codes(code: BusError.Code, exit: Int32) async {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in throw BusError(code, "It is so. Do that.") }
    #expect(await bench.run("services").rawValue == exit)
    // A trace may show details that the sentence cannot.
    #expect(bench.errors.hasPrefix("standups: It is so. Do that.\n"))
    #expect(bench.output.isEmpty)
  }

  @Test("With --json the error is JSON on standard error")
  func json() async {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in throw BusError(.denied, "No.") }
    #expect(await bench.run("services --json") == .denied)
    #expect(bench.errors.hasPrefix("{\"error\":{\"code\":\"denied\",\"correlation\":\""))
    #expect(bench.errors.hasSuffix("\",\"exit\":77,\"message\":\"No.\"}}\n"))
    let usage = Bench()
    #expect(await usage.run("lst --json") == .usage)
    #expect(usage.errors.hasPrefix("{\"error\":{\"code\":\"usage\",\"exit\":64,"))
  }

  @Test("No router is one sentence with the way out")
  func noRouter() {
    let failure = Failure.noRouter("ipc:///run/x/commands")
    #expect(failure.exit == .unavailable)
    #expect(
      failure.message
        == "No router is running at ipc:///run/x/commands. Start it with “standups up”.")
  }

  /// Opens a listening Unix socket.
  private static func listen(at path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && Glibc.listen(descriptor, 1) == 0)
    return descriptor
  }

  @Test("A router that is away is waited for as long as the user says")
  func patience() async throws {
    let directory = NSTemporaryDirectory() + "stb-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoint = "ipc://\(directory)/c"
    let clock = TestClock()
    await #expect(throws: Failure.noRouter(endpoint)) {
      try await Connection.requireListener(endpoint, patience: .zero, clock)
    }
    let waiting = Task {
      try await Connection.requireListener(endpoint, patience: .seconds(5), clock)
    }
    await clock.waitForSleepers()
    // The router is back.
    let listener = try Self.listen(at: directory + "/c")
    defer { close(listener) }
    clock.advance(by: .milliseconds(50))
    try await waiting.value
    // A router that never comes back.
    let gone = Task {
      try await Connection.requireListener(endpoint + "2", patience: .milliseconds(40), clock)
    }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(40))
    await #expect(throws: Failure.noRouter(endpoint + "2")) { try await gone.value }
  }

  @Test("What comes from elsewhere cannot steer the terminal")
  func controls() async {
    let bench = Bench()
    bench.caller.on(ListServices.self) { _ in throw BusError(.denied, "a\u{1B}]0;x\u{7}b\nc") }
    _ = await bench.run("services")
    #expect(bench.errors == "standups: a�]0;x�b c\n")
  }

  @Test("NO_COLOR, dumb terminals and pipes get no colour")
  func colour() {
    #expect(Ink.isWanted(isTerminal: true, environment: [:]))
    #expect(Ink.isWanted(isTerminal: true, environment: ["NO_COLOR": ""]))
    #expect(!Ink.isWanted(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(!Ink.isWanted(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(!Ink.isWanted(isTerminal: false, environment: [:]))
  }
}

@Suite("Text on a terminal")
struct DisplayTextTests {
  @Test(
    "Width in columns",
    arguments: [
      ("abc", 3), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("", 0),
      ("ｱ", 1),
      ("한글", 4), ("…", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(DisplayText.width(text) == columns)
  }

  @Test(
    "Cut and filled to exactly so many columns",
    arguments: [
      ("abcdef", 4, "abc…"), ("日本語", 4, "日… "), ("日本語", 5, "日本…"), ("ab", 4, "ab  "),
      ("abc", 0, ""),
      ("abc", 1, "…"),
    ])
  func fit(text: String, columns: Int, fitted: String) {
    #expect(DisplayText.fit(text, columns) == fitted)
    #expect(DisplayText.width(DisplayText.fit(text, columns)) == columns)
  }

  @Test("Wrapping keeps every letter and every limit")
  func wrap() {
    #expect(DisplayText.wrap("one two three", width: 7) == ["one two", "three"])
    #expect(DisplayText.wrap("abcdefgh ij", width: 3) == ["abc", "def", "gh", "ij"])
    #expect(DisplayText.wrap("", width: 5) == [""])
    #expect(DisplayText.wrap("日本語日本", width: 5) == ["日本", "語日", "本"])
    #expect(DisplayText.wrap("a 日本語", width: 4) == ["a", "日本", "語"])
  }
}

import CommandLineKit
import Foundation
import StandupsLogging
import ServiceCatalog
import Testing

@testable import StandupsConfiguration

@Suite struct BusEnvironmentTests {
  func read(_ values: [String: String]) throws -> BusEnvironment {
    try BusEnvironment(values, userID: 1000, isTerminal: false)
  }

  func problems(_ values: [String: String]) -> [ConfigurationError.Problem] {
    do {
      _ = try read(values)
      return []
    } catch {
      return (error as? ConfigurationError)?.problems ?? []
    }
  }

  @Test func defaults() throws {
    let environment = try read(["HOME": "/home/ada"])
    #expect(environment.runtimeDirectory == "/tmp/standups-1000")
    #expect(environment.commands == "ipc:///tmp/standups-1000/commands")
    #expect(environment.events == "ipc:///tmp/standups-1000/events")
    #expect(environment.ingest == "ipc:///tmp/standups-1000/ingest")
    #expect(environment.dataDirectory == "/home/ada/.local/share/standups")
    #expect(environment.logLevel == .info)
    #expect(environment.logStyle == .json)
  }

  /// A program with one setting of its own.
  struct OwnSettings: ProgramSettings {
    var limit: Int
    static let variables = [
      EnvironmentVariable("STANDUPS_OWN_LIMIT", form: "1 to 9", fallback: "5", "how many")
    ]
    init(_ reader: inout EnvironmentReader) {
      limit = reader.integer("STANDUPS_OWN_LIMIT", in: 1...9, or: 5)
    }
  }

  @Test func aProgramReadsSettingsOfItsOwn() throws {
    func own(_ values: [String: String]) throws -> OwnSettings {
      try BusEnvironment.read(
        with: OwnSettings.self, values, userID: 0, isTerminal: false
      ).1
    }
    #expect(try own([:]).limit == 5)
    #expect(try own(["STANDUPS_OWN_LIMIT": "9"]).limit == 9)
    let error = #expect(throws: ConfigurationError.self) {
      try own(["STANDUPS_OWN_LIMIT": "10", "STANDUPS_DATA": "here"])
    }
    #expect(error?.problems.map(\.variable) == ["STANDUPS_DATA", "STANDUPS_OWN_LIMIT"])
    // A setting of another program, which does not read it: a mistake.
    #expect(problems(["STANDUPS_OWN_LIMIT": "9"]).map(\.variable) == ["STANDUPS_OWN_LIMIT"])
  }

  /// One environment may be shared by all programs.
  @Test func theSettingsOfOthersAreNoSlip() {
    let names = ServiceCatalog.all.flatMap(\.settings) + ServiceCatalog.deploymentSettings
    #expect(names.count > 10)
    #expect(problems(Dictionary(names.map { ($0, "x") }) { first, _ in first }) == [])
  }

  @Test func theXDGDirectories() throws {
    let environment = try read([
      "HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_DATA_HOME": "/data",
    ])
    #expect(environment.commands == "ipc:///run/user/7/standups/commands")
    #expect(environment.dataDirectory == "/data/standups")
    // The specification says to ignore relative paths.
    #expect(try read(["XDG_RUNTIME_DIR": "run"]).runtimeDirectory == "/tmp/standups-1000")
  }

  @Test func noHomeIsAnErrorOnlyForWhoNeedsIt() throws {
    let environment = try read([:])
    #expect(throws: ConfigurationError.self) { try environment.requiredDataDirectory() }
    #expect(try read(["STANDUPS_DATA": "/srv/x/"]).requiredDataDirectory() == "/srv/x")
  }

  @Test(arguments: ["tcp://10.0.0.7", "tcp://router", "tcp://*", "tcp://[::1]"])
  func aRoutersHostGivesThreePorts(host: String) throws {
    let environment = try read(["STANDUPS_ROUTER": host, "STANDUPS_EVENTS": "ipc:///run/e"])
    #expect(environment.commands == "\(host):5550")
    #expect(environment.events == "ipc:///run/e")
    #expect(environment.ingest == "\(host):5552")
  }

  @Test func severalRoutersHaveSeveralAddresses() throws {
    let environment = try read(["STANDUPS_ROUTER": "tcp://a,tcp://b"])
    #expect(environment.commands == "tcp://a:5550,tcp://b:5550")
    #expect(Endpoint.list(environment.events) == ["tcp://a:5551", "tcp://b:5551"])
    let named = try read(["STANDUPS_COMMANDS": "ipc:///run/a,tcp://b:1"])
    #expect(Endpoint.list(named.commands) == ["ipc:///run/a", "tcp://b:1"])
  }

  @Test(arguments: ["tcp://a,", ",tcp://a", "tcp://a,,tcp://b", "tcp://a,b", "tcp://a, tcp://b"])
  func severalRoutersOfAnotherForm(hosts: String) {
    #expect(problems(["STANDUPS_ROUTER": hosts]).map(\.variable) == ["STANDUPS_ROUTER"])
    let endpoints = hosts.replacingOccurrences(of: "tcp://", with: "ipc:///")
    #expect(problems(["STANDUPS_EVENTS": endpoints]).map(\.variable) == ["STANDUPS_EVENTS"])
  }

  @Test(arguments: ["tcp://host:5550", "host", "tcp://", "ipc:///x", "tcp://a b", "tcp://[]"])
  func aRoutersHostOfAnotherForm(host: String) {
    #expect(problems(["STANDUPS_ROUTER": host]).map(\.variable) == ["STANDUPS_ROUTER"])
  }

  @Test(arguments: [
    "tcp://host", "tcp://host:0", "tcp://host:65536", "tcp://:5", "udp://h:1", "ipc://x", "x", "/x",
    "tcp://h:-1",
  ])
  func endpointsOfAnotherForm(endpoint: String) {
    #expect(problems(["STANDUPS_COMMANDS": endpoint]).map(\.variable) == ["STANDUPS_COMMANDS"])
  }

  @Test func pathsOfSocketsHaveALimit() {
    func path(_ count: Int) -> String { "/" + String(repeating: "x", count: count - 1) }
    #expect(problems(["STANDUPS_INGEST": "ipc://" + path(107)]).isEmpty)
    let long = problems(["STANDUPS_INGEST": "ipc://" + path(108)])
    #expect(long.map(\.variable) == ["STANDUPS_INGEST"])
    #expect(long[0].message.contains("108 bytes, and Unix allows at most 107"))
    // "/commands" is the longest name in the directory.
    #expect(problems(["STANDUPS_RUNTIME_DIR": path(98)]).isEmpty)
    #expect(
      problems(["STANDUPS_RUNTIME_DIR": path(99)]).map(\.variable) == ["STANDUPS_RUNTIME_DIR"])
    // Without sockets in it, its length does not matter.
    #expect(
      problems(["STANDUPS_RUNTIME_DIR": path(99), "STANDUPS_ROUTER": "tcp://host"]).isEmpty)
  }

  @Test func saysAllThatIsWrongAtOnce() {
    let found = problems([
      "STANDUPS_LOG_LEVEL": "loud", "STANDUPS_LOG_FORMAT": "xml", "STANDUPS_DATA": "here",
      "STANDUPS_COMMAND": "tcp://h:1", "STANDUPS_ZZZZZZZZ": "1",
      "OTHER": "x",
    ])
    #expect(
      found == [
        .init(
          variable: "STANDUPS_COMMAND",
          message: "unknown setting; did you mean STANDUPS_COMMANDS?"),
        .init(
          variable: "STANDUPS_ZZZZZZZZ",
          message: "unknown setting; unset it (--help lists all settings)."),
        .init(
          variable: "STANDUPS_DATA", message: "invalid value “here”; expected an absolute path."),
        .init(
          variable: "STANDUPS_LOG_LEVEL",
          message: "invalid value “loud”; expected one of debug, info, warning, error."),
        .init(
          variable: "STANDUPS_LOG_FORMAT",
          message: "invalid value “xml”; expected one of json, text, auto."),
      ])
  }

  @Test func anInvalidRouterKeyIsNotRepeated() {
    let secret = "a secret key in the wrong place"
    let found = problems(["HOME": "/home/ann", "STANDUPS_ROUTER_KEY": secret])
    #expect(found.map(\.variable) == ["STANDUPS_ROUTER_KEY"])
    #expect(!found.contains { $0.message.contains(secret) })
  }

  @Test func anEmptyValueCountsAsNotSet() throws {
    let all = EnvironmentVariable.common.map { ($0.name, "") }
    let environment = try read(Dictionary(uniqueKeysWithValues: all))
    #expect(environment == (try read([:])))
  }

  @Test func colourIsForTerminalsThatWantIt() throws {
    func style(_ values: [String: String]) throws -> LogStyle {
      try BusEnvironment(values, userID: 0, isTerminal: true).logStyle
    }
    #expect(try style([:]) == .text(colour: true))
    #expect(try style(["NO_COLOR": "1"]) == .text(colour: false))
    #expect(try style(["TERM": "dumb"]) == .text(colour: false))
    #expect(try style(["STANDUPS_LOG_FORMAT": "json"]) == .json)
  }

  @Test(arguments: [
    ("--hlep", "--help"), ("strat", "start"), ("--print-change", "--print-changes"),
  ])
  func suggestions(written: String, meant: String) {
    let known = ["--help", "--version", "--print-changes", "start", "stop"]
    #expect(Suggestion.nearest(to: written, in: known) == meant)
    #expect(Suggestion.nearest(to: "entirely different", in: known) == nil)
  }

  /// Any user can create a directory below /tmp, and would then decide who answers there.
  @Test func aRuntimeDirectoryThatOthersCanWriteInIsNotConnectedTo() throws {
    // A nonexistent user id that differs for each concurrent run.
    let userID = 3_000_000_000 + UInt32(ProcessInfo.processInfo.processIdentifier)
    let environment = try BusEnvironment([:], userID: userID, isTerminal: false)
    let path = environment.runtimeDirectory
    #expect(path == "/tmp/standups-\(userID)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    let error = #expect(throws: ConfigurationError.self) {
      try environment.secureRuntimeDirectory()
    }
    #expect("\(try #require(error))".contains("other users can write to \(path)"))
    // A missing directory is created before another user can do it.
    try FileManager.default.removeItem(atPath: path)
    try environment.secureRuntimeDirectory()
    let made = try FileManager.default.attributesOfItem(atPath: path)
    #expect(made[.posixPermissions] as? Int == 0o700)
    // A directory or remote router named explicitly is trusted.
    for variables in [
      ["STANDUPS_RUNTIME_DIR": "/nowhere"], ["STANDUPS_ROUTER": "tcp://127.0.0.1"],
    ] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      try BusEnvironment(variables, userID: userID, isTerminal: false).secureRuntimeDirectory()
    }
  }
}

import AccessRights
import Bus
import Connecting
import StandupsConfiguration
import Foundation
import StandupsLogging
import TestSupport
import Testing
import ZeroMQ

@testable import RouterService

/// The router's start with and without keys.
@Suite(.needs(.curve)) struct RouterKeysTests {
  private func make(_ environment: [String: String]) async throws -> (RouterKeys?, [String]) {
    let lines = Recorder<String>()
    let log = StandupsLogging.Log(service: "router", sink: LogSink { lines.record($0) })
    let loop = try SocketLoop(name: "keys")
    let result = Result {
      try RouterKeys.make(
        BusEnvironment(environment, userID: 1, isTerminal: false), log: log, loop: loop)
    }
    await loop.stop()
    return (try result.get(), lines.values)
  }

  private func problem(_ environment: [String: String]) async throws -> ConfigurationError.Problem {
    do {
      _ = try await make(environment)
    } catch let error as ConfigurationError {
      return try #require(error.problems.first)
    }
    throw ConfigurationError("none", "It began.")
  }

  @Test(arguments: ["tcp://*", "tcp://0.0.0.0", "tcp://10.1.2.3", "tcp://router"])
  func withoutKeysItIsNotReachableFromElsewhere(host: String) async throws {
    let found = try await problem(["STANDUPS_ROUTER": host])
    #expect(found.variable == "STANDUPS_KEYS")
    #expect(found.message.contains("standups keys init"))
    #expect(found.message.contains("\(host):5550"))
    // One open socket is enough.
    #expect(
      try await problem(["STANDUPS_EVENTS": "\(host):1"]).message.contains("\(host):1"))
    let (keys, lines) = try await make(["STANDUPS_ROUTER": host, "STANDUPS_INSECURE": "yes"])
    #expect(keys == nil)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"warning\"") == true)
    #expect(lines.first?.contains("STANDUPS_INSECURE") == true)
  }

  @Test(arguments: [
    [:], ["STANDUPS_ROUTER": "tcp://127.0.0.1"], ["STANDUPS_ROUTER": "tcp://[::1]"],
  ])
  func onThisHostItNeedsNone(environment: [String: String]) async throws {
    let (keys, lines) = try await make(environment)
    #expect(keys == nil)
    #expect(lines.isEmpty)
  }

  @Test func keysThatAreMissingAreNamed() async throws {
    let found = try await problem(["STANDUPS_KEYS": "/nonexistent"])
    #expect(found.variable == "STANDUPS_KEYS")
    #expect(found.message.contains("/nonexistent/router.key_secret does not exist"))
    #expect(found.message.contains("standups keys init"))
  }

  /// While a router stands by, keys may be added and revoked: it reads them again before it listens.
  @Test func keysThatChangedWhileItStoodByAreReadAtOnce() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("keys-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func add(_ name: String) throws -> CurvePublicKey {
      let key = try CurveKeyPair.generate().publicKey
      try KeyFile.write(
        CurveCertificate(publicKey: key, metadata: ["role": "operator"]),
        to: "\(folder)/\(name).key")
      return key
    }
    try KeyFile.write(CurveCertificate(.generate()), to: "\(folder)/router.key_secret")
    let revoked = try add("old")
    let loop = try SocketLoop(name: "keys")
    let keys = try #require(
      try RouterKeys.make(
        BusEnvironment(["STANDUPS_KEYS": folder], userID: 1, isTerminal: false),
        log: .discarded, loop: loop))
    try FileManager.default.removeItem(atPath: "\(folder)/old.key")
    let added = try add("ann")
    let read = Recorder<KeyRing>()
    await loop.run { keys.watch { read.record($0) } }
    await loop.stop()
    #expect(read.values.first?[added] != nil)
    #expect(read.values.first?[revoked] == nil)
  }

  @Test func whoKnocksAgainAndAgainFillsNoLog() {
    let lines = Recorder<String>()
    let log = RefusalLog(
      StandupsLogging.Log(service: "router", sink: LogSink { lines.record($0) }))
    for _ in 0..<100 { log.note(fingerprint: "0a", reason: "No.") }
    log.note(fingerprint: "0b", reason: "No.")
    #expect(lines.values.count == 2)
  }
}

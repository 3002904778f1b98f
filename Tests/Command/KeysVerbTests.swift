import Bus
import CommandLineKit
import Connecting
import Foundation
import ServiceCatalog
import TestSupport
import Testing
import ZeroMQ

@testable import Command

@Suite("standups keys", .needs(.curve))
final class KeysVerbTests {
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("keys-\(UUID().uuidString.prefix(8))").path
  private var router: KeyDirectory { KeyDirectory("\(root)/router") }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Runs `standups keys …` in the directory of this test.
  private func keys(_ line: String) async -> (code: ExitCode, output: String, errors: String) {
    let bench = Bench()
    let code = await bench.run(
      ["keys"] + line.split(separator: " ").map(String.init) + ["--directory", root])
    return (code, bench.output, bench.errors)
  }

  private func entries(_ name: String? = nil) throws -> [KeyDirectory.Entry] {
    try router.entries().entries.filter { name == nil || $0.name == name }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("init makes all that an installation needs, and nobody else can read it")
  func initialize() async throws {
    #expect(await keys("init").code == .ok)
    let found = try router.entries()
    #expect(found.problems.isEmpty)
    var roles = [
      "webhooks": "service:webhooks,observer", "gateway": "service:gateway,operator",
      "bridge": "service:bridge,observer", "cells": "service:cells,operator",
      "operator": "operator", "observer": "observer", "loadtest": "loadtest",
    ]
    for service in ServiceCatalog.children where roles[service.name] == nil {
      roles[service.name] = "service:\(service.name)"
    }
    #expect(
      Dictionary(uniqueKeysWithValues: found.entries.map { ($0.name, Role.text($0.roles)) })
        == roles)
    let own = try router.routerKeys()
    try #require(!found.entries.isEmpty)
    for entry in found.entries {
      let secret = "\(root)/\(entry.name)/\(entry.name).key_secret"
      #expect(try KeyFile.readPair(secret).publicKey == entry.key)
      #expect(try mode(secret) == 0o600)
      #expect(try mode("\(root)/\(entry.name)") == 0o700)
      #expect(try KeyFile.read("\(root)/\(entry.name)/router.key").publicKey == own.publicKey)
    }
    #expect(try mode(router.secretFile) == 0o600)
  }

  @Test("init again changes nothing, and completes what is missing")
  func again() async throws {
    _ = await keys("init")
    func contents() throws -> [String: Data] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: root)
      return Dictionary(
        uniqueKeysWithValues: names.compactMap { name in
          FileManager.default.contents(atPath: "\(root)/\(name)").map { (name, $0) }
        })
    }
    let before = try contents()
    let again = await keys("init --json")
    #expect(again.code == .ok)
    #expect(!again.output.contains("made"))
    #expect(try contents() == before)
    try FileManager.default.removeItem(atPath: "\(root)/timer")
    try FileManager.default.removeItem(atPath: "\(root)/observer/router.key")
    let completed = await keys("init")
    #expect(completed.code == .ok)
    #expect(completed.output.split(separator: "\n").count { $0.contains(" made ") } == 1)
    #expect(try contents()["observer/router.key"] == before["observer/router.key"])
    for (name, data) in before where !name.hasPrefix("timer/") {
      #expect(try contents()[name] == data, "\(name)")
    }
    #expect(try entries("timer").count == 2)
  }

  @Test("A key that was taken away by hand stays away")
  func takenAway() async throws {
    _ = await keys("init")
    try FileManager.default.removeItem(atPath: "\(root)/router/observer.key")
    let again = await keys("init")
    #expect(again.code == .ok)
    #expect(again.output.contains("unknown"))
    #expect(again.errors.contains("\(root)/observer/observer.key_secret"))
    #expect(try entries("observer").isEmpty)
  }

  @Test("A router's key without its secret, or of another router, is not replaced in silence")
  func otherRouter() async throws {
    _ = await keys("init")
    try FileManager.default.removeItem(atPath: router.secretFile)
    let without = await keys("init")
    #expect(without.code == .data)
    #expect(without.errors.contains(router.secretFile))
    try FileManager.default.removeItem(atPath: router.publicFile)
    let other = await keys("init")
    #expect(other.code == .data)
    #expect(other.errors.contains("another router"))
  }

  @Test("add, list, show, rotate, revoke")
  func life() async throws {
    #expect(await keys("list").code == .noInput)
    _ = await keys("init")
    let added = await keys("add ann --role operator,observer --json")
    #expect(added.code == .ok)
    let key = try #require(try entries("ann").first)
    #expect(key.roles == [.operator, .observer])
    #expect(added.output.contains(key.key.fingerprint))
    let secret = "\(root)/ann/ann.key_secret"
    #expect(try KeyFile.readPair(secret).publicKey == key.key)
    let list = await keys("list")
    #expect(list.output.contains("ann"))
    #expect(list.output.contains(key.key.fingerprint))
    #expect(!list.output.contains(key.key.z85))
    #expect(await keys("show ann").output.contains(key.key.z85))
    #expect(await keys("show").output.contains(try router.routerKeys().publicKey.z85))
    #expect(await keys("add ann --role observer").code == .cannotCreate)
    #expect(await keys("add router --role observer").code == .cannotCreate)

    // Both are valid until the first is revoked.
    let rotated = await keys("rotate ann")
    #expect(rotated.code == .ok)
    #expect(rotated.output.contains("keys revoke \(key.key.fingerprint)"))
    let both = try entries("ann")
    #expect(both.count == 2)
    #expect(both.allSatisfy { $0.roles == key.roles })
    let next = try KeyFile.readPair(secret).publicKey
    #expect(next != key.key)
    #expect(both.map(\.key).contains(next))
    #expect(await keys("revoke \(key.key.fingerprint.prefix(8))").code == .ok)
    #expect(try entries("ann").map(\.key) == [next])
    #expect(try KeyFile.readPair(secret).publicKey == next)
    // The secret is deleted with the last key, so that the name is free again.
    #expect(await keys("revoke ann").code == .ok)
    #expect(try entries("ann").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: secret))
    #expect(await keys("revoke ann").code == .noInput)
    #expect(await keys("rotate ann").code == .noInput)
    #expect(await keys("add ann --role observer").code == .ok)
  }

  @Test("A tool of a team has a role there, and cannot be a person at the same time")
  func team() async throws {
    _ = await keys("init")
    #expect(await keys("add ci --role team:web:member,team:ops:observer").code == .ok)
    #expect(try entries("ci").map(\.roles) == [[.team("web", .member), .team("ops", .observer)]])
    #expect(await keys("list").output.contains("team:web:member,team:ops:observer"))
    let both = await keys("add ann --role team:web:member,person:\(UUID())")
    #expect(both.code == .usage && both.errors.contains("standups teams join"))
    #expect(try entries("ann").isEmpty)
  }

  @Test("The owner's own public key, so that the secret need not travel")
  func ownKey() async throws {
    _ = await keys("init")
    let pair = try CurveKeyPair.generate()
    let file = "\(root)/own.key"
    try KeyFile.write(CurveCertificate(pair).forOthers, to: file)
    #expect(await keys("add wall --role observer --public \(file)").code == .ok)
    #expect(try entries("wall").map(\.key) == [pair.publicKey])
    #expect(!FileManager.default.fileExists(atPath: "\(root)/wall"))
    #expect(await keys("add wall-2 --role observer --public \(file)").code == .cannotCreate)
  }

  @Test(
    "What is wrong is a usage error",
    arguments: [
      "add", "add ann", "add ann --role king", "add ann --role team:web",
      "add ../x --role observer", "add .x --role observer",
      "revoke", "revoke router", "rotate router", "rotate a/b",
    ])
  func usage(line: String) async throws {
    _ = await keys("init")
    let before = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    let run = await keys(line)
    #expect(run.code == .usage)
    #expect(run.errors.hasPrefix("standups: "))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: root).sorted() == before)
  }

  @Test("The router's own directory is as good as the one around it")
  func either() async throws {
    _ = await keys("init")
    let bench = Bench()
    #expect(await bench.run(["keys", "list", "-d", "\(root)/router"]) == .ok)
    #expect(bench.output == (await keys("list")).output)
  }
}

import CommandLineKit
import Foundation
import SpeechModels
import Testing

@testable import Command

/// Models of other languages on the command line. Nothing is downloaded: curl is a script.
@Suite("Models of other languages on the command line")
final class EngineModelVerbTests {
  let directory: String
  private var engine: String { directory + "/engine" }
  private var models: ModelDirectory { ModelDirectory(ofEngine: engine) }

  init() throws {
    directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try write("", to: "engine/moonshine_voice/libmoonshine.so")
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: directory + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a model into the directory `model`.
  private func writeModel(
    _ content: String = "model", licence: String = "MIT",
    _ change: (inout ModelManifest) -> Void = { _ in }
  ) throws {
    let file = ModelManifest.File(
      bytes: content.utf8.count, sha256: try FileSum.digest(of: Data(content.utf8)))
    var manifest = ModelManifest(
      name: "model-\(content)", language: "es", architecture: "base",
      licence: .init(name: licence, url: "https://example.org/licence"), features: ["keyTerms"],
      files: Dictionary(uniqueKeysWithValues: ModelManifest.requiredFiles.map { ($0, file) }))
    change(&manifest)
    for name in manifest.files.keys { try write(content, to: "model/" + name) }
    try write(
      String(decoding: try JSONEncoder().encode(manifest), as: UTF8.self), to: "model/model.json")
  }

  private func run(
    _ bench: Bench, _ line: String, _ more: [String] = [], environment: [String: String] = [:]
  ) async -> ExitCode {
    var context = bench.context(directory: directory)
    context.environment = environment.merging(["STANDUPS_ENGINE": engine]) { $1 }
    let tokens = ["engine"] + line.split(separator: " ").map(String.init) + more
    return await Program.run(tokens, in: context)
  }

  private var entries: [String] {
    get throws {
      guard FileManager.default.fileExists(atPath: models.path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: models.path).sorted()
    }
  }

  @Test("A model is installed from a directory, listed and removed")
  func installing() async throws {
    try writeModel()
    let add = Bench()
    #expect(await run(add, "add ES model") == .ok)
    #expect(add.output.hasPrefix("Installed model-model for the language “es” (licence: MIT).\n"))
    let model = try #require(try models.model(for: "es-MX"))
    try model.verify()
    #expect(try entries.count == 2)
    let list = Bench()
    #expect(await run(list, "list --json") == .ok)
    #expect(list.output.contains(#""features":["keyTerms"],"language":"es""#))
    let table = Bench()
    #expect(await run(table, "list") == .ok)
    #expect(table.output.contains("es") && table.output.contains("model-model"))
    #expect(await run(Bench(), "remove es") == .ok)
    #expect(try entries == [])
    let again = Bench()
    #expect(await run(again, "remove es") == .noInput)
    #expect(again.errors.contains("standups engine list"))
    let empty = Bench()
    #expect(await run(empty, "list") == .ok)
    #expect(empty.output.contains("standups engine add"))
  }

  @Test("A new model replaces the previous one, and leftovers of an interrupted one are removed")
  func replacing() async throws {
    try writeModel()
    #expect(await run(Bench(), "add es model") == .ok)
    try write("half", to: "engine/languages/.new-0/tokenizer.bin")
    // The same one again repairs a damaged file.
    let first = try #require(try models.model(of: "es"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: first.directory + "/tokenizer.bin"))
    #expect(await run(Bench(), "add es model") == .ok)
    try first.verify()
    try writeModel("better")
    #expect(await run(Bench(), "add es model") == .ok)
    #expect(try models.model(of: "es")?.manifest.name == "model-better")
    #expect(try entries.count == 2)
  }

  @Test("A licence with conditions must be accepted by its name")
  func licence() async throws {
    try writeModel(licence: "Moonshine Community License")
    for more in [[], ["--accept-licence", "yes"], ["--accept-licence", "MIT"]] {
      let bench = Bench()
      #expect(await run(bench, "add es model", more) == .usage)
      #expect(bench.errors.contains("Moonshine Community License"))
      #expect(bench.errors.contains("https://example.org/licence"))
      #expect(try entries == [])
    }
    let accepted = ["--accept-licence", "Moonshine Community License"]
    #expect(await run(Bench(), "add es model", accepted) == .ok)
  }

  @Test("A model with a problem changes nothing")
  func problems() async throws {
    try writeModel()
    #expect(await run(Bench(), "add es model") == .ok)
    let before = try entries
    try writeModel("other")
    // Files that do not have the digest, or the size, of the manifest.
    for content in ["Other", "other and more", "oth", ""] {
      try write(content, to: "model/encoder_model.ort")
      #expect(await run(Bench(), "add es model") == .data, "\(content)")
    }
    try FileManager.default.removeItem(atPath: directory + "/model/encoder_model.ort")
    #expect(await run(Bench(), "add es model") == .noInput)
    try FileManager.default.createDirectory(
      atPath: directory + "/model/encoder_model.ort", withIntermediateDirectories: false)
    #expect(await run(Bench(), "add es model") == .noInput)
    // Another language, and manifests that are not valid.
    let other = Bench()
    #expect(await run(other, "add fr model") == .data)
    #expect(other.errors.contains("“es”"))
    for text in ["{}", String(repeating: " ", count: 65_537)] {
      try write(text, to: "model/model.json")
      #expect(await run(Bench(), "add es model") == .data)
    }
    #expect(await run(Bench(), "add es nowhere") == .noInput)
    #expect(await run(Bench(), "add Spanish model") == .usage)
    #expect(try entries == before)
    #expect(try models.model(of: "es")?.manifest.name == "model-model")
  }

  @Test("Without the engine, no model is installed")
  func engineMissing() async throws {
    try writeModel()
    try FileManager.default.removeItem(atPath: engine)
    let bench = Bench()
    #expect(await run(bench, "add es model") == .unavailable)
    #expect(bench.errors.contains("standups engine install"))
    var context = Bench().context(directory: directory)
    context.environment = ["STANDUPS_ENGINE": "none"]
    #expect(await Program.run(["engine", "list"], in: context) == .usage)
  }

  @Test("Two installations do not overlap")
  func locked() async throws {
    try writeModel()
    let lock = try HeldLock(directory + "/.engine.lock") { _ in .usage("It is held.") }
    let bench = Bench()
    #expect(await run(bench, "add es model") == .temporary)
    #expect(bench.errors.contains("try again"))
    #expect(try entries == [])
    lock.release()
    #expect(await run(Bench(), "add es model") == .ok)
  }

  @Test("A model that cannot be read is listed with the reason")
  func unreadable() async throws {
    try write("{", to: "engine/languages/es.json")
    let bench = Bench()
    #expect(await run(bench, "list --json") == .ok)
    #expect(bench.output.contains(#""language":"es","problem":"#))
  }

  /// Writes a script instead of curl, and returns the environment with it.
  private func curl(_ script: String) throws -> [String: String] {
    try write("#!/bin/sh\n\(script)\n", to: "bin/curl")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory + "/bin/curl")
    return ["PATH": "\(directory)/bin:/usr/bin:/bin", "HOME": directory]
  }

  /// A script that answers with the files of the directory `model`, and records its arguments.
  private var serving: String {
    """
    echo "$@" >> \(directory)/log
    echo "home: $HOME" >> \(directory)/log
    for address; do :; done
    exec cat "\(directory)/model/${address##*/}"
    """
  }

  @Test("A model is downloaded over https only, with limits")
  func download() async throws {
    try writeModel()
    let environment = try curl(serving)
    let address = "https://example.org/es/"
    #expect(await run(Bench(), "add es \(address)", environment: environment) == .ok)
    try #require(try models.model(of: "es")).verify()
    let log = try String(contentsOfFile: directory + "/log", encoding: .utf8)
    let calls = log.split(separator: "\n").filter { !$0.hasPrefix("home:") }
    #expect(calls.count == 4)
    for call in calls {
      #expect(call.hasPrefix("--disable "))
      for option in [
        "--proto =https", "--proto-redir =https", "--max-redirs 5", "--connect-timeout 15",
        "--max-time 3600", "--fail",
      ] {
        #expect(call.contains(option), "\(option)")
      }
    }
    #expect(calls[0].hasSuffix("--max-filesize 65536 --url https://example.org/es/model.json"))
    #expect(
      calls[1].hasSuffix("--max-filesize 5 --url https://example.org/es/decoder_model_merged.ort"))
    // Variables of this program that curl does not need stay here.
    #expect(!log.contains("home: \(directory)"))
  }

  @Test("An address without https, or with more than a path, is rejected")
  func addresses() async throws {
    let environment = try curl("touch \(directory)/called")
    for address in [
      "http://example.org/model.json", "file:///etc/passwd", "ftp://example.org/model.json",
      "https://ann:secret@example.org/model.json", "https://example.org/model.json?a=b",
      "https://example.org/model.json#a", "https:///model.json", "https://example.org",
    ] {
      let bench = Bench()
      #expect(
        await run(bench, "add es \(address)", environment: environment) == .usage, "\(address)")
      #expect(bench.errors.contains("https"))
    }
    #expect(!FileManager.default.fileExists(atPath: directory + "/called"))
    let without = Bench()
    let nowhere = ["PATH": directory + "/nowhere"]
    let code = await run(without, "add es https://example.org/model.json", environment: nowhere)
    #expect(code == .unavailable && without.errors.contains("curl"))
  }

  @Test(
    "A failed download is explained",
    arguments: [
      (1, "without https"), (6, "unknown"), (7, "cannot be reached"), (22, "does not have it"),
      (28, "too long"), (47, "redirects"), (60, "not trusted"), (99, "code 99"),
    ])
  func failures(code: Int, reason: String) async throws {
    let environment = try curl("exit \(code)")
    let bench = Bench()
    #expect(
      await run(bench, "add es https://example.org/model.json", environment: environment)
        == .unavailable)
    #expect(bench.errors.contains(reason))
    #expect(try entries == [])
  }

  @Test("A server that sends more than the limit is cut off")
  func endless() async throws {
    let environment = try curl("exec yes")
    let bench = Bench()
    #expect(
      await run(bench, "add es https://example.org/model.json", environment: environment) == .data)
    #expect(bench.errors.contains("more than 65536 bytes"))
    #expect(try entries == [])
  }
}

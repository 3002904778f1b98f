import CommandLineKit
import Foundation
import Glibc
import SpeechModels

/// Installs and removes the models of languages in the directory of a speech engine.
///
/// A model is complete and checked before its manifest is renamed into place, so services never see an
/// incomplete one, and a failure changes nothing.
struct ModelInstaller {
  /// Directory of the engine.
  let engine: String
  /// Reports the beginning of a file.
  var report: (String) -> Void = { _ in }

  private var models: ModelDirectory { ModelDirectory(ofEngine: engine) }

  /// Installs a model, and replaces the previous one of the language.
  ///
  /// - Parameters:
  ///   - tag: language that the model is expected to recognise.
  ///   - licence: name of the licence that the user accepts; nil for none.
  /// - Throws: `Failure` if anything is wrong with the model, the licence is not accepted, or a file
  ///   cannot be written.
  func install(
    _ tag: String, from source: some ModelSource, accepting licence: String?
  ) throws -> InstalledModel {
    guard FileManager.default.fileExists(atPath: EngineDirectory.library(in: engine)) else {
      throw Failure(
        .unavailable, code: "no_engine",
        "The speech engine is not installed in \(engine). Run “standups engine install” first.")
    }
    let text = try source.data(of: ModelManifest.fileName, maxBytes: ModelManifest.maxBytes)
    let manifest = try Self.manifest(text, tag)
    try Self.check(manifest.licence, accepted: licence)
    return try locked {
      removeLeftovers()
      let scratch = try makeScratch()
      // Ignored because the next installation removes it.
      defer { try? FileManager.default.removeItem(atPath: scratch) }
      for (name, file) in manifest.files.sorted(by: { $0.key < $1.key }) {
        report("\(name) (\(Self.megabytes(file.bytes)))")
        try copy(name, file, from: source, to: scratch)
      }
      let digest = try putInPlace(scratch, text, tag)
      return InstalledModel(
        manifest: manifest, digest: digest, directory: models.filesPath(of: tag, digest: digest))
    }
  }

  /// Removes the model of a language.
  ///
  /// - Throws: `Failure` if none is installed, or if it cannot be removed.
  func remove(_ tag: String) throws {
    try locked {
      let path = models.manifestPath(of: tag)
      guard FileManager.default.fileExists(atPath: path) else {
        throw Failure.notFound("Model of the language", tag, list: "standups engine list")
      }
      try writing(path) { try FileManager.default.removeItem(atPath: path) }
      for files in models.filesPaths(of: tag) {
        try writing(files) { try FileManager.default.removeItem(atPath: files) }
      }
    }
  }

  private static func manifest(_ text: Data, _ tag: String) throws -> ModelManifest {
    let manifest: ModelManifest
    do throws(ModelProblem) {
      manifest = try ModelManifest(reading: text)
    } catch {
      throw Failure(.data, code: "invalid_model", error.description)
    }
    guard manifest.language == tag else {
      throw Failure(
        .data, code: "invalid_model",
        "The model recognises the language “\(manifest.language)”, not “\(tag)”. Run “standups engine add"
          + " \(manifest.language) …” if you want it.")
    }
    return manifest
  }

  /// Checks that a licence with conditions is accepted by its name.
  private static func check(_ licence: ModelManifest.Licence, accepted: String?) throws {
    guard !licence.isFree, accepted != licence.name else { return }
    let name = DisplayText.safe(licence.name)
    throw Failure(
      .usage, code: "licence",
      "The licence of this model, “\(name)”, has conditions"
        + (licence.url.map { " (\(DisplayText.safe($0)))" } ?? "")
        + ". Read it, and if you accept it, run the command again with --accept-licence '\(name)'.")
  }

  /// Copies a file, whose size and digest must be those of the manifest.
  private func copy(
    _ name: String, _ file: ModelManifest.File, from source: some ModelSource, to scratch: String
  ) throws {
    let path = scratch + "/" + name
    let isWhole = try FileSum.isWhole(file) { add in
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw Failure.file(path, "write")
      }
      let handle = try writing(path) { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
      // Ignored because an incomplete file is not used.
      defer { try? handle.close() }
      try source.read(name, maxBytes: file.bytes) { piece in
        add(piece)
        try writing(path) { try handle.write(contentsOf: piece) }
      }
      try writing(path) { try handle.synchronize() }
    }
    guard isWhole else {
      throw Failure(
        .data, code: "damaged",
        "\(name) of \(DisplayText.safe(source.name)) does not have the SHA-256 of the manifest; nothing was"
          + " installed. Get the model again.")
    }
  }

  /// Renames the files and then the manifest into place, and removes the previous model.
  ///
  /// - Returns: the digest of the manifest.
  private func putInPlace(_ scratch: String, _ text: Data, _ tag: String) throws -> String {
    let manifest = scratch + "/" + ModelManifest.fileName
    try writing(manifest) { try text.write(to: URL(fileURLWithPath: manifest)) }
    let digest = try FileSum.digest(of: text)
    let files = models.filesPath(of: tag, digest: digest)
    let copy = models.path + "/\(Self.scratchPrefix)\(tag).json"
    try writing(copy) { try text.write(to: URL(fileURLWithPath: copy)) }
    try makeReadable(scratch)
    try makeReadable(copy)
    // The same model may be there, and may be damaged. Moving it takes less time than removing it, during
    // which a service would not find its files.
    if FileManager.default.fileExists(atPath: files) {
      try rename(files, to: try makeScratch() + "/old")
    }
    try rename(scratch, to: files)
    try rename(copy, to: models.manifestPath(of: tag))
    for old in models.filesPaths(of: tag) where old != files {
      try writing(old) { try FileManager.default.removeItem(atPath: old) }
    }
    removeLeftovers()
    return digest
  }

  // MARK: Files

  private static let scratchPrefix = ".new-"

  /// Creates the directory of the models, and one for new files next to them, because a rename is atomic
  /// only within a file system.
  private func makeScratch() throws -> String {
    if !FileManager.default.fileExists(atPath: models.path) {
      try makeDirectory(models.path)
      try makeReadable(models.path)
    }
    let path = models.path + "/\(Self.scratchPrefix)\(UUID().uuidString.lowercased())"
    try makeDirectory(path)
    return path
  }

  private func makeDirectory(_ path: String) throws {
    try writing(path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }

  /// Lets all users read a file, or a directory and its files, whatever the umask is: services may run as
  /// another user.
  private func makeReadable(_ path: String) throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
    guard chmod(path, isDirectory.boolValue ? 0o755 : 0o644) == 0 else {
      throw Failure.file(path, "write")
    }
    guard isDirectory.boolValue else { return }
    for name in try writing(path, { try FileManager.default.contentsOfDirectory(atPath: path) }) {
      try makeReadable(path + "/" + name)
    }
  }

  /// Removes the files of an installation that was interrupted.
  private func removeLeftovers() {
    // Ignored because without the directory nothing is left.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: models.path)) ?? []
    for name in names where name.hasPrefix(Self.scratchPrefix) {
      // Ignored because they do no harm, and the next installation tries again.
      try? FileManager.default.removeItem(atPath: models.path + "/" + name)
    }
  }

  /// Holds the lock that scripts/engine also uses, so that no two installations overlap.
  private func locked<Value>(_ body: () throws -> Value) throws -> Value {
    let parent = URL(fileURLWithPath: engine).deletingLastPathComponent().path
    let lock = try HeldLock(parent + "/.engine.lock") { _ in
      Failure(
        .temporary, code: "busy",
        "Another “standups engine” command is running; try again when it has finished.")
    }
    defer { lock.release() }
    return try body()
  }

  private func rename(_ old: String, to new: String) throws {
    guard Glibc.rename(old, new) == 0 else {
      throw Failure.file(new, "write")
    }
  }

  private func writing<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw Failure.file(path, "write", error)
    }
  }

  static func megabytes(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\(max(1, bytes / 1000)) KB" : "\(bytes / 1_000_000) MB"
  }
}

import Foundation
import Schema

/// The directory with the models of other languages, in that of the speech engine.
///
/// A model consists of `TAG.json`, which is its manifest, and `TAG-DIGEST/`, which has its files; DIGEST
/// is the beginning of the manifest's SHA-256. A model is installed once its manifest is renamed into
/// place, so no program ever sees an incomplete one.
package struct ModelDirectory: Sendable {
  package let path: String

  /// The directory in that of an engine.
  package init(ofEngine directory: String) { path = directory + "/languages" }

  /// Maximum number of models that are listed.
  package static let maxModels = 64
  /// Number of digits of the digest in the name of a model's directory.
  private static let digestDigits = 16

  /// Reads the model of a language; nil if none is installed for exactly this tag.
  ///
  /// - Throws: `ModelProblem` if its manifest cannot be read.
  package func model(of tag: String) throws(ModelProblem) -> InstalledModel? {
    guard LanguageTag.isValid(tag) else { return nil }
    let file = manifestPath(of: tag)
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let data: Data
    do {
      data = try Self.read(file)
    } catch {
      // It may have been removed in the meantime.
      guard FileManager.default.fileExists(atPath: file) else { return nil }
      throw ModelProblem("The manifest \(file) cannot be read.")
    }
    let manifest = try ModelManifest(reading: data)
    guard manifest.language == tag else {
      throw ModelProblem("The manifest \(file) is of another language.")
    }
    let digest: String
    do {
      digest = try FileSum.digest(of: data)
    } catch {
      throw ModelProblem("Out of memory; the manifest \(file) was not read.")
    }
    return InstalledModel(
      manifest: manifest, digest: digest, directory: filesPath(of: tag, digest: digest))
  }

  /// Finds the model for a language: that of the tag, or of a more general one. nil if the engine's own
  /// model recognises the language.
  ///
  /// - Throws: `ModelProblem` if no model recognises the language, or if its manifest cannot be read.
  package func model(for tag: String) throws(ModelProblem) -> InstalledModel? {
    for candidate in LanguageTag.lookup(tag) {
      if let model = try model(of: candidate) { return model }
      if candidate == EngineDirectory.language { return nil }
    }
    throw ModelProblem(
      "No speech model for the language “\(tag)” is installed. An operator can install one with"
        + " “standups engine add”, or choose another language for the standup.")
  }

  /// Returns the tags of the installed models, sorted, at most 64. Empty without a directory.
  package func tags() -> [String] {
    // Ignored because without the directory no model is installed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let tags = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    return Array(tags.filter(LanguageTag.isValid).sorted().prefix(Self.maxModels))
  }

  /// Path of the manifest of a language.
  package func manifestPath(of tag: String) -> String { "\(path)/\(tag).json" }

  /// Path of the files of the model of a language, whose manifest has a digest.
  package func filesPath(of tag: String, digest: String) -> String {
    "\(path)/\(tag)-\(digest.prefix(Self.digestDigits))"
  }

  /// Returns the directories with files of models of a language, including those that were replaced.
  package func filesPaths(of tag: String) -> [String] {
    // Ignored because without the directory no model is installed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      guard name.hasPrefix(tag + "-") else { return false }
      let digest = name.dropFirst(tag.count + 1)
      return digest.count == Self.digestDigits && digest.allSatisfy(\.isHexDigit)
    }.map { "\(path)/\($0)" }
  }

  /// Reads a manifest, up to a byte more than its maximum size.
  private static func read(_ file: String) throws -> Data {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    // Ignored because the file was only read.
    defer { try? handle.close() }
    return try handle.read(upToCount: ModelManifest.maxBytes + 1) ?? Data()
  }
}

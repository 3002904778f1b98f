import Foundation
import SpeechModels

/// Paths of the speech engine's files.
struct EngineLocation: Sendable, Equatable {
  /// Path of the shared library.
  let library: String
  let model: Model

  /// A trained network on disk.
  struct Model: Sendable, Equatable {
    enum Size: String, Sendable { case tiny, base }
    let name: String
    let size: Size
    let directory: String
    /// Maximum number of tokens per second of audio; nil for the engine's default.
    var maxTokensPerSecond: Double?
  }
}

/// Finds the speech engine in the directory that `scripts/setup` filled.
struct EngineLocator: Sendable {
  /// The environment variable for another directory.
  static let variable = EngineDirectory.variable

  /// The directory to search.
  let directory: String

  /// Determines the directory.
  ///
  /// - Parameters:
  ///   - explicit: a directory from the command line; takes precedence.
  ///   - environment: `STANDUPS_ENGINE` is the directory; without it, the directory is in the
  ///     user's cache.
  init(
    explicit: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    directory = explicit ?? EngineDirectory.path(in: environment)
  }

  /// The models of other languages.
  var languages: ModelDirectory { ModelDirectory(ofEngine: directory) }

  /// Finds the library and the best complete model.
  ///
  /// - Throws: `SpeechError.Code.engineMissing`.
  func locate() throws -> EngineLocation {
    let library = try locateLibrary()
    for (name, size) in [("base-en-int8", EngineLocation.Model.Size.base), ("tiny-en", .tiny)] {
      let model = EngineLocation.Model(
        name: name, size: size, directory: directory + "/" + name)
      if model.isComplete { return EngineLocation(library: library, model: model) }
    }
    throw missing("has no complete model in \(directory)")
  }

  /// Finds the files for the model of another language, after they were compared with its manifest.
  ///
  /// - Throws: `SpeechError.Code.engineMissing` without a library, `.engineUnusable` for a damaged
  ///   model.
  func locate(_ installed: InstalledModel) throws -> EngineLocation {
    let manifest = installed.manifest
    do throws(ModelProblem) {
      try installed.verify()
    } catch {
      throw unusable(manifest, cause: error.description)
    }
    guard let size = EngineLocation.Model.Size(rawValue: manifest.architecture) else {
      throw unusable(manifest, cause: "unknown architecture")
    }
    return EngineLocation(
      library: try locateLibrary(),
      model: .init(
        name: manifest.name, size: size, directory: installed.directory,
        maxTokensPerSecond: manifest.maxTokensPerSecond ?? ModelManifest.defaultTokensPerSecond))
  }

  private func locateLibrary() throws -> String {
    let library = EngineDirectory.library(in: directory)
    guard FileManager.default.fileExists(atPath: library) else {
      throw missing("is not installed in \(directory)")
    }
    return library
  }

  private func missing(_ what: String) -> SpeechError {
    SpeechError(
      .engineMissing,
      "The speech engine \(what). Run scripts/setup to fetch it, or set \(Self.variable) to its directory."
    )
  }

  private func unusable(_ manifest: ModelManifest, cause: String) -> SpeechError {
    SpeechError(
      .engineUnusable,
      "The speech model for the language “\(manifest.language)” cannot be loaded. An operator can install"
        + " it again with “standups engine add \(manifest.language)”.", cause: cause)
  }
}

extension EngineLocation.Model {
  /// True if no file is missing, as it may be after an interrupted download.
  fileprivate var isComplete: Bool {
    ModelManifest.requiredFiles.allSatisfy {
      FileManager.default.fileExists(atPath: directory + "/" + $0)
    }
  }
}

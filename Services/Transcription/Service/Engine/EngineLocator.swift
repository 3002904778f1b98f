import Foundation

/// Paths of the speech engine's files.
struct EngineLocation: Sendable, Equatable {
  /// Path of the shared library.
  let library: String
  let model: Model

  /// A trained network on disk.
  struct Model: Sendable, Equatable {
    enum Size: Sendable { case tiny, base }
    let name: String
    let size: Size
    let directory: String
  }
}

/// Finds the speech engine in the directory that `scripts/setup` filled.
struct EngineLocator: Sendable {
  /// The environment variable for another directory.
  static let variable = "STANDUPS_ENGINE"

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
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let given = explicit ?? value(Self.variable) {
      directory = given
    } else {
      let home = value("HOME") ?? NSHomeDirectory()
      // The XDG specification requires relative paths to be ignored.
      let cache = value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      directory = (cache ?? home + "/.cache") + "/standups/engine"
    }
  }

  /// Finds the library and the best complete model.
  ///
  /// - Throws: `SpeechError.Code.engineMissing`.
  func locate() throws -> EngineLocation {
    let library = directory + "/moonshine_voice/libmoonshine.so"
    guard FileManager.default.fileExists(atPath: library) else {
      throw missing("is not installed in \(directory)")
    }
    for (name, size) in [("base-en-int8", EngineLocation.Model.Size.base), ("tiny-en", .tiny)] {
      let model = EngineLocation.Model(
        name: name, size: size, directory: directory + "/" + name)
      if model.isComplete { return EngineLocation(library: library, model: model) }
    }
    throw missing("has no complete model in \(directory)")
  }

  private func missing(_ what: String) -> SpeechError {
    SpeechError(
      .engineMissing,
      "The speech engine \(what). Run scripts/setup to fetch it, or set \(Self.variable) to its directory."
    )
  }
}

extension EngineLocation.Model {
  /// True if no file is missing, as it may be after an interrupted download.
  fileprivate var isComplete: Bool {
    ["encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"].allSatisfy {
      FileManager.default.fileExists(atPath: directory + "/" + $0)
    }
  }
}

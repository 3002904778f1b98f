import Foundation

/// The directory of the speech engine.
package enum EngineDirectory {
  /// The environment variable for another directory.
  package static let variable = "STANDUPS_ENGINE"

  /// Returns the directory: that in `STANDUPS_ENGINE`, or else one in the user's cache.
  package static func path(in environment: [String: String]) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let given = value(variable) {
      return given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    }
    let home = value("HOME") ?? NSHomeDirectory()
    // The XDG specification requires relative paths to be ignored.
    let cache = value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (cache ?? home + "/.cache") + "/standups/engine"
  }

  /// Path of the engine's library in its directory.
  package static func library(in directory: String) -> String {
    directory + "/moonshine_voice/libmoonshine.so"
  }

  /// Language of the models that the engine is installed with.
  package static let language = "en"
}

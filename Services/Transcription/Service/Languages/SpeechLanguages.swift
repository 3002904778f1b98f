import SpeechModels

/// Interface between the service and the speech models of languages other than that of the engine. In
/// production, `installed(_:with:limits:)` implements it.
struct SpeechLanguages: Sendable {
  /// The bounds of memory.
  struct Limits: Sendable, Equatable {
    /// Maximum number of languages that are loaded in addition to that of the engine.
    var maxLoaded = 2
    /// Time after the end of the last stream of a language until it is released.
    var idle = Duration.seconds(600)
  }

  var limits = Limits()
  /// Finds the model for a language; nil if the engine's own model recognises it. Throws an error with a
  /// sentence for a person if no model does.
  let find: @Sendable (_ tag: String) async throws -> InstalledModel?
  /// Returns the tags of the installed models, sorted.
  let list: @Sendable () async throws -> [String]
  /// Loads a model.
  let load: @Sendable (InstalledModel) async throws -> SpeechEngine

  /// No language besides that of the engine.
  static let none = SpeechLanguages(
    find: { tag in
      throw ModelProblem("No speech model for the language “\(tag)” is installed.")
    }, list: { [] },
    load: { _ in throw SpeechError(.engineMissing, "No speech model is installed.") })
}

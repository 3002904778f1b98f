import SpeechModels
import Threads

extension SpeechEngine {
  /// Returns Moonshine with the best installed model. If the model is missing or broken, returns an
  /// unavailable engine with the reason, so that the service runs without one.
  ///
  /// - Parameter transcribers: number of utterances that are recognised at the same time, each on
  ///   its own thread and with its own copy of the model.
  static func moonshine(_ locator: EngineLocator = .init(), transcribers: Int = 2) async
    -> SpeechEngine
  {
    do {
      let location = try locator.locate()
      let model = try await Loader().load(location, transcribers, detectsSpeech: true)
      return SpeechEngine(
        status: .ready(model: location.model.name), capacity: model.capacity,
        findSpeech: { try await model.findSpeech($0) },
        transcribe: { try await model.transcribe($0) })
    } catch {
      return .unavailable("\(error)")
    }
  }

  /// Returns Moonshine with the model of another language. Speech is distinguished from noise by the
  /// loaded engine, because that does not depend on the language.
  ///
  /// - Throws: `SpeechError` if a file is damaged or the model cannot be loaded.
  func moonshine(
    _ installed: InstalledModel, _ locator: EngineLocator, transcribers: Int = 1
  ) async throws -> SpeechEngine {
    let model = try await Loader().load(installed, locator, transcribers)
    return SpeechEngine(
      status: .ready(model: installed.manifest.name), capacity: model.capacity,
      findSpeech: findSpeech,
      transcribe: { try await model.transcribe($0) })
  }
}

extension SpeechLanguages {
  /// The languages whose models are installed next to an engine. They are read again each time, so a
  /// new model is used without a restart.
  ///
  /// - Parameter engine: the loaded engine.
  /// - Throws: `NoThreadError`.
  static func installed(
    _ locator: EngineLocator, with engine: SpeechEngine, limits: Limits = .init()
  ) throws -> SpeechLanguages {
    // One thread for all searches, which are short. A model is loaded on another one.
    let reader = try Loader()
    return SpeechLanguages(
      limits: limits, find: { try await reader.find($0, locator) },
      list: { await reader.list(locator) },
      load: { try await engine.moonshine($0, locator) })
  }
}

/// Reads and loads models on a thread of its own, because that would block the cooperative pool.
private actor Loader {
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor: BlockingExecutor

  init() throws { executor = try BlockingExecutor(label: "speech-loader") }

  func load(
    _ location: EngineLocation, _ transcribers: Int, detectsSpeech: Bool
  ) throws -> MoonshineModel {
    try MoonshineModel(location, transcribers: transcribers, detectsSpeech: detectsSpeech)
  }

  func load(
    _ installed: InstalledModel, _ locator: EngineLocator, _ transcribers: Int
  ) throws -> MoonshineModel {
    try load(locator.locate(installed), transcribers, detectsSpeech: false)
  }

  func find(_ tag: String, _ locator: EngineLocator) throws -> InstalledModel? {
    try locator.languages.model(for: tag)
  }

  func list(_ locator: EngineLocator) -> [String] { locator.languages.tags() }
}

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
      let model = try await Loader().load(location, transcribers)
      return SpeechEngine(
        status: .ready(model: location.model.name), capacity: model.capacity,
        isSpeech: { try await model.isSpeech($0) }, transcribe: { try await model.transcribe($0) })
    } catch {
      return .unavailable("\(error)")
    }
  }
}

/// Loads the model on a thread of its own, because loading would block the cooperative pool.
private actor Loader {
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor: BlockingExecutor

  init() throws { executor = try BlockingExecutor(label: "speech-loader") }

  func load(_ location: EngineLocation, _ transcribers: Int) throws -> MoonshineModel {
    try MoonshineModel(location, transcribers: transcribers)
  }
}

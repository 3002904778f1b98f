@testable import TranscriptionService

/// The engine on this machine, loaded once for all tests.
enum InstalledEngine {
  private static let loading = Task { await SpeechEngine.moonshine() }

  /// - Throws: instructions if it is not installed, so that a test without it fails.
  static func get() async throws -> SpeechEngine {
    let engine = await loading.value
    if case .unavailable(let reason) = engine.status { throw Missing(description: reason) }
    return engine
  }

  struct Missing: Error, CustomStringConvertible { let description: String }
}

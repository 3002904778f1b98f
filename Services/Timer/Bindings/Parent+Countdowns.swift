import Composition
import TimerAPI

extension Parent {
  /// Starts countdowns. An unavailable timer requests its work when it reconnects.
  func startClocks(_ countdowns: [StartCountdown]) async throws {
    try await sendEach(countdowns, atOnce: Self.maxAtOnce, timeoutMs: Self.patienceMs) {
      try Self.isThere($1)
    }
  }
}

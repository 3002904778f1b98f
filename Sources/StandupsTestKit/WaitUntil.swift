/// The error of a condition that did not become true in time.
public struct NeverTrue: Error, CustomStringConvertible {
  public var description: String
}

/// Polls until a condition is true.
///
/// - Parameters:
///   - what: the condition as a sentence, for the error.
///   - limit: timeout. Default: 300 seconds, which is so long that only a hang reaches it.
/// - Throws: `NeverTrue` after the timeout; `CancellationError`; the condition's error.
public func waitUntil(
  _ what: String, within limit: Duration = .seconds(300), _ isTrue: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !isTrue() {
    try Task.checkCancellation()
    guard ContinuousClock.now < end else {
      throw NeverTrue(description: "Not within \(limit): \(what)")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}

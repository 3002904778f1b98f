import Bus
import FastJSON
import StandupsLogging
import TimerAPI

/// Reports turns and ends to the composition root. A failed report is repeated until it is
/// accepted.
extension TimerService {
  /// Makes all calls that are ready.
  func makeCalls() {
    guard !isDraining else { return }
    while let (key, call) = outbox.next() {
      dependencies.printChanges?(["notify \(key.id) \(call)"])
      switch call {
      case .speakerChanged(let speaker, let elapsedMs):
        tell(
          CountdownSpeakerChanged(id: key.id, speaker: speaker, elapsedMs: elapsedMs), call, key)
      case .finished(let elapsedMs):
        tell(CountdownFinished(id: key.id, elapsedMs: elapsedMs), call, key)
      }
    }
  }

  /// Makes one call, which the composition root handles idempotently.
  private func tell(
    _ message: some DelegateMessage<Done> & FastEncodable, _ call: DelegateOutbox.Call,
    _ key: CountdownKey
  ) {
    dependencies.delegate.tell(message) { [self] error in
      let outcome = outcome(error, call, key)
      loop.enter { self.assumeIsolated { $0.completed(key, outcome) } }
    }
  }

  private func completed(_ key: CountdownKey, _ outcome: DelegateOutbox.Outcome) {
    switch outbox.completed(key, outcome) {
    case .nothing: break
    case .forget:
      change { engine, _, sink in engine.forgetFinished(key, into: &sink) }
    case .retry(let delay):
      if !isDraining { retries[key.serial] = Task { await retry(key, after: delay) } }
    }
    makeCalls()
    serveDue()
    if isDraining, outbox.inFlight == 0 { endDrain() }
  }

  private func retry(_ key: CountdownKey, after delay: Duration) async {
    do {
      try await dependencies.sleeper.sleep(for: delay)
    } catch {
      return
    }
    guard !Task.isCancelled else { return }
    retries[key.serial] = nil
    outbox.retry(key)
    makeCalls()
  }

  /// Cancels all retries.
  func cancelRetries() {
    for retry in retries.values { retry.cancel() }
    retries = [:]
  }

  private nonisolated func outcome(
    _ error: (any Error)?, _ call: DelegateOutbox.Call, _ key: CountdownKey
  ) -> DelegateOutbox.Outcome {
    guard let error else { return .acknowledged }
    let isRefused = (error as? BusError).map { Self.refusals.contains($0.code) } ?? false
    dependencies.log.warning(
      isRefused
        ? "The router rejected a call; dropping it."
        : "A call to the router failed; retrying.",
      ["id": LogValue(key.id), "call": LogValue("\(call)"), "error": LogValue("\(error)")])
    return isRefused ? .refused : .failed
  }

  /// Errors after which a retry is pointless.
  private static let refusals: Set<BusError.Code> = [.unbound, .notFound]
}

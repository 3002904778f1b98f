import Bus
import SpeechModels
import StandupsLogging
import TranscriptionAPI

/// Restores streams and decisions after a start, or after another instance or the router was lost.
extension TranscriptionService {
  /// The state of the restoration: decisions and streams that the composition root sends after a
  /// start.
  struct Restoration {
    var isOver = false
    var task: Task<Void, Never>?
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var next = 0
    /// Subjects that were decided here since the restoration began. These decisions are newer than
    /// the reply.
    var decided: Set<String> = []
  }

  /// Maximum time for which a command waits for the restoration.
  private static let timeout = Duration.milliseconds(1500)

  /// The streams that the composition root has named so far.
  private struct NamedStreams {
    /// Streams with a larger serial are newer than the reply.
    let upTo: Int
    var ids: Set<String> = []
    /// Owners that were unavailable.
    var unavailable: Set<String> = []
  }

  /// Requests from the composition root the streams that should be open, and ends those that it no
  /// longer names. Repeats the request while streams remain that only an unavailable owner knows
  /// about, or whose voices were not known.
  func restore() async {
    var wait = Duration.milliseconds(100)
    var after: String?
    var named = NamedStreams(upTo: serials)
    while !Task.isCancelled {
      do {
        let page = try await delivery.delegate.tell(RecognitionRequested(after: after))
        named.ids.formUnion(page.streams.map(\.id))
        named.unavailable.formUnion(page.away ?? [])
        adopt(page, await models(of: page))
        after = page.next
        if after != nil { continue }
        let isComplete =
          endUnnamed(named) && !streams.values.contains { $0.awaitsVoices && voices.isReady }
        endRestoration(.success(()))
        if isComplete { return }
        named = NamedStreams(upTo: serials)
      } catch let error as BusError where error.code == .unbound {
        // No service has streams to restore.
        return endRestoration(.success(()))
      } catch {
        log.debug("The router did not return the streams to open; retrying: \(error)")
      }
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      wait = min(wait * 2, .seconds(2))
    }
  }

  /// Ends streams that were open before the request and were not named.
  ///
  /// - Returns: false if streams of an unavailable owner are left.
  private func endUnnamed(_ named: NamedStreams) -> Bool {
    guard !isDraining, !Task.isCancelled else { return true }
    var isComplete = true
    for id in openIDs(upTo: named.upTo) where !named.ids.contains(id) {
      let owned = OwnedID(id)
      if let owned, named.unavailable.contains(owned.owner) {
        isComplete = false
      } else if owned?.isTools != true {
        log.info("Ending a stream that is no longer needed.", ["id": LogValue(id)])
        endStreams(id)
      }
    }
    return isComplete
  }

  /// Finds the models for the languages of streams that belong to this instance, by the tags.
  private func models(
    of reply: RecognitionRequested.Reply
  ) async -> [String: Result<InstalledModel?, BusError>] {
    var models: [String: Result<InstalledModel?, BusError>] = [:]
    for language in Set(reply.streams.filter { owns($0.id) }.compactMap(\.language)) {
      do throws(BusError) {
        models[language] = .success(try await model(for: language))
      } catch {
        models[language] = .failure(error)
      }
    }
    return models
  }

  private func adopt(
    _ reply: RecognitionRequested.Reply, _ models: [String: Result<InstalledModel?, BusError>]
  ) {
    guard !isDraining else { return }
    for (subject, isGranted) in reply.authorizations
    where !restoration.decided.contains(subject) {
      authorizations.authorize(subject, granted: isGranted)
    }
    for stream in reply.streams where owns(stream.id) {
      do throws(BusError) {
        if case .unavailable(let reason) = engine.status { throw BusError(.denied, reason) }
        guard authorizations.answers[stream.subject] == true else {
          throw Self.unauthorized(stream.subject)
        }
        var model: InstalledModel?
        if let language = stream.language {
          // The stream has become that of this instance in the meantime, and is named again.
          guard let found = models[language] else { continue }
          model = try found.get()
        }
        if streams[StreamKey(id: stream.id)]?.awaitsVoices == true {
          setVoices(stream.voices, others: stream.others, stream.turns, of: stream.id)
        }
        try open(stream, model, isReopened: true)
      } catch {
        reportFailure(of: stream.id, error.message)
      }
    }
  }

  /// Requests the streams again, because some of them now belong to this instance.
  func restoreAgain(after wait: Duration) {
    restoration.task?.cancel()
    restoration.isOver = false
    restoration.decided = []
    restoration.task = Task {
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      await restore()
    }
  }

  func endRestoration(_ result: Result<Void, any Error>) {
    restoration.isOver = true
    for waiting in restoration.waiting.values { waiting.resume(with: result) }
    restoration.waiting = [:]
  }

  /// Waits for the restoration, because the service does not know earlier decisions until then and
  /// must not guess them.
  func waitUntilRestored() async throws {
    guard !restoration.isOver else { return }
    let id = restoration.next
    restoration.next += 1
    let timeout = Task {
      try await clock.sleep(Self.timeout)
      timeOut(id)
    }
    defer { timeout.cancel() }
    try await withCheckedThrowingContinuation { restoration.waiting[id] = $0 }
  }

  private func timeOut(_ id: Int) {
    restoration.waiting.removeValue(forKey: id)?.resume(
      throwing: BusError(
        .unavailable, "The service does not know yet if speech recognition is allowed; try again.",
        retryAfterMs: 200))
  }
}

import Bus
import Logging
import TranscriptionAPI

extension TranscriptionService {
  /// What the parent knows and the service has to be told after its start.
  struct Restoration {
    var isOver = false
    var task: Task<Void, Never>?
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var next = 0
    /// What was decided here since it began: that is newer than what the parent says.
    var decided: Set<String> = []
  }

  /// How long a command waits to know what had been decided.
  private static let patience = Duration.milliseconds(1500)

  /// What the parent has answered so far.
  private struct Named {
    /// Streams with a larger serial are newer than the answer.
    let upTo: Int
    var ids: Set<String> = []
    /// The owners that could not say.
    var away: Set<String> = []
  }

  /// Asks the parent for the streams it wants to have open, and ends what nobody names any more. Owners that are
  /// away are asked again where something is left of which only they know.
  func restore() async {
    var wait = Duration.milliseconds(100)
    var after: String?
    var named = Named(upTo: serials)
    while !Task.isCancelled {
      do {
        let page = try await delivery.delegate.tell(RecognitionRequested(after: after))
        named.ids.formUnion(page.streams.map(\.id))
        named.away.formUnion(page.away ?? [])
        take(page)
        after = page.next
        if after != nil { continue }
        let isComplete = endUnnamed(named)
        endRestoration(.success(()))
        if isComplete { return }
        named = Named(upTo: serials)
      } catch let error as BusError where error.code == .unbound {
        // There is nobody who would know.
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

  /// Ends what was open before the parent was asked, and what it did not name.
  ///
  /// - Returns: false if something is left that belongs to an owner who is away.
  private func endUnnamed(_ named: Named) -> Bool {
    guard !isDraining, !Task.isCancelled else { return true }
    var isComplete = true
    for id in openIDs(upTo: named.upTo) where !named.ids.contains(id) {
      let owned = OwnedID(id)
      if let owned, named.away.contains(owned.owner) {
        isComplete = false
      } else if owned?.isTools != true {
        log.info("Ending a stream that is no longer needed.", ["id": LogValue(id)])
        endStream(id)
      }
    }
    return isComplete
  }

  private func take(_ reply: RecognitionRequested.Reply) {
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
        try open(stream, isTakenUp: true)
      } catch {
        tellFailure(of: stream.id, error.message)
      }
    }
  }

  /// Asks for the streams again, some of which are this instance's only now.
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

  /// Until it is told, the service does not know what had been decided, and must not guess.
  func waitUntilRestored() async throws {
    guard !restoration.isOver else { return }
    let id = restoration.next
    restoration.next += 1
    let timeout = Task {
      try await clock.sleep(Self.patience)
      giveUp(id)
    }
    defer { timeout.cancel() }
    try await withCheckedThrowingContinuation { restoration.waiting[id] = $0 }
  }

  private func giveUp(_ id: Int) {
    restoration.waiting.removeValue(forKey: id)?.resume(
      throwing: BusError(
        .unavailable, "The service does not know yet if speech recognition is allowed; try again.",
        retryAfterMs: 200))
  }

  func authorization(of subject: String) async throws -> SpeechAuthorization {
    try Self.check(subject, "subject")
    if case .ready = engine.status {
      if let share, !share.isAlone {
        try await refresh(subject)
      } else if authorizations.answers[subject] == nil {
        try await waitUntilRestored()
      }
    }
    return SpeechAuthorization(authorizations.authorization(of: subject))
  }

  /// - Throws: `denied`, with the reason, if speech may not be recognised for a subject.
  func mayRecognize(_ subject: String) async throws {
    var authorization = try await authorization(of: subject)
    if authorization.status == .notDetermined {
      // It may have come from another cell while nobody could tell this instance so.
      try await refresh(subject)
      authorization = SpeechAuthorization(authorizations.authorization(of: subject))
    }
    switch authorization.status {
    case .authorized: return
    case .restricted:
      throw BusError(.denied, authorization.reason ?? "Speech recognition is unavailable.")
    case .denied, .notDetermined: throw Self.unauthorized(subject)
    }
  }

  private static func unauthorized(_ subject: String) -> BusError {
    BusError(
      .denied,
      "Speech recognition is not authorised for “\(subject)”; send transcription.authorize first.")
  }

  /// Its standup is gone, and with it what was decided; or what was decided is the parent's to say.
  func forget(_ subject: String) {
    // What the parent is just about to say may be older.
    if restoration.isOver {
      restoration.decided.remove(subject)
    } else {
      restoration.decided.insert(subject)
    }
    authorizations.authorize(subject, granted: nil)
  }

  /// A decision is kept by the parent before it is acknowledged. A denial holds here before that: nobody
  /// is listened to while it is written.
  func authorize(_ command: AuthorizeSpeech, _ cause: Header) async throws -> SpeechAuthorization {
    try Self.check(command.subject, "subject")
    if command.isGranted != true {
      restoration.decided.insert(command.subject)
      authorizations.authorize(command.subject, granted: command.isGranted)
      abandonStreams(of: command.subject)
    }
    _ = try await delivery.delegate.tell(
      SpeechAuthorizationChanged(subject: command.subject, isGranted: command.isGranted),
      causedBy: cause)
    restoration.decided.insert(command.subject)
    let authorization = authorizations.authorize(command.subject, granted: command.isGranted)
    // What was decided before it may have been read meanwhile.
    if command.isGranted != true { abandonStreams(of: command.subject) }
    return SpeechAuthorization(authorization)
  }
}

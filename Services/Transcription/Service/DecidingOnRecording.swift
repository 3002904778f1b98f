import Bus
import TranscriptionAPI

/// Reads, checks and changes the decisions on the recording of a subject.
extension TranscriptionService {
  /// Checks that a command may refer to a subject. This instance does not know the teams of
  /// subjects, so it asks the composition root, unless the scope of the command includes all teams.
  ///
  /// - Throws: `not_found` for a subject outside the scope, or the error of the composition root.
  func checkScope(of subject: String, _ cause: Header) async throws {
    try Self.check(subject, "subject")
    guard cause.scope != .all else { return }
    do {
      _ = try await delivery.delegate.tell(
        SpeechSubjectNamed(subject: subject), causedBy: cause, timeoutMs: 3000)
    } catch let error as BusError {
      throw error.ofQuestion
    }
  }

  /// Returns the permission for a subject. Asks the composition root if this instance may not know
  /// the latest decision.
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

  /// Requests the decision about a subject, which may have been made through another instance.
  /// Without a reply, the known decision applies. A decision that was made here in the meantime
  /// also applies, if this is the only instance.
  func refresh(_ subject: String) async throws {
    do {
      let reply = try await delivery.delegate.tell(
        RecognitionRequested(subject: subject), causedBy: nil, timeoutMs: 1500)
      let isOurs = share?.isAlone ?? true && restoration.decided.contains(subject)
      if let isGranted = reply.authorizations[subject], !isOurs {
        authorizations.authorize(subject, granted: isGranted)
      }
    } catch {
      guard authorizations.answers[subject] == nil else {
        log.debug(
          "The router did not return the recording decision; the last known one applies: \(error)")
        return
      }
      throw error
    }
  }

  /// Returns the permission for a subject whose speech is in a language, which must be available; nil is
  /// that of the engine.
  func authorization(
    of subject: String, in language: String?
  ) async throws -> SpeechAuthorization {
    if let obstacle = await obstacle(to: language) {
      return SpeechAuthorization(status: .restricted, reason: obstacle)
    }
    return try await authorization(of: subject)
  }

  /// Checks that the speech of a subject may be recognised.
  ///
  /// - Throws: `denied`, with the reason, if it may not.
  func mayRecognize(_ subject: String) async throws {
    var authorization = try await authorization(of: subject)
    if authorization.status == .notDetermined {
      // The decision may have come from another cell, and this instance could not be notified.
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

  static func unauthorized(_ subject: String) -> BusError {
    BusError(
      .denied,
      "Speech recognition is not authorised for “\(subject)”; send transcription.authorize first.")
  }

  /// Saves a decision. It is acknowledged once the composition root has saved it. A denial takes
  /// effect in this instance immediately, so that no speech is recognised while the decision is
  /// being written.
  func authorize(_ command: AuthorizeSpeech, _ cause: Header) async throws -> SpeechAuthorization {
    try await checkScope(of: command.subject, cause)
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
    // An earlier decision may have been read in the meantime.
    if command.isGranted != true { abandonStreams(of: command.subject) }
    return SpeechAuthorization(authorization)
  }
}

/// Erases the lines of ended streams, and decisions.
extension TranscriptionService {
  /// Removes ended streams and, if given, the decision about a subject. Open streams stay, because
  /// they belong to live meetings.
  func forget(_ command: ForgetSpeech) async throws -> Done {
    guard command.ids.count <= 1000 else {
      throw BusError(
        .invalid, "Too many ids (\(command.ids.count)); expected at most 1000.")
    }
    for id in command.ids { ended.forget(id) }
    if let subject = command.subject {
      forget(subject)
      if command.hasCome == true { try await refresh(subject) }
    }
    return Done()
  }

  /// Removes a decision, because its standup was deleted or because only the composition root knows
  /// the decision.
  func forget(_ subject: String) {
    // A reply that the composition root is about to send may be older.
    if restoration.isOver {
      restoration.decided.remove(subject)
    } else {
      restoration.decided.insert(subject)
    }
    authorizations.authorize(subject, granted: nil)
  }
}

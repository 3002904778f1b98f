/// Maintains the connection to NATS. Attempts to connect continue even if a server is lost or a
/// permission is missing; until then, events wait in the journal.
extension BridgeReduction {
  mutating func take(_ notice: NATSNotice) {
    switch notice {
    case .connected(let server, let maxPayload): connected(server, maxPayload)
    case .disconnected(let reason):
      connectionLost(reason, retryAfterMs: BridgeReducer.libraryReconnectMs)
    case .ended(let reason): connectionLost(reason, retryAfterMs: BridgeReducer.attemptPauseMs)
    case .acknowledged(let round, let through): acknowledged(round, through)
    case .refused(let round, let failure): refused(round, failure)
    }
  }

  mutating func connected(_ server: String, _ maxPayload: Int) {
    guard state.phase == .running else { return }
    log(.info, "Connected to \(server).")
    state.link = .up(server: server, maxPayload: maxPayload)
    state.attempt = nil
    state.loggedReasons = []
    state.refusals = 0
    clearObstacle()
    checkStreams()
  }

  /// Records that NATS is unavailable, and schedules a new connection attempt.
  ///
  /// - Parameter ms: delay of the attempt, in milliseconds.
  mutating func connectionLost(_ reason: String, retryAfterMs ms: Int) {
    guard state.phase == .running else { return }
    var since = reducer.date()
    if case .away(_, let before) = state.link { since = before }
    if state.loggedReasons.count < BridgeReducer.maxReasons,
      state.loggedReasons.insert(reason).inserted
    {
      log(.warning, "\(reason) Events are waiting in the journal.")
    }
    state.link = .away(reason: reason, since: since)
    state.step = .idle
    state.publishing = nil
    clearObstacle()
    let token = token()
    state.attempt = token
    effects.append(.wait(ms: ms, then: .connectAgain(token)))
  }

  mutating func connectAgain(_ token: Token) {
    guard state.phase == .running, state.attempt == token else { return }
    state.attempt = nil
    effects.append(.connect)
  }

  /// Records that no events can be published although NATS is connected.
  mutating func setObstacle(_ reason: String) {
    if state.obstacle != reason { log(.warning, "Cannot publish events to NATS: \(reason)") }
    state.obstacle = reason
    state.obstacleSince = state.obstacleSince ?? reducer.date()
  }

  /// Records that events can be published again.
  mutating func clearObstacle() {
    state.obstacle = nil
    state.obstacleSince = nil
  }
}

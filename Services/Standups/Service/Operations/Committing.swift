import Bus
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// Commit, then apply: a decision is answered and visible only once it is durable.
extension StandupsReduction {
  /// Sends a decision to be committed.
  mutating func decide(_ operation: Operation, _ decision: Decision) throws {
    var decision = try closingEnds(decision, operation)
    decision.noteTeams(of: teams(of: decision, operation))
    // The reply is saved with the last decision, because the command is not complete before that.
    let decided = try decided(
      decision, key: decision.then.isEmpty ? operation.key : nil,
      request: operation.header?.request)
    step(operation.id, .committing(decision, decided))
    effects.append(.commit(operation.id, decided))
  }

  /// Commits decisions one after the other, as one command.
  mutating func decide(_ operation: Operation, _ decisions: [Decision]) throws {
    guard var first = decisions.first else { return }
    first.then = Array(decisions.dropFirst())
    try decide(operation, first)
  }

  /// Replies to a command that changes nothing. If it has an idempotency key, the reply is saved
  /// too: repeated later under the same key, the command must not make a change that is possible by
  /// then.
  mutating func finishUnchanged(_ operation: Operation, _ reply: StandupsReply) throws {
    guard operation.key != nil else { return finish(operation.id, .success(reply)) }
    try decide(operation, Decision([], reply: reply))
  }

  /// The message to the composition root for a decision.
  func decided(
    _ decision: Decision, key: String?, request: String?
  ) throws -> ChangesDecided {
    ChangesDecided(
      changes: try decision.changes.flatMap { try $0.documents(decision.teams) },
      events: decision.events.map { decision.labelled($0) },
      reply: try key.map {
        StoredReply(key: $0, reply: try decision.reply.stored(), request: request)
      })
  }

  /// The teams of the standups that a decision and its events are about.
  private func teams(of decision: Decision, _ operation: Operation) -> [Standup.ID: String] {
    let ids =
      decision.changes.compactMap(\.meetingOwner)
      + decision.events.compactMap { $0.labels.standup.flatMap { Standup.ID($0) } }
    var teams: [Standup.ID: String] = [:]
    for id in ids where teams[id] == nil {
      let live = state.saved.live[id].flatMap { state.saved.sessions[id: $0]?.standup }
      let ended = state.saved.ended[of: id]?.session.standup
      teams[id] = (knownInAnyTeam(id, operation)?.standup ?? live ?? ended)?.teamID
    }
    // The standups that it adds or changes, and the teams to which they belong from now on.
    for case .addStandup(let record) in decision.changes {
      teams[record.id] = record.standup.teamID
    }
    for case .putStandup(let record) in decision.changes {
      teams[record.id] = record.standup.teamID
    }
    for case .moveStandup(let record) in decision.changes {
      teams[record.id] = record.standup.teamID
    }
    return teams
  }

  mutating func committed(
    _ operation: Operation, _ result: Result<CommitOutcome, BusError>
  ) throws {
    guard case .committing(let decision, let decided) = operation.step else { return }
    switch result {
    case .success(let outcome):
      if let repeated = outcome.repeated {
        // An earlier instance already executed the command and its reply was lost; nothing was
        // written now.
        if let key = operation.key {
          state.replies.keep(repeated, for: key, request: operation.header?.request)
        }
        return finish(operation.id, Self.stored(repeated))
      }
      durable(operation, decision, decided.reply)
    case .failure(let error) where error.isRefusal:
      finish(operation.id, .failure(Self.taken(error) ?? .notSaved(error)))
    case .failure(let error):
      // The commit may have succeeded although its reply was lost. It is sent again until the
      // result is known; a commit with the same events or the same key takes effect once. Until
      // then, no other command may change the same values, and the caller receives an error that
      // allows a retry.
      if operation.uncertainty == nil {
        log(
          .warning,
          "Cannot confirm that operation \(operation.id) (\(operation.command.name)) was saved; retrying: \(error)"
        )
      }
      if let caller = operation.caller {
        state.operations[operation.id]?.caller = nil
        effects.append(.reply(caller, .failure(.notDurable(error))))
      }
      state.operations[operation.id]?.uncertainty = error
      if state.isDraining { return end(operation.id) }
      effects.append(.wait(ms: Self.retryMs, then: .retryCommit(operation.id)))
    }
  }

  private static let retryMs = 1000

  /// The error for an id that another command has used, or a team that was removed, since it was
  /// looked up; nil for any other rejection.
  private static func taken(_ error: BusError) -> BusError? {
    guard error.code == .conflict else { return nil }
    // The team was removed since its existence was checked.
    if error.detail?["team"] != nil { return error }
    guard let id = error.detail?["document"] else { return nil }
    return switch error.detail?["collection"] {
    case Collection.standups: exists(id)
    case Collection.meetings: meetingElsewhere(id)
    case Collection.followUps: followUpElsewhere(id)
    default: nil
    }
  }

  /// Saves the changed state of a meeting that stays live, and replies with the meeting.
  mutating func decide(
    _ operation: Operation, _ session: MeetingSession, _ events: [NewEvent]
  ) throws {
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)], events: events,
        reply: reply(to: operation, live: session)))
  }

  mutating func retryCommit(_ operation: Operation) {
    guard case .committing(_, let decided) = operation.step else { return }
    if state.isDraining { return end(operation.id) }
    effects.append(.commit(operation.id, decided))
  }

  /// The release of the work of a meeting that a change ends; nil for none. A meeting that has not
  /// started has no work, and one whose end becomes final has none any more.
  private func release(by change: Change) -> StandupsEffect? {
    switch change {
    case .removeSession(let id):
      if let session = state.saved.sessions[id: id], session.startedAt == nil { return nil }
      return state.saved.ended[id: id] == nil ? .discardWork(id) : nil
    case .endSession(let session, let id):
      // A saved meeting already has its last lines.
      let isOpen = session.ended?.kind == .discarded && session.isRecording
      return isOpen ? .finishWork(id) : .discardWork(id)
    default: return nil
    }
  }

  private mutating func durable(
    _ operation: Operation, _ decision: Decision, _ reply: StoredReply?
  ) {
    let meetings = decision.changes.compactMap(\.session)
    let earlier = meetings.map { state.saved.sessions[id: $0].flatMap { TimedTurns($0) } }
    let over = decision.changes.compactMap { release(by: $0) }
    for change in decision.changes {
      change.apply(to: &state.saved)
      if case .erase(let erasure) = change { state.replies.erase(erasure.texts) }
      if case .putImport(let file) = change { continueImport(file.id) }
      state.pages.apply(change)
      guard let standup = change.standup else { continue }
      if !state.reading.isEmpty { state.reading[standup] = nil }
    }
    for id in meetings { watch(id) }
    hasRoom = true
    if let reply { state.replies.keep(reply.reply, for: reply.key, request: reply.request) }
    if let meeting = operation.command.meeting, state.saved.sessions[id: meeting] == nil {
      state.lastWords[meeting] = nil
    }
    effects += over
    for discarding in decision.discarding {
      receive(Waiting(caller: nil, command: .boundDiscarded(discarding), header: nil))
    }
    guard decision.then.isEmpty else {
      return resume(operation.id) { try $0.decide($1, decision.then) }
    }
    if let silenced = decision.stopsRecording { effects.append(.stopRecording(silenced)) }
    finish(operation.id, .success(decision.reply))
    for (id, earlier) in zip(meetings, earlier) {
      guard let later = state.saved.sessions[id: id].flatMap({ TimedTurns($0) }) else { continue }
      if let work = later.work(since: earlier) ?? (decision.resends ? .clock : nil) {
        send([id], work)
      }
    }
  }
}

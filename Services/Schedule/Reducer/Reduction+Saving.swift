import Bus
import Documents
import FastJSON
import ScheduleAPI
import ServiceShell

/// Commit, then apply, then answer.
extension Reduction {
  /// Makes a decision durable.
  mutating func commit(
    _ operation: Operation, _ change: Change, events: [NewEvent] = [], reply: RawJSON,
    occasion: Occasion? = nil
  ) throws {
    let kept = KeptReply(decision: freshID(), reply: reply)
    try commit(
      operation, Decision(change: change, events: events, kept: kept, occasion: occasion))
  }

  /// Refuses a command for what is saved.
  ///
  /// An earlier run may have done it and died before it answered. Then its reply is under the key, and
  /// comes back instead of this one.
  mutating func refuse(_ operation: Operation, _ error: BusError) throws {
    guard operation.command.keepsReply, operation.header.idem != nil else { throw error }
    try commit(operation, Decision(kept: KeptReply(decision: freshID(), error: error)))
  }

  private mutating func commit(_ operation: Operation, _ decision: Decision) throws {
    let key = operation.command.keepsReply ? operation.header.idem : nil
    let decided = ScheduleChangesDecided(
      changes: try decision.change.map { [try $0.document()] } ?? [], events: decision.events,
      reply: try decision.kept.stored(under: key, by: "schedule"))
    state.operations[operation.id]?.step = .committing(decision, decided)
    effects.append(.commit(operation.id, decided))
  }

  private func freshID() -> String { reducer.uuid().lowercaseText }

  mutating func committed(_ id: OperationID, _ result: Result<CommitOutcome, BusError>) {
    guard let operation = state.operations[id],
      case .committing(let decision, _) = operation.step
    else { return }
    switch result {
    case .success(let outcome):
      if let repeated = outcome.repeated {
        // It was decided earlier under this key, and nothing was written now.
        return attempt(operation) { reduction in
          reduction.finish(operation, try repeated.decode(as: KeptReply.self).result)
        }
      }
      if let change = decision.change { apply(change) }
      finish(operation, decision.kept.result)
    case .failure(let error) where error.isRefusal:
      finish(operation, .failure(.notSaved(error)))
    case .failure(let error) where decision.change == nil || state.isDraining:
      finish(operation, .failure(.notDurable(error)))
    case .failure(let error):
      // The answer may have been lost and not the commit: it is sent again under the same key until that
      // is known, and nothing else in its lane before.
      log(
        .warning, "\(operation.command.name) could not be saved; it is tried again: \(error)",
        cause: operation.header)
      effects.append(.wait(ms: 1000, then: .retryCommit(id)))
    }
  }

  mutating func retryCommit(_ id: OperationID) {
    guard let operation = state.operations[id],
      case .committing(_, let decided) = operation.step
    else { return }
    guard !state.isDraining else {
      return finish(
        operation, .failure(.notDurable(BusError(.draining, "The service is stopping."))))
    }
    effects.append(.commit(id, decided))
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .put(let subject, let schedule):
      state.saved.unreadable.remove(subject)
      state.saved[subject] = schedule
    case .remove(let subject):
      state.saved.unreadable.remove(subject)
      state.saved[subject] = nil
    }
  }
}

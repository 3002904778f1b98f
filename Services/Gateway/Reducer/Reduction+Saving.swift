import Bus
import Documents
import FastJSON
import GatewayAPI
import ServiceShell

/// Commit, then apply, then answer.
extension Reduction {
  /// Makes a decision durable.
  mutating func commit(
    _ operation: Operation, _ changes: [Change], answer: Result<RawJSON, BusError>
  ) throws {
    var kept = KeptReply(decision: reducer.uuid().lowercaseText)
    if operation.command.keepsReply {
      switch answer {
      case .success(let reply): kept.reply = reply
      case .failure(let error): kept.error = error
      }
    }
    let key = operation.command.keepsReply ? operation.header.idem : nil
    let decided = GatewayChangesDecided(
      changes: try changes.map { try $0.document() },
      reply: try kept.stored(under: key, by: "gateway"))
    state.operation?.decision = Decision(changes: changes, answer: answer, decided: decided)
    effects.append(.commit(operation.id, decided))
  }

  /// Refuses a command for what is saved.
  ///
  /// An earlier run may have done it and died before it answered. Then its reply is under the key, and
  /// comes back instead of this one.
  mutating func refuse(_ operation: Operation, _ error: BusError) throws {
    guard operation.command.keepsReply, operation.header.idem != nil else { throw error }
    try commit(operation, [], answer: .failure(error))
  }

  mutating func committed(_ id: OperationID, _ result: Result<CommitOutcome, BusError>) {
    guard let operation = state.operation, operation.id == id, let decision = operation.decision
    else {
      return
    }
    switch result {
    case .success(let outcome):
      if operation.command.keepsReply, let repeated = outcome.repeated {
        // It was decided earlier under this key, and nothing was written now.
        do {
          return finish(operation, try repeated.decode(as: KeptReply.self).result)
        } catch {
          return finish(operation, .failure(BusError(.internal, "A defect: \(error).")))
        }
      }
      for change in decision.changes { state.saved.apply(change) }
      finish(operation, decision.answer)
    case .failure(let error) where error.isRefusal:
      finish(operation, .failure(.notSaved(error)))
    case .failure(let error) where decision.changes.isEmpty || state.isDraining:
      finish(operation, .failure(.notDurable(error)))
    case .failure(let error):
      // The answer may have been lost and not the commit: it is sent again until that is known.
      log(
        .warning, "\(operation.command.name) could not be saved; it is tried again: \(error)",
        cause: operation.header)
      effects.append(.wait(ms: 1000, then: .retryCommit(id)))
    }
  }

  mutating func retryCommit(_ id: OperationID) {
    guard let operation = state.operation, operation.id == id, let decision = operation.decision
    else {
      return
    }
    guard !state.isDraining else {
      return finish(
        operation, .failure(.notDurable(BusError(.draining, "The gateway is stopping."))))
    }
    effects.append(.commit(id, decision.decided))
  }
}

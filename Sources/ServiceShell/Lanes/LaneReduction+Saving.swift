public import Bus
public import Documents
public import FastJSON

/// Commit, then apply, then answer.
extension LaneReduction {
  /// Makes a decision durable.
  ///
  /// - Parameters:
  ///   - changes: what becomes of what is saved.
  ///   - events: what others hear of it.
  ///   - reply: what the command is answered with, also when it comes again.
  ///   - note: what is counted of it.
  /// - Throws: what cannot be encoded.
  public mutating func commit(
    _ operation: LaneOperation<Logic>, _ changes: [Logic.Change], events: [NewEvent] = [],
    reply: RawJSON, note: Logic.Note? = nil
  ) throws {
    try commit(
      operation,
      LaneDecision(changes: changes, events: events, answer: .success(reply), note: note))
  }

  /// Refuses a command for what is saved.
  ///
  /// An earlier run may have done it and died before it answered. Then its reply is under the key, and
  /// comes back instead of this one.
  ///
  /// - Throws: the error, where no reply can be kept.
  public mutating func refuse(_ operation: LaneOperation<Logic>, _ error: BusError) throws {
    guard operation.command.keepsReply, operation.header.idem != nil else { throw error }
    try commit(operation, LaneDecision(answer: .failure(error)))
  }

  private mutating func commit(
    _ operation: LaneOperation<Logic>, _ decision: LaneDecision<Logic>
  ) throws {
    var kept = KeptReply(decision: reducer.uuid().lowercaseText)
    var key: String?
    if operation.command.keepsReply {
      key = operation.header.idem
      switch decision.answer {
      case .success(let reply): kept.reply = reply
      case .failure(let error): kept.error = error
      }
    }
    let decided = Logic.decided(
      try decision.changes.map { try $0.document() }, decision.events,
      reply: try kept.stored(under: key, for: operation.header.request, by: Logic.name), term: nil)
    state.commands.operations[operation.id]?.step = .committing(decision, decided)
    effects.append(.commit(operation.id, decided))
  }

  /// Takes what became of a commit.
  public mutating func committed(_ id: OperationID, _ result: Result<CommitOutcome, BusError>) {
    guard let operation = state.commands.operations[id],
      case .committing(let decision, _) = operation.step
    else { return }
    switch result {
    case .success(let outcome):
      if let repeated = outcome.repeated {
        // It was decided earlier under this key, and nothing was written now.
        return finish(operation, KeptReply.result(of: repeated))
      }
      for change in decision.changes { apply(change, of: operation) }
      finish(operation, decision.answer)
    case .failure(let error) where error.isRefusal:
      finish(operation, .failure(.notSaved(error)))
    case .failure(let error) where decision.changes.isEmpty || state.commands.isDraining:
      finish(operation, .failure(.notDurable(error)))
    case .failure(let error):
      // The answer may have been lost and not the commit: it is sent again under the same key until that
      // is known, and nothing else in its lane before.
      log(
        .warning, "\(operation.command.name) could not be saved; retrying: \(error)",
        cause: operation.header)
      effects.append(.wait(ms: 1000, then: .retryCommit(id)))
    }
  }

  /// Sends a commit once more.
  public mutating func retryCommit(_ id: OperationID) {
    guard let operation = state.commands.operations[id],
      case .committing(_, let decided) = operation.step
    else { return }
    guard !state.commands.isDraining else {
      return finish(
        operation, .failure(.notDurable(BusError(.draining, "The service is stopping."))))
    }
    effects.append(.commit(id, decided))
  }
}

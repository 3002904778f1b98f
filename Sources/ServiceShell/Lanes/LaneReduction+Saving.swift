public import Bus
public import Documents
public import FastJSON

/// Commits, then applies, then replies.
extension LaneReduction {
  /// Makes a decision durable.
  ///
  /// - Parameters:
  ///   - operation: the command.
  ///   - changes: the changes of saved documents.
  ///   - events: the events that report them.
  ///   - reply: the reply to the command and to its repetitions; nil for a command of the service
  ///     itself whose changes may be written more than once.
  ///   - note: data that is recorded in metrics; nil for none.
  /// - Throws: the error of encoding a change.
  public mutating func commit(
    _ operation: LaneOperation<Logic>, _ changes: [Logic.Change], events: [NewEvent] = [],
    reply: RawJSON?, note: Logic.Note? = nil
  ) throws {
    try commit(
      operation,
      LaneDecision(changes: changes, events: events, answer: reply.map { .success($0) }, note: note)
    )
  }

  /// Rejects a command because of the saved state.
  ///
  /// An earlier run may have executed the command and died before it replied. In that case, its
  /// reply is in the idempotency store, and is returned instead of this error.
  ///
  /// - Throws: the error, if no reply can be stored.
  public mutating func refuse(_ operation: LaneOperation<Logic>, _ error: BusError) throws {
    guard operation.key != nil else { throw error }
    try commit(operation, LaneDecision(answer: .failure(error)))
  }

  /// Continues an operation with the reply to a question about it that the composition root answered.
  /// An object that it did not find is a rejection because of the saved state.
  public mutating func answered<Reply>(
    _ operation: LaneOperation<Logic>, _ result: Result<Reply, BusError>,
    _ body: (inout Self, Reply) throws -> Void
  ) {
    attempt(operation) { reduction in
      switch result {
      case .success(let reply): try body(&reduction, reply)
      case .failure(let error) where error.code == .notFound:
        try reduction.refuse(operation, error)
      case .failure(let error): throw error.ofQuestion
      }
    }
  }

  private mutating func commit(
    _ operation: LaneOperation<Logic>, _ decision: LaneDecision<Logic>
  ) throws {
    var decided = ChangesDecided(
      changes: try decision.changes.map { try $0.document() }, events: decision.events)
    if let answer = decision.answer {
      var kept = KeptReply(decision: reducer.uuid().lowercaseText)
      if operation.command.keepsReply {
        kept.reply = try? answer.get()
        kept.error = answer.failure
      }
      decided.reply = try kept.stored(
        under: operation.key, for: operation.header.request, by: Logic.name)
    }
    state.commands.operations[operation.id]?.step = .committing(decision, decided)
    effects.append(.commit(operation.id, decided))
  }

  /// Handles the result of a commit.
  public mutating func committed(_ id: OperationID, _ result: Result<CommitOutcome, BusError>) {
    guard let operation = state.commands.operations[id],
      case .committing(let decision, _) = operation.step
    else { return }
    switch result {
    case .success(let outcome):
      if let repeated = outcome.repeated {
        // An earlier decision has this key, and nothing was written now.
        return finish(operation, KeptReply.result(of: repeated))
      }
      for change in decision.changes { apply(change, of: operation) }
      finish(operation, decision.answer ?? .success(.emptyObject))
    case .failure(let error) where error.isRefusal:
      finish(operation, .failure(.notSaved(error)))
    case .failure(let error) where decision.changes.isEmpty || state.commands.isDraining:
      finish(operation, .failure(.notDurable(error)))
    case .failure(let error):
      // The reply may be lost although the commit was written. The commit is therefore sent again
      // under the same key until its result is known, and no other command in its queue starts
      // before that.
      log(
        .warning, "\(operation.command.name) could not be saved; retrying: \(error)",
        cause: operation.header)
      effects.append(.wait(ms: 1000, then: .retryCommit(id)))
    }
  }

  /// Sends a commit again.
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

import Bus
import Documents
import ServiceShell
import Standups
import StandupsAPI

/// Commit, then apply: what was decided is answered and seen only once it is durable.
extension Reduction {
  /// Makes a decision durable.
  mutating func decide(_ operation: Operation, _ decision: Decision) throws {
    let decided = try decided(decision, key: operation.key)
    var decision = decision
    decision.stored = decided.reply?.reply
    step(operation.id, .committing(decision))
    effects.append(.commit(operation.id, decided))
  }

  /// What the parent is told of a decision.
  func decided(_ decision: Decision, key: String?) throws -> ChangesDecided {
    ChangesDecided(
      changes: try decision.changes.flatMap { try $0.documents() }, events: decision.events,
      reply: try key.map { StoredReply(key: $0, reply: try decision.reply.stored()) })
  }

  mutating func committed(
    _ operation: Operation, _ result: Result<CommitOutcome, BusError>
  ) throws {
    guard case .committing(let decision) = operation.step else { return }
    switch result {
    case .success(let outcome):
      if let repeated = outcome.repeated {
        // An earlier instance did it already and its reply was lost; nothing was written now.
        if let key = operation.key { state.replies.keep(repeated, for: key) }
        state.operations[operation.id]?.sync = operation.sync ?? operation.touched
        return finish(operation.id, .success(.stored(repeated)))
      }
      try durable(operation, decision)
    case .failure(let error) where error.isRefusal:
      let taken = error.code == .conflict ? error.detail?["document"] : nil
      finish(operation.id, .failure(taken.map(Self.exists) ?? .notSaved(error)))
    case .failure(let error):
      // The answer may have been lost and not the commit. Until that is known, nobody else may
      // change what it concerns; whoever waits is told that it can be tried again.
      log(.warning, "operation \(operation.id): \(operation.command.name): \(error)")
      if let caller = operation.caller {
        state.operations[operation.id]?.caller = nil
        effects.append(.reply(caller, .failure(.notDurable(error))))
      }
      if state.isDraining { return end(operation.id) }
      step(operation.id, .verifying(decision))
      verify(operation.id)
    }
  }

  private mutating func durable(_ operation: Operation, _ decision: Decision) throws {
    for change in decision.changes {
      change.apply(to: &state.saved)
      if case .putImport(let file) = change { goOn(with: file.id) }
      guard let standup = change.standup else { continue }
      state.pages.standupChanged()
      if !state.reading.isEmpty { state.reading[standup] = nil }
    }
    hasRoom = true
    if let key = operation.key {
      state.replies.keep(try decision.stored ?? decision.reply.stored(), for: key)
    }
    if let meeting = operation.command.meeting, state.saved.sessions[id: meeting] == nil {
      state.lastWords[meeting] = nil
    }
    if let discarded = decision.discards { effects.append(.discardWork(discarded)) }
    if let started = decision.starts {
      answer(operation.id, .success(decision.reply))
      startWork(operation.id, [started], .all)
    } else {
      finish(operation.id, .success(decision.reply))
    }
  }

  // MARK: A commit that was not answered

  func verification(of decision: Decision) -> DocumentQuery? {
    switch try? decision.changes.first?.document() {
    case .put(let document), .insert(let document):
      DocumentQuery(collection: document.collection, id: document.id)
    case .delete(let collection, let id): DocumentQuery(collection: collection, id: id)
    case .deleteChildren, nil: nil
    }
  }

  mutating func verify(_ operation: Operation) {
    verify(operation.id)
  }

  private mutating func verify(_ id: OperationID) {
    guard case .verifying(let decision) = state.operations[id]?.step else { return }
    guard let query = verification(of: decision) else { return end(id) }
    effects.append(.load(id, query))
  }

  mutating func verified(
    _ operation: Operation, _ decision: Decision, _ result: Result<DocumentPage, BusError>
  ) throws {
    switch result {
    case .failure:
      if state.isDraining { return end(operation.id) }
      effects.append(.wait(ms: 1000, then: .verify(operation.id)))
    case .success(let reply):
      if try isWritten(decision, according: reply) {
        try durable(operation, decision)
      } else {
        finish(
          operation.id, .failure(BusError(.unavailable, "It was not saved; try again.")))
      }
    }
  }

  private func isWritten(_ decision: Decision, according reply: DocumentPage) throws -> Bool {
    switch try decision.changes.first?.document() {
    case .put(let document), .insert(let document):
      reply.documents.contains { $0.id == document.id && $0.body == document.body }
    case .delete(_, let id): !reply.documents.contains { $0.id == id }
    case .deleteChildren, nil: true
    }
  }
}

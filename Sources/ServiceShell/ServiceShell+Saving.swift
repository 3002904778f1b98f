import Bus
import Documents
import ZeroMQ

/// Decisions are sent at the end of the turn in which they were made: one alone as `ChangesDecided`,
/// several together as `BatchDecided`. No decision waits for others that are still to be made.
extension ServiceShell {
  /// Saves a decision, with the others of this turn if there are any.
  func take(_ saving: Saving<Logic.Action>) {
    guard batching == .on, saving.changes.mayBeBatched else {
      // Earlier decisions of this turn stay ahead of it.
      saveGathered()
      return save(saving)
    }
    let isFirst = gathered.isEmpty
    gathered.append(saving)
    if isFirst { loop.atEndOfTurn { self.assumeIsolated { $0.saveGathered() } } }
  }

  /// Sends the decisions that this turn has made so far.
  private func saveGathered() {
    let savings = gathered
    gathered = []
    for group in Saving.groups(of: savings) {
      if group.count == 1 { save(group[0]) } else { save(group) }
    }
  }

  /// Saves one decision.
  private func save(_ saving: Saving<Logic.Action>) {
    let generation = generation
    var decided = saving.changes
    decided.term = term
    delegate.tell(decided, causedBy: saving.cause, timeoutMs: saving.timeoutMs) { [self] result in
      let result = ChangesDecided.answer(result)
      loop.enter {
        self.assumeIsolated { shell in
          if case .success = result, shell.batching == .afterNextSaved { shell.batching = .on }
          shell.saved(saving, result, from: generation)
        }
      }
    }
  }

  /// Saves several decisions, each of which has its own outcome.
  private func save(_ group: [Saving<Logic.Action>]) {
    let generation = generation
    let batch = BatchDecided(decisions: group.map(\.batched), term: term)
    let timeoutMs = group.reduce(.max) { min($0, $1.timeoutMs) }
    delegate.tell(batch, causedBy: nil, timeoutMs: timeoutMs) { [self] result in
      let result = BatchDecided.answer(result)
      loop.enter { self.assumeIsolated { $0.saved(group, result, from: generation) } }
    }
  }

  private func saved(
    _ group: [Saving<Logic.Action>], _ result: Result<BatchDecided.Reply, BusError>,
    from generation: Int
  ) {
    guard generation == self.generation else { return }
    switch result {
    case .success(let reply) where reply.outcomes.count == group.count:
      for (saving, outcome) in zip(group, reply.outcomes) {
        // An outcome may start a new writer epoch; later ones are then outdated.
        guard generation == self.generation else { return }
        if outcome.isAlone == true {
          save(saving)
        } else if let error = outcome.error {
          saved(saving, .failure(error), from: generation)
        } else {
          saved(saving, .success(CommitOutcome(repeated: outcome.repeated)), from: generation)
        }
      }
    case .success:
      // Unreadable, although the decisions were written: sent alone, each takes effect once.
      saveAlone(group, then: .afterNextSaved)
    case .failure(let error) where error.isSuperseded: beginAnew()
    case .failure(let error) where [.unbound, .denied].contains(error.code):
      saveAlone(group, then: .afterNextRouter)
    // After `internal`, they may have been written, too.
    case .failure(let error) where error.isRefusal || error.code == .internal:
      saveAlone(group, then: .afterNextSaved)
    case .failure(let error):
      batching = .afterNextSaved
      for saving in group { saved(saving, .failure(error), from: generation) }
    }
  }

  /// Sends the decisions of a failed batch one by one.
  private func saveAlone(_ group: [Saving<Logic.Action>], then next: Batching) {
    batching = next
    for saving in group { save(saving) }
  }

  /// Handles the outcome of a decision; if its writer epoch is over, the service starts over.
  private func saved(
    _ saving: Saving<Logic.Action>, _ result: Result<CommitOutcome, BusError>,
    from generation: Int
  ) {
    guard generation == self.generation else { return }
    if let failure = result.failure, failure.isSuperseded { return beginAnew() }
    // A rejection comes from a store that can write, so it is not a problem to report.
    unsaved = result.failure.flatMap { $0.isRefusal ? nil : $0 }
    send(saving.action(result))
  }
}

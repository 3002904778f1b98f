import Bus
import Documents
import FastJSON
import FoundationEssentials
import PersistenceAPI

/// Batches of commits, each of which has an outcome of its own.
extension PersistenceService {
  /// Commits a batch, and replies once each commit is durable or rejected.
  func commit(
    _ batch: CommitBatch, _ header: Header, then answer: @escaping CommandTable.Answer
  ) throws {
    guard (1...BatchDecided.maxDecisions).contains(batch.commits.count) else {
      throw BusError(
        .invalid,
        "Invalid number of commits: \(batch.commits.count). Expected 1 to \(BatchDecided.maxDecisions)."
      )
    }
    try batch.checkAnswer()
    // A commit that is too large must not keep the others from being written.
    let problems = batch.commits.map { $0.problem(maxBytes: Self.maxBytes) }
    let accepted = problems.indices.filter { problems[$0] == nil }
    let transactions = accepted.map {
      Transaction(batch.commits[$0], term: batch.term, router: header.term)
    }
    let reply: @Sendable ([Result<CommitResult, StoreError>]) -> Void = { outcomes in
      answer(
        Result {
          try RawJSON(
            encoding: self.reply(to: batch, header, problems, Array(zip(accepted, outcomes))))
        })
    }
    guard !transactions.isEmpty else { return reply([]) }
    let start = ContinuousClock.now
    store.commit(transactions) { outcomes in
      let took = Int(start.duration(to: .now) / .nanoseconds(1))
      for outcome in outcomes {
        record(outcome)
        if case .success = outcome { metrics?.commits.observe(took) }
      }
      reply(outcomes)
    }
  }

  private func reply(
    to batch: CommitBatch, _ header: Header, _ problems: [BusError?],
    _ outcomes: [(index: Int, outcome: Result<CommitResult, StoreError>)]
  ) -> CommitBatch.Reply {
    let epoch = outcomes.lazy.compactMap { $0.outcome.epoch }.first ?? ""
    let found = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.index, $0.outcome) })
    let results = batch.commits.indices.map { index -> BatchedResult in
      switch found[index] {
      case .success(let result): batch.commits[index].result(result, epoch: epoch)
      case .failure(let error):
        BatchedResult(error: translated(error, batch.commits[index].header(header)))
      case nil:
        BatchedResult(
          error: problems[index]
            ?? BusError(.internal, "The commit has no result. Report this as a defect."))
      }
    }
    return CommitBatch.Reply(epoch: epoch, results: results)
  }
}

extension Result<CommitResult, StoreError> {
  /// Epoch of the journal; nil for an error.
  fileprivate var epoch: String? {
    if case .success(let result) = self { result.epoch } else { nil }
  }
}

extension CommitBatch {
  /// Checks that the reply fits in a message even if all commits are repetitions, whose events it
  /// contains.
  ///
  /// - Throws: `tooLarge`.
  fileprivate func checkAnswer() throws(BusError) {
    let bytes = commits.reduce(0) { sum, commit in
      commit.events.reduce(sum) { $0 + $1.estimatedBytes(by: commit.by) }
    }
    guard bytes <= Limits.bytes - 2 * Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The events of the batch are too large: \(bytes) bytes; expected at most"
          + " \(Limits.bytes - 2 * Limits.headBytes). Split the batch.")
    }
  }
}

extension BatchedCommit {
  /// The commit as it would be sent alone.
  fileprivate func alone(in term: WriterTerm?) -> Commit {
    Commit(changes: changes, events: events, idempotency: idempotency, term: term)
  }

  /// The error of a commit with data that could be written but not read; nil for none.
  fileprivate func problem(maxBytes: Int) -> BusError? {
    do throws(BusError) {
      try alone(in: nil).check(maxBytes: maxBytes, by: by)
      return nil
    } catch {
      return error
    }
  }

  /// The header of the message that would have caused the commit alone, for the log.
  fileprivate func header(_ header: Header) -> Header {
    var header = header
    header.corr = UUID(uuidString: correlation) ?? header.corr
    header.by = by
    return header
  }

  /// The result for the sender, who has the events unless this commit is a repetition.
  fileprivate func result(_ result: CommitResult, epoch: String) -> BatchedResult {
    // As for a single commit: if the events are the same (without events: the replies), this commit
    // was repeated because its reply was lost.
    let isSame =
      result.events.map(\.event.id) == events.map(\.id)
      && (!events.isEmpty || result.replayedReply == idempotency?.reply)
    let isNew = !result.isRepeated && result.epoch == epoch
    return BatchedResult(
      positions: isNew ? result.events.map { EventPosition(of: $0) } : nil,
      events: isNew ? nil : result.events, isRepeated: result.isRepeated ? true : nil,
      repeated: idempotency == nil || isSame ? nil : result.replayedReply)
  }
}

extension Transaction {
  /// Creates a transaction from a commit in a batch.
  ///
  /// - Parameter router: epoch of the router that forwarded the batch; nil for a single router.
  fileprivate init(_ commit: BatchedCommit, term: WriterTerm?, router: Int64?) {
    self.init(
      commit: commit.alone(in: term), correlation: commit.correlation,
      causation: commit.causation, by: commit.by, router: router)
  }
}

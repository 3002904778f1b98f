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
    let transactions = batch.commits.map {
      Transaction($0, term: batch.term, router: header.term)
    }
    let sizes = transactions.map(\.replyBytes)
    try Self.check(replyBytes: sizes.reduce(0, +))
    // A commit that is too large must not keep the others from being written.
    let problems = zip(transactions, sizes).map { $0.commit.problem(replyBytes: $1) }
    let accepted = zip(transactions, problems).filter { $1 == nil }.map(\.0)
    let reply: @Sendable ([Result<CommitResult, StoreError>]) -> Void = { outcomes in
      answer(
        Result {
          try RawJSON(
            encoding: self.reply(to: transactions, header, problems, outcomes))
        })
    }
    guard !accepted.isEmpty else { return reply([]) }
    let start = ContinuousClock.now
    store.commit(accepted) { outcomes in
      for outcome in outcomes { record(outcome, since: start) }
      reply(outcomes)
    }
  }

  /// Checks that the reply fits in a message even if all commits are repetitions, whose events it
  /// contains.
  ///
  /// - Throws: `tooLarge`.
  private static func check(replyBytes: Int) throws(BusError) {
    guard replyBytes <= maxReplyBytes else {
      throw BusError(
        .tooLarge,
        "The events of the batch are too large: \(replyBytes) bytes; expected at most"
          + " \(maxReplyBytes). Split the batch.")
    }
  }

  /// - Parameters:
  ///   - problems: the errors of the transactions that were not written; nil for the others.
  ///   - outcomes: the outcomes of the others, in order.
  private func reply(
    to transactions: [Transaction], _ header: Header, _ problems: [BusError?],
    _ outcomes: [Result<CommitResult, StoreError>]
  ) -> CommitBatch.Reply {
    let epoch = outcomes.lazy.compactMap(\.epoch).first ?? ""
    var outcomes = outcomes.makeIterator()
    let results = zip(transactions, problems).map { transaction, problem -> BatchedResult in
      if let problem { return BatchedResult(error: problem) }
      switch outcomes.next() {
      case .success(let result):
        return BatchedResult(transaction.commit.reply(for: result), epoch: epoch)
      case .failure(let error):
        return BatchedResult(error: translated(error, transaction.header(header)))
      case nil:
        return BatchedResult(
          error: BusError(.internal, "The commit has no result. Report this as a defect."))
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

extension Transaction {
  /// Creates a transaction from a commit in a batch.
  ///
  /// - Parameter router: epoch of the router that forwarded the batch; nil for a single router.
  fileprivate init(_ commit: BatchedCommit, term: WriterTerm?, router: Int64?) {
    self.init(
      commit: commit.alone(in: term), correlation: commit.correlation,
      causation: commit.causation, by: commit.by, router: router)
  }

  /// The header of the message that would have caused a transaction of a batch alone, for the log.
  fileprivate func header(_ header: Header) -> Header {
    var header = header
    header.corr = correlation.flatMap { UUID(uuidString: $0) } ?? header.corr
    header.by = by
    return header
  }
}

import Bus
import Documents
import FastJSON
import PersistenceAPI

extension PersistenceService {
  /// Commits changes, and replies once they are durable.
  func commit(
    _ command: Commit, _ header: Header, then answer: @escaping CommandTable.Answer
  ) throws {
    let transaction = Transaction(command, header: header)
    if let problem = command.problem(replyBytes: transaction.replyBytes) { throw problem }
    let start = ContinuousClock.now
    store.commit(transaction) { result in
      record(result, since: start)
      answer(
        Result {
          do {
            return try RawJSON(encoding: command.reply(for: result.get()))
          } catch let error as StoreError {
            throw translated(error, header)
          }
        })
    }
  }

  /// Records the outcome of a transaction, for health and for the metrics.
  func record(_ outcome: Result<CommitResult, StoreError>, since start: ContinuousClock.Instant) {
    switch outcome {
    case .success:
      unwritten.withLock { $0 = nil }
      metrics?.commits.observe(Int(start.duration(to: .now) / .nanoseconds(1)))
    case .failure(let error) where error.code.isCallers || error.code == .closed: break
    case .failure(let error): unwritten.withLock { $0 = error }
    }
  }
}

extension Commit {
  /// The reply for the sender of the commit.
  func reply(for result: CommitResult) -> Reply {
    reply(
      epoch: result.epoch, events: result.events, isRepeated: result.isRepeated,
      earlier: result.replayedReply)
  }

  /// Checks the size of a commit.
  ///
  /// - Parameter replyBytes: the estimated size of its events in a reply.
  /// - Returns: `tooLarge` if its data could be written but would not fit in a message when it is
  ///   read; nil otherwise.
  func problem(replyBytes: Int) -> BusError? {
    let maxBytes = PersistenceService.maxBytes
    for document in changes.lazy.compactMap(\.document) where document.body.count > maxBytes {
      return BusError(
        .tooLarge,
        "The document “\(document.id.prefix(64))” is too large: \(document.body.count) bytes; expected at most"
          + " \(maxBytes).")
    }
    // The envelope of an event in a message, with labels and sequences, takes up to 600 bytes.
    let bytes = events.reduce(0) { $0 + $1.data.count + $1.id.utf8.count + 600 }
    guard bytes <= maxBytes, replyBytes <= PersistenceService.maxReplyBytes else {
      return BusError(
        .tooLarge,
        "The events of the commit are too large: \(max(bytes, replyBytes)) bytes; expected at most"
          + " \(maxBytes). Split the commit.")
    }
    return nil
  }
}

extension Transaction {
  /// Estimated size of its events in a reply, in bytes. The reply must not fail after they are
  /// written, and their labels may be long.
  var replyBytes: Int { commit.events.reduce(0) { $0 + $1.estimatedBytes(by: by) } }
}

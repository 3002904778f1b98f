import Bus
import Documents
import FastJSON
import PersistenceAPI

extension PersistenceService {
  /// Commits changes, and replies once they are durable.
  func commit(
    _ command: Commit, _ header: Header, then answer: @escaping CommandTable.Answer
  ) throws {
    try command.check(maxBytes: Self.maxBytes, by: header.by)
    let start = ContinuousClock.now
    store.commit(Transaction(command, header: header)) { result in
      record(result)
      answer(
        Result {
          do {
            let result = try result.get()
            metrics?.commits.observe(Int(start.duration(to: .now) / .nanoseconds(1)))
            return try RawJSON(encoding: reply(to: command, result))
          } catch let error as StoreError {
            throw translated(error, header)
          }
        })
    }
  }

  /// Records whether the last transaction could be written, for health.
  func record(_ result: Result<CommitResult, StoreError>) {
    switch result {
    case .success: unwritten.withLock { $0 = nil }
    case .failure(let error) where error.code.isCallers || error.code == .closed: break
    case .failure(let error): unwritten.withLock { $0 = error }
    }
  }

  private func reply(to command: Commit, _ result: CommitResult) -> Commit.Reply {
    // If the events are the same (without events: the replies), this commit was repeated
    // because its reply was lost, and its sender must learn that it succeeded. Otherwise, another
    // commit has used the key.
    let isSame =
      result.events.map(\.event.id) == command.events.map(\.id)
      && (!command.events.isEmpty || result.replayedReply == command.idempotency?.reply)
    return Commit.Reply(
      epoch: result.epoch, events: result.events, isRepeated: result.isRepeated ? true : nil,
      repeated: command.idempotency == nil || isSame ? nil : result.replayedReply)
  }
}

extension Commit {
  /// Checks the size of a commit.
  ///
  /// - Parameter actor: the actor of its events.
  /// - Throws: `tooLarge` if its data could be written but would not fit in a message when it is
  ///   read.
  func check(maxBytes: Int, by actor: String?) throws(BusError) {
    for document in changes.lazy.compactMap(\.document) where document.body.count > maxBytes {
      throw BusError(
        .tooLarge,
        "The document “\(document.id.prefix(64))” is too large: \(document.body.count) bytes; expected at most"
          + " \(maxBytes).")
    }
    // The envelope of an event in a message, with labels and sequences, takes up to 600 bytes.
    let bytes = events.reduce(0) { $0 + $1.data.count + $1.id.utf8.count + 600 }
    // The reply also contains the events, and must not fail after they are written. Their labels
    // may be long.
    let answerBytes = events.reduce(0) { $0 + $1.estimatedBytes(by: actor) }
    guard bytes <= maxBytes, answerBytes <= Limits.bytes - 2 * Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The events of the commit are too large: \(max(bytes, answerBytes)) bytes; expected at most"
          + " \(maxBytes). Split the commit.")
    }
  }
}

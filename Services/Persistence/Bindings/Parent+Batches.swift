import AccessRights
import Bus
import Composition
import Documents
import Foundation
import PersistenceAPI

/// Batches of decisions: one command to persistence and one publication for all of them, and an
/// outcome for each.
///
/// A batch is only the short way of the usual case. A decision that is unusual is not written; its
/// outcome requests that the service sends it alone, so that its consequences, its retries and its
/// dead letter are those of `ChangesDecided`.
extension Parent {
  /// Makes decisions durable, then publishes their events.
  ///
  /// - Parameters:
  ///   - access: the documents and events that the sender may use.
  ///   - isPlain: returns true for a decision that has no consequences besides its commit.
  /// - Returns: one outcome for each decision.
  func commit(
    _ batch: BatchDecided, of access: StoreAccess, _ isPlain: (ChangesDecided) -> Bool
  ) async throws -> BatchDecided.Reply {
    guard (1...BatchDecided.maxDecisions).contains(batch.decisions.count) else {
      throw BusError(
        .invalid,
        "Invalid number of decisions: \(batch.decisions.count). Expected 1 to \(BatchDecided.maxDecisions)."
      )
    }
    var outcomes = Array(repeating: BatchedOutcome.alone, count: batch.decisions.count)
    var commits: [BatchedCommit] = []
    var places: [Int] = []
    for (place, decision) in batch.decisions.enumerated() {
      guard let commit = commit(decision, of: access, isPlain) else { continue }
      commits.append(commit)
      places.append(place)
    }
    guard !commits.isEmpty else { return BatchDecided.Reply(outcomes: outcomes) }
    let term = batch.term.map { WriterTerm(owner: access.service, id: $0) }
    let reply: CommitBatch.Reply
    do {
      reply = try await send(CommitBatch(commits: commits, term: term))
    } catch let error as BusError
      where error.needsOwnMessage && !error.retryable || error.code == .unroutable
    {
      // Sent alone, each decision gets its own error, and one that was written is recognised. An older
      // persistence service knows only single commits.
      return BatchDecided.Reply(outcomes: outcomes)
    }
    guard reply.results.count == commits.count else {
      throw BusError(
        .unavailable,
        "persistence returned \(reply.results.count) results for \(commits.count) commits; try again."
      )
    }
    var published: [Publication] = []
    for (number, result) in reply.results.enumerated() {
      outcomes[places[number]] = result.outcome
      guard result.error == nil else { continue }
      published += result.publications(of: commits[number], epoch: reply.epoch) ?? []
    }
    if !published.isEmpty { await publish(published) }
    return BatchDecided.Reply(outcomes: outcomes)
  }

  /// The commit for a decision; nil if the decision has to be sent alone.
  private func commit(
    _ decision: BatchedDecision, of access: StoreAccess, _ isPlain: (ChangesDecided) -> Bool
  ) -> BatchedCommit? {
    let decided = decision.alone(in: nil)
    guard isPlain(decided), decision.hasValidCauses else { return nil }
    do throws(BusError) {
      let commit = try access.commit(decided)
      return BatchedCommit(
        changes: commit.changes, events: commit.events, idempotency: commit.idempotency,
        correlation: decision.correlation ?? (cause.corr ?? cause.id).lowercaseText,
        causation: decision.cause ?? cause.id.lowercaseText, by: decision.by)
    } catch {
      // Sent alone, the decision is rejected with this error, and becomes a dead letter.
      return nil
    }
  }
}

extension BatchedDecision {
  /// True if its causes and its actor have the form of those in a header.
  fileprivate var hasValidCauses: Bool {
    let ids = [cause, correlation].compactMap { $0 }
    return ids.allSatisfy { UUID(uuidString: $0) != nil } && (by.map(KeyActor.isID) ?? true)
  }
}

extension BatchedResult {
  /// The outcome for the service that made the decision.
  fileprivate var outcome: BatchedOutcome {
    guard let error else { return BatchedOutcome(repeated: repeated) }
    return error.needsOwnMessage ? .alone : BatchedOutcome(error: ClosedTeams.translated(error))
  }
}

extension BusError {
  /// True for an error that has to be handled for one decision alone: by retries, which take effect
  /// once, or by a dead letter.
  fileprivate var needsOwnMessage: Bool {
    retryable || [.internal, .invalid, .denied, .tooLarge].contains(code)
  }
}

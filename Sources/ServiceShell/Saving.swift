import Bus
import Documents

/// A decision to be saved, and the action that its outcome becomes.
public struct Saving<Action: Sendable>: Sendable {
  /// The decision; its writer epoch is set when it is sent.
  let changes: ChangesDecided
  /// The header of the command that caused it, if any.
  let cause: Header?
  /// Timeout in milliseconds.
  let timeoutMs: Int
  /// Creates the action from the outcome.
  let action: @Sendable (Result<CommitOutcome, BusError>) -> Action
}

extension Saving {
  /// The decision as a part of a batch.
  var batched: BatchedDecision {
    BatchedDecision(
      changes: changes.changes, events: changes.events, reply: changes.reply,
      cause: cause?.id.lowercaseText, correlation: (cause?.corr ?? cause?.id)?.lowercaseText,
      by: cause?.by)
  }

  /// Returns decisions in groups, each of which fits in a batch; one that is too large is alone.
  static func groups(of savings: [Self]) -> [[Self]] {
    // Most turns make one decision, whose size does not matter.
    guard savings.count > 1 else { return savings.isEmpty ? [] : [savings] }
    var groups: [[Self]] = []
    var bytes = 0
    for saving in savings {
      let size = saving.changes.estimatedBytes
      let fits =
        (groups.last?.count ?? .max) < BatchDecided.maxDecisions
        && bytes + size <= BatchDecided.maxBytes
      if fits {
        groups[groups.count - 1].append(saving)
        bytes += size
      } else {
        groups.append([saving])
        bytes = size
      }
    }
    return groups
  }
}

/// The condition under which a shell sends decisions together.
enum Batching: Hashable, Sendable {
  /// Never: the service does not send batches.
  case off
  /// Whenever a turn makes several decisions.
  case on
  /// Only once a decision that was sent alone has been saved, because the last batch failed.
  case afterNextSaved
  /// Only once another router accepts the service, because this one does not know the message.
  case afterNextRouter
}

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
}

/// Decisions that were made in the same turn, in order.
struct GatheredSavings<Action: Sendable> {
  private var savings: [(saving: Saving<Action>, bytes: Int)] = []

  var isEmpty: Bool { savings.isEmpty }

  mutating func add(_ saving: Saving<Action>) {
    savings.append((saving, saving.changes.estimatedBytes))
  }

  /// Returns the decisions in groups, each of which fits in a batch.
  func groups() -> [[Saving<Action>]] {
    var groups: [[Saving<Action>]] = []
    var bytes = 0
    for (saving, size) in savings {
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

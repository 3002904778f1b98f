import Bus
import Documents
import ServiceShell

/// What a command comes to: it is made durable first, and applied to the state after that.
struct Decision: Hashable, Sendable {
  /// What becomes of the schedule; nil for a refusal.
  var change: Change?
  var events: [NewEvent] = []
  /// What the command is answered with.
  var kept: KeptReply
  /// What was told, if anything was.
  var occasion: Occasion?
}

/// One change of what is saved.
enum Change: Hashable, Sendable {
  case put(Subject, SavedSchedule)
  case remove(Subject)

  /// The change as it is made in the store.
  func document() throws -> DocumentChange {
    switch self {
    case .put(let subject, let schedule): .put(try schedule.document(of: subject))
    case .remove(let subject): .delete(collection: SavedSchedule.collection, id: subject.name)
    }
  }
}

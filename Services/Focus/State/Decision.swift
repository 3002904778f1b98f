import Bus
import Documents
import FastJSON
import FocusAPI
import ServiceShell

/// What a command comes to: it is made durable first, and applied to the state after that.
struct Decision: Hashable, Sendable {
  var changes: [Change] = []
  var events: [NewEvent] = []
  /// What the command is answered with.
  var kept: KeptReply
  /// What is counted of it.
  var tally: Tally?

  enum Tally: Hashable, Sendable {
    case started
    case stopped(FocusStopped.Cause)
  }
}

/// One change of what is saved.
enum Change: Hashable, Sendable {
  /// Nothing is kept of a focus without a title that does not run.
  case focus(Person, SavedFocus)
  case putItem(FocusItem)
  case removeItem(FocusItem.ID)
}

extension Change {
  /// The change as it is made in the store.
  func document() throws -> DocumentChange {
    switch self {
    case .focus(let person, SavedFocus()):
      .delete(collection: SavedFocus.collection, id: person.name)
    case .focus(let person, let focus):
      .put(
        Document(
          collection: SavedFocus.collection, id: person.name, body: try RawJSON(encoding: focus)))
    case .putItem(let item): .put(try item.document())
    case .removeItem(let id): .delete(collection: FocusItem.collection, id: id)
    }
  }
}

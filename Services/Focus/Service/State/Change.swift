import Bus
import Documents
import FastJSON
import FocusAPI
import ServiceShell

extension FocusReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    /// Saves a focus session; one without a title that does not run is deleted.
    case focus(Person, SavedFocus)
    case putItem(FocusItem)
    case removeItem(FocusItem.ID)
    case removeItems(of: Person)
    /// Erases the content of events and saved replies about a person.
    case erase(Person)

    func document() throws -> DocumentChange {
      switch self {
      case .focus(let person, SavedFocus()):
        .delete(collection: SavedFocus.collection, id: person.name)
      case .focus(let person, let focus):
        .put(
          Document(
            collection: SavedFocus.collection, id: person.name, body: try RawJSON(encoding: focus)))
      case .putItem(let item): .put(try item.document())
      case .removeItems(let person):
        .deleteChildren(collection: FocusItem.collection, parent: person.name)
      case .erase(let person): .erase(Erasure(subject: person.name))
      case .removeItem(let id): .delete(collection: FocusItem.collection, id: id)
      }
    }
  }
}

/// A decision that is counted.
enum Tally: Hashable, Sendable {
  case started
  case stopped(FocusStopped.Cause)
}

import Documents
import FastJSON
import FocusAPI
import ServiceShell

extension FocusReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    /// Saves a focus session. A session that has no title and does not run is deleted.
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

/// Loads the saved state at the start, and changes it when a command is durable.
extension FocusReduction {
  mutating func read(_ document: Document) {
    let person = Person(id: document.id)
    do {
      state.saved.put(try document.value(as: SavedFocus.self), of: person)
    } catch {
      // A later version may have written it.
      state.saved.unreadable.insert(person)
      log(.error, "Cannot read the focus session of “\(document.id)”; left unchanged: \(error)")
    }
  }

  mutating func allIsRead() {
    log(.info, "Loaded. Running focus sessions: \(state.saved.running.count).")
    // After a restart, the composition root is notified of all sessions.
    state.clocks.pending = Array(state.saved.running)
  }

  mutating func apply(_ change: FocusReducer.Change, of operation: Operation) {
    if case .removeItem(let id) = change { state.saved.forget(id) }
    guard case .focus(let person, let focus) = change else { return }
    state.saved.unreadable.remove(person)
    let before = state.saved[person].run
    state.saved.put(focus, of: person)
    guard focus.run != before else { return }
    state.clocks.pending.append(person)
    state.clocks.causes[person] = operation.header
  }
}

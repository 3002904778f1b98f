import Bus
import Documents
import ServiceShell

/// Saved state: loaded at the start, changed when a command is durable.
extension Reduction {
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
    state.clocks.untold = Array(state.saved.running)
  }

  mutating func apply(_ change: FocusReducer.Change, of operation: Operation) {
    if case .removeItem(let id) = change { state.saved.forget(id) }
    guard case .focus(let person, let focus) = change else { return }
    state.saved.unreadable.remove(person)
    let before = state.saved[person].run
    state.saved.put(focus, of: person)
    guard focus.run != before else { return }
    state.clocks.untold.append(person)
    state.clocks.causes[person] = operation.header
  }
}

import Bus
import Documents
import FocusAPI
import ServiceShell

/// Handles one action.
struct FocusReduction: LaneReduction {
  var state: FocusState
  var effects: [FocusEffect] = []
  let reducer: FocusReducer

  mutating func take(_ action: FocusAction) {
    switch action {
    case .common(let action): take(action)
    case .documents(let id, let result): documents(id, result)
    case .notified(let people, let result): notified(people, result)
    case .clocksDue(let people): state.clocks.pending += people
    }
  }
}

extension FocusReduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .setTitle(let person, let title): try setTitle(operation, person, title)
    case .start(let person, let title, let durationMs):
      try start(operation, person, title, durationMs)
    case .stop(let person): try stop(operation, person)
    case .forget(let person):
      if !state.saved.unreadable.contains(person) { _ = try Person(person.name) }
      try commit(
        operation, [.focus(person, SavedFocus()), .removeItems(of: person), .erase(person)],
        reply: ForgetFocus.encoded(Done()))
    case .timeUp(let person): try timeUp(operation, person)
    case .get(let person):
      let focus = focus(of: person, try saved(person), operation)
      finish(operation, .success(try GetFocus.encoded(focus)))
    case .running(let after, let limit):
      finish(operation, .success(try GetRunningFocus.encoded(running(after, limit))))
    case .items(let person, let after, let limit):
      try DocumentCursor.check(after)
      load(
        operation,
        DocumentQuery(
          collection: FocusItem.collection, parent: person?.name, after: after, limit: limit,
          newestFirst: true, counts: true))
    case .item(let id): load(operation, DocumentQuery(collection: FocusItem.collection, id: id))
    case .delete(let id):
      let known = state.saved.unreadableItems.contains(id) ? id : id.lowercased()
      load(operation, DocumentQuery(collection: FocusItem.collection, id: known))
    }
  }
}

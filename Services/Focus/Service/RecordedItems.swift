import Bus
import Documents
import FastJSON
import FocusAPI
import ServiceShell

extension FocusItem {
  /// The collection of its documents.
  static let collection = "focus.items"

  func document() throws -> Document {
    Document(
      collection: Self.collection, id: id, parent: person,
      sortKey: Int64((date.timeIntervalSince1970 * 1000).rounded()),
      body: try RawJSON(encoding: self))
  }
}

/// Recorded items of people. They are not kept in memory, so a command that lists, shows or deletes
/// items loads them first.
extension FocusReduction {
  /// Loads the items that a command needs.
  mutating func load(_ operation: Operation, _ query: DocumentQuery) {
    state.commands.wait(operation.id, for: .loading)
    effects.append(.load(operation.id, query))
  }

  /// Executes a command whose items are loaded.
  mutating func documents(_ id: OperationID, _ result: Result<DocumentPage, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .loading) else { return }
    attempt(operation) { reduction in
      let page = try result.get()
      switch operation.command {
      case .items:
        let reply = ListFocusItems.Reply(
          items: page.documents.compactMap { reduction.item($0) }, next: page.next,
          total: page.total ?? 0)
        reduction.finish(operation, .success(try ListFocusItems.encoded(reply)))
      case .item(let id):
        guard let document = page.documents.first else { throw Self.missing(id) }
        let item = try document.value(as: FocusItem.self)
        reduction.finish(operation, .success(try GetFocusItem.encoded(item)))
      case .delete(let id):
        guard let document = page.documents.first else {
          return try reduction.refuse(operation, Self.missing(id))
        }
        let person = Person(id: document.parent ?? "")
        let deleted = FocusItemDeleted(id: document.id, person: person.name)
        try reduction.commit(
          operation, [.removeItem(document.id)],
          // Omit the event, because subscribers cannot know an invalid person.
          events: person.isValid ? [try reduction.event(deleted, person, operation)] : [],
          reply: DeleteFocusItem.encoded(Done()))
      default: break
      }
    }
  }

  /// Decodes an item of a page. An unreadable item is skipped, so that the others are still shown.
  private mutating func item(_ document: Document) -> FocusItem? {
    do {
      return try document.value(as: FocusItem.self)
    } catch {
      state.saved.note(unreadable: document.id)
      log(.error, "Cannot read the focus session \(document.id); left out of the list: \(error)")
      return nil
    }
  }

  private static func missing(_ id: FocusItem.ID) -> BusError {
    BusError(
      .notFound, "Focus session “\(id.prefix(64))” not found. It may have been deleted.",
      detail: ["id": String(id.prefix(64))])
  }
}

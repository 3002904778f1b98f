import Documents
import FastJSON
import Threads

/// What was read and is not what had been written. It is left as it is, and nobody is given it.
final class DamagedItems: Sendable {
  /// A document, or an event.
  struct Item: Hashable, CustomStringConvertible {
    var collection: String
    var id: String
    var parent: String?
    var description: String { "\(collection)/\(id)" }
  }

  /// What is in the place of the data: nothing that anybody reads has this form.
  static let substitute = RawJSON(unchecked: Array(#"{"isDamaged":true}"#.utf8))
  /// How many are named.
  private static let most = 1000

  private let items = Locked<Set<Item>>([])
  private let onFirst: @Sendable (String) -> Void

  /// - Parameter onFirst: told of each once; called on whatever thread reads.
  init(_ onFirst: @escaping @Sendable (String) -> Void) { self.onFirst = onFirst }

  func note(_ item: Item) {
    let isNew = items.withLock { $0.count < Self.most && $0.insert(item).inserted }
    if isNew { onFirst("\(item)") }
  }

  /// Takes note of what is not there any more, or was written anew.
  func forget(_ changes: [DocumentChange]) {
    items.withLock { items in
      guard !items.isEmpty else { return }
      items = items.filter { item in !changes.contains { $0.concerns(item) } }
    }
  }

  /// What an operator has to know; nil if there is nothing.
  var problem: String? {
    let names = items.withLock { $0.map(\.description).sorted() }
    guard let first = names.first else { return nil }
    let problem =
      names.count == 1
      ? "The stored data of “\(first)” is damaged and is not used."
      : "The stored data of \(names.count) items, such as “\(first)”, is damaged and is not used."
    return
      problem
      + " Check the disk, and restore from a backup; “standups unreadable” shows the damaged data."
  }
}

extension DocumentChange {
  fileprivate func concerns(_ item: DamagedItems.Item) -> Bool {
    switch self {
    case .put(let document), .insert(let document):
      (item.collection, item.id) == (document.collection, document.id)
    case .delete(let collection, let id): (item.collection, item.id) == (collection, id)
    case .deleteChildren(let collection, let parent):
      (item.collection, item.parent) == (collection, parent)
    // Of those it is not known; what is gone is forgotten with the next start.
    case .deleteMentioning, .erase: false
    }
  }
}

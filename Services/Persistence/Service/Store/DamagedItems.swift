import Bus
import Documents
import FastJSON
import Threads

/// Items whose stored data is damaged. They are left unchanged, but readers do not receive them.
final class DamagedItems: Sendable {
  /// A document or an event.
  struct Item: Hashable, CustomStringConvertible {
    var collection: String
    var id: String
    var parent: String?
    var description: String { "\(collection)/\(id)" }
  }

  /// Replacement for damaged data, in a form that every reader rejects.
  static let substitute = Document.damagedBody
  /// Maximum number of remembered items.
  private static let maxItems = 1000

  private let items = Locked<Set<Item>>([])
  private let onFirst: @Sendable (String) -> Void

  /// Creates an empty list.
  ///
  /// - Parameter onFirst: called once per damaged item, on the reading thread.
  init(_ onFirst: @escaping @Sendable (String) -> Void) { self.onFirst = onFirst }

  func record(_ item: Item) {
    let isNew = items.withLock { $0.count < Self.maxItems && $0.insert(item).inserted }
    if isNew { onFirst("\(item)") }
  }

  /// Removes items that were deleted or written again.
  func forget(_ changes: [DocumentChange]) {
    items.withLock { items in
      guard !items.isEmpty else { return }
      items = items.filter { item in !changes.contains { $0.concerns(item) } }
    }
  }

  /// Problem for operators; nil if no item is damaged.
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
    // A change of the team leaves damaged content as it is. The targets of the other changes are
    // unknown; the next start forgets items that no longer exist.
    case .setTeam, .deleteMentioning, .erase: false
    }
  }
}

extension JournalEvent {
  /// Replaces the data of an event that was erased or is damaged. Damaged data is replaced by a
  /// substitute that every reader rejects, so that later events remain readable.
  ///
  /// - Parameters:
  ///   - checksum: checksum of the event as it was written; erasing does not change it.
  ///   - time: the stored form of the event's time.
  mutating func substituteData(
    checksum: Int64, time: String, isErased: Bool, _ damaged: DamagedItems
  ) {
    guard !isErased else {
      event.data = .erased
      return
    }
    guard Timestamp.parse(time) == nil || self.checksum(time: time) != checksum else { return }
    damaged.record(DamagedItems.Item(collection: "events", id: "\(sequence)"))
    event.data = DamagedItems.substitute
  }
}

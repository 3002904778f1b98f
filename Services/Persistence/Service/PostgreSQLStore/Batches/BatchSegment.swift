import Documents

/// Changes that are written as sets: first erasures, then deletions, then the teams of stored
/// documents, then new values.
struct BatchSegment {
  /// The documents of a parent in a collection.
  struct Children: Hashable {
    var collection: String
    var parent: String
  }

  /// Erasures, which apply to earlier segments and stored rows.
  var erasures: [Erasure] = []
  private(set) var children: [(collection: String, parent: String)] = []
  private(set) var teams: [Children: String] = [:]
  private(set) var mentions: [(collection: String, text: String)] = []
  private(set) var deleted: Set<BatchPlan.DocumentKey> = []
  private(set) var puts: [BatchPlan.DocumentKey: Document] = [:]
  var events: [JournalEvent] = []
  var replies: [(stored: StoredReply, first: Int64, last: Int64)] = []

  var isEmpty: Bool {
    erasures.isEmpty && children.isEmpty && teams.isEmpty && mentions.isEmpty && deleted.isEmpty
      && puts.isEmpty && events.isEmpty && replies.isEmpty
  }

  /// Adds a change after the earlier ones. The last change of a document wins.
  mutating func add(_ change: DocumentChange) {
    switch change {
    case .put(let document), .insert(let document):
      puts[BatchPlan.DocumentKey(document)] = document
    case .delete(let collection, let id):
      remove(BatchPlan.DocumentKey(collection: collection, id: id))
    case .deleteChildren(let collection, let parent):
      children.append((collection, parent))
      removeAll { $0.collection == collection && $0.parent == parent }
    case .setTeam(let collection, let parent, let team):
      teams[Children(collection: collection, parent: parent)] = team
      for (key, document) in puts
      where document.collection == collection && document.parent == parent {
        puts[key]?.team = team
      }
    case .deleteMentioning(let collection, let text):
      mentions.append((collection, text))
      let text = Array(text.utf8)
      removeAll { $0.collection == collection && $0.body.bytes.contains(text) }
    case .erase: break
    }
  }

  private mutating func remove(_ key: BatchPlan.DocumentKey) {
    puts[key] = nil
    deleted.insert(key)
  }

  private mutating func removeAll(where isGone: (Document) -> Bool) {
    for (key, document) in puts where isGone(document) { remove(key) }
  }
}

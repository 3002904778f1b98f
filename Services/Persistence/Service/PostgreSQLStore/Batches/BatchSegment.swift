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

  /// Adds a change after the earlier ones. The last value of a document wins.
  mutating func add(_ change: DocumentChange) {
    switch change {
    case .put(let document), .insert(let document):
      puts[BatchPlan.DocumentKey(document)] = document
    case .delete(let collection, let id):
      deleted.insert(BatchPlan.DocumentKey(collection: collection, id: id))
    case .deleteChildren(let collection, let parent): children.append((collection, parent))
    case .setTeam(let collection, let parent, let team):
      teams[Children(collection: collection, parent: parent)] = team
    case .deleteMentioning(let collection, let text): mentions.append((collection, text))
    case .erase: break
    }
  }

  /// Returns true if the segment writes a document that the change removes or moves. The change
  /// belongs in the next segment then.
  func writes(documentsOf change: DocumentChange) -> Bool {
    switch change {
    case .delete(let collection, let id):
      puts[BatchPlan.DocumentKey(collection: collection, id: id)] != nil
    case .deleteChildren(let collection, let parent), .setTeam(let collection, let parent, _):
      puts.values.contains { $0.collection == collection && $0.parent == parent }
    case .deleteMentioning(let collection, let text):
      puts.values.contains { [text = Array(text.utf8)] in
        $0.collection == collection && $0.body.bytes.contains(text)
      }
    case .put, .insert, .erase: false
    }
  }
}

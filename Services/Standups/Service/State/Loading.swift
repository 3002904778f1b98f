import Cells
import Documents

/// Progress of loading.
struct Loading: Hashable, Sendable {
  var part = Part.share
  /// Cursor of the next page of that part.
  var after: String?
  /// Number of documents on a page; halved while a page does not fit in a message.
  var limit = 1000
  /// The slots that belong to this instance; nil for all, if it is the only one.
  var slots: SlotSet?

  enum Part: CaseIterable, Hashable, Sendable {
    case share, standups, sessions, states, lines, notices, imports
  }

  /// The next query; nil for a part without documents. Only the last standup is loaded, since the
  /// keys of new ones follow it.
  var query: DocumentQuery? {
    switch part {
    case .share: nil
    case .standups:
      DocumentQuery(
        collection: Collection.standups, limit: 1, newestFirst: true, counts: true, slots: slots)
    case .sessions: page(of: Collection.sessions, slots)
    case .states: page(of: Collection.states, slots)
    case .lines: page(of: Collection.lines, slots)
    case .notices: page(of: Collection.notices)
    case .imports: page(of: Collection.imports)
    }
  }

  private func page(of collection: String, _ slots: SlotSet? = nil) -> DocumentQuery {
    DocumentQuery(collection: collection, after: after, limit: limit, slots: slots)
  }
}

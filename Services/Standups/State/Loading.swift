import Cells
import Documents

/// How far loading has come.
struct Loading: Hashable, Sendable {
  var part = Part.share
  /// The next page of that part.
  var after: String?
  /// How many documents a page has; halved while a page does not fit a message.
  var limit = 1000
  /// The slots of what is here; nil for all, where nothing is elsewhere.
  var slots: SlotSet?

  enum Part: CaseIterable, Hashable, Sendable {
    case share, standups, sessions, states, lines, notices, imports
  }

  /// The documents that are asked for; nil for what is none. Of the standups the newest one says how they go on.
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

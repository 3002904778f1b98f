import Cells
import Documents

/// Progress of loading a new share: standups that arrived, and standups that left.
struct ShareLoading: Hashable, Sendable {
  /// The data to request, in this order.
  enum Part: CaseIterable, Hashable, Sendable {
    /// Number of standups that left.
    case gone
    /// Number of standups that arrived.
    case come
    case sessions, states, lines
  }

  /// The slots that left.
  let gone: SlotSet
  /// The slots that arrived.
  let come: SlotSet
  private(set) var part: Part
  /// Cursor of the next page of that part.
  var after: String?
  /// Number of documents on a page; halved while a page does not fit in a message.
  var limit = 1000

  /// Starts loading a new share.
  ///
  /// - Returns: nil if no slot arrived or left.
  init?(gone: SlotSet, come: SlotSet) {
    guard !gone.isEmpty || !come.isEmpty else { return nil }
    (self.gone, self.come) = (gone, come)
    part = gone.isEmpty ? .come : .gone
  }

  /// The next query.
  var query: DocumentQuery {
    switch part {
    case .gone: count(gone)
    case .come: count(come)
    case .sessions: page(of: Collection.sessions)
    case .states: page(of: Collection.states)
    case .lines: page(of: Collection.lines)
    }
  }

  /// The corresponding part of a complete load; nil for a part that is only counted.
  var read: Loading.Part? {
    switch part {
    case .gone, .come: nil
    case .sessions: .sessions
    case .states: .states
    case .lines: .lines
    }
  }

  /// The progress after this page; nil after the last one.
  func next(_ page: DocumentPage) -> ShareLoading? {
    var next = self
    next.after = read == nil ? nil : page.next
    if next.after != nil { return next }
    let parts = Part.allCases.drop { $0 != part }.dropFirst()
    guard let part = parts.first, !come.isEmpty else { return nil }
    next.part = part
    return next
  }

  private func count(_ slots: SlotSet) -> DocumentQuery {
    DocumentQuery(
      collection: Collection.standups, limit: 1, newestFirst: true, counts: true, slots: slots)
  }

  private func page(of collection: String) -> DocumentQuery {
    DocumentQuery(collection: collection, after: after, limit: limit, slots: come)
  }
}

import Cells
import Documents

/// How far it is known what came, and what went, with another share.
struct ShareLoading: Hashable, Sendable {
  /// What is asked for, in this order.
  enum Part: CaseIterable, Hashable, Sendable {
    /// How many standups went.
    case gone
    /// How many came.
    case come
    case sessions, states, lines
  }

  /// The slots that went.
  let gone: SlotSet
  /// The slots that came.
  let come: SlotSet
  private(set) var part: Part
  /// The next page of that part.
  var after: String?
  /// How many documents a page has; halved while a page does not fit a message.
  var limit = 1000

  /// - Returns: nil if nothing came or went.
  init?(gone: SlotSet, come: SlotSet) {
    guard !gone.isEmpty || !come.isEmpty else { return nil }
    (self.gone, self.come) = (gone, come)
    part = gone.isEmpty ? .come : .gone
  }

  /// What is asked for now.
  var query: DocumentQuery {
    switch part {
    case .gone: count(gone)
    case .come: count(come)
    case .sessions: page(of: Collection.sessions)
    case .states: page(of: Collection.states)
    case .lines: page(of: Collection.lines)
    }
  }

  /// The part, as it is when everything is loaded; nil for one that is only counted.
  var read: Loading.Part? {
    switch part {
    case .gone, .come: nil
    case .sessions: .sessions
    case .states: .states
    case .lines: .lines
    }
  }

  /// What comes after this page; nil if that is all.
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

import Foundation

/// The commands that are under way, by their ids. A value.
struct PendingTable: Sendable {
  private var entries: [MessageID: RouterCore.Pending] = [:]

  /// Where one is, until something is added or removed.
  struct Place {
    fileprivate let index: Dictionary<MessageID, RouterCore.Pending>.Index
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  var values: Dictionary<MessageID, RouterCore.Pending>.Values { entries.values }

  subscript(id: UUID) -> RouterCore.Pending? {
    get { entries[MessageID(id)] }
    _modify { yield &entries[MessageID(id)] }
  }

  func contains(_ id: MessageID) -> Bool { entries.index(forKey: id) != nil }

  func place(of id: MessageID) -> Place? { entries.index(forKey: id).map(Place.init(index:)) }

  subscript(place: Place) -> RouterCore.Pending { entries.values[place.index] }

  @discardableResult
  mutating func remove(at place: Place) -> RouterCore.Pending {
    entries.remove(at: place.index).value
  }

  mutating func removeValue(forKey id: UUID) -> RouterCore.Pending? {
    entries.removeValue(forKey: MessageID(id))
  }
}

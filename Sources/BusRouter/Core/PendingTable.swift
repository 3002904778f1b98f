import Bus
import Foundation

/// The commands that are under way, by their ids. A value.
///
/// Each has a place of its own for as long as it is here; what is looked up is only where that is.
struct PendingTable: Sendable {
  typealias Pending = RouterCore.Pending

  private var places: [MessageID: Int] = [:]
  private var entries: [Pending?] = []
  private var free: [Int] = []

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  var values: some Sequence<Pending> { places.values.lazy.compactMap { entries[$0] } }

  subscript(id: UUID) -> Pending? { places[MessageID(id)].flatMap { entries[$0] } }

  func contains(_ id: MessageID) -> Bool { places[id] != nil }

  /// Who has it, and who asked.
  func ends(of id: MessageID) -> (service: ConnectionID?, requester: ConnectionID)? {
    guard let place = places[id], let requester = entries[place]?.requester else { return nil }
    return (entries[place]?.service, requester)
  }

  /// Adds one, in place of another with the same id.
  mutating func insert(_ entry: Pending) {
    let id = MessageID(entry.header.id)
    if let place = places[id] {
      entries[place] = entry
    } else if let place = free.popLast() {
      places[id] = place
      entries[place] = entry
    } else {
      places[id] = entries.count
      entries.append(entry)
    }
  }

  /// The answer goes to somebody else.
  mutating func redirect(_ id: UUID, to requester: ConnectionID) {
    if let place = places[MessageID(id)] { entries[place]?.requester = requester }
  }

  @discardableResult
  mutating func remove(_ id: MessageID) -> Pending? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    free.append(place)
    return entries[place].take()
  }
}

import Bus
import Foundation
import RouterConnections

/// The commands in progress, by id, with their expiry times; a value type.
///
/// A command stays in the same array slot as long as it is in progress, and a lookup only has to
/// find the slot.
struct PendingTable: Sendable {
  typealias Pending = RouterCore.Pending

  private var places: [MessageID: Int] = [:]
  private var entries: [Pending?] = []
  private var free: [Int] = []
  private(set) var expiries = Expiries()

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  var values: some Sequence<Pending> { places.values.lazy.compactMap { entries[$0] } }

  subscript(id: UUID) -> Pending? { places[MessageID(id)].flatMap { entries[$0] } }

  func contains(_ id: MessageID) -> Bool { places[id] != nil }

  /// The connections of the service that has the command and of the sender that waits for the
  /// reply.
  func ends(of id: MessageID) -> (service: ConnectionID?, requester: ConnectionID)? {
    guard let place = places[id], let requester = entries[place]?.requester else { return nil }
    return (entries[place]?.service, requester)
  }

  /// Adds a command, or replaces another one with the same id.
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
    expiries.add(entry.header.id, at: entry.expiresMs)
    // The expiry times of answered commands remain until they are due; they must not pile up.
    if expiries.count > 2 * count + 1024 {
      expiries = Expiries(values.map { ($0.header.id, $0.expiresMs) })
    }
  }

  /// Returns the ids whose expiry time is reached, earliest first. They may include ids of answered
  /// commands, and of commands that were sent again with a later deadline.
  mutating func takeDue(_ nowMs: Int64) -> [UUID] { expiries.takeDue(nowMs) }

  /// Redirects the reply of a command to another connection.
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

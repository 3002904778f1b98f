import Bus
import Foundation

/// Registered timers in the order of their registration, as in a router.
struct TimerMembers {
  struct Member: Hashable, Sendable {
    /// Routing id of its connection.
    var route: [UInt8]
    /// Id of this run of the timer.
    var instance: UUID
    /// Number among all timers that ever registered, from 0.
    var number: Int
  }

  private(set) var all: [Member] = []
  /// Total number of timers that were added or removed.
  private(set) var changes = 0
  private var known = 0

  /// Adds a timer that has registered.
  ///
  /// - Returns: true if the timer is new; false if it registered again.
  mutating func hello(_ instance: UUID, at route: [UInt8]) -> Bool {
    if let index = all.firstIndex(where: { $0.instance == instance }) {
      all[index].route = route
      return false
    }
    all.append(Member(route: route, instance: instance, number: known))
    known += 1
    changes += 1
    return true
  }

  /// Removes a timer that has disconnected.
  ///
  /// - Returns: true if it was registered.
  mutating func remove(_ route: [UInt8]) -> Bool {
    guard let index = all.firstIndex(where: { $0.route == route }) else { return false }
    all.remove(at: index)
    changes += 1
    return true
  }

  mutating func removeAll() {
    guard !all.isEmpty else { return }
    all = []
    changes += 1
  }

  /// Returns the owner of a routing key; nil if no timer is registered.
  func owner(of key: String) -> Member? {
    guard all.count > 1 else { return all.first }
    let owner = Rendezvous.owner(of: key, among: all.lazy.map(\.instance))
    return all.first { $0.instance == owner }
  }
}

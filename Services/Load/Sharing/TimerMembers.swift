import Bus
import Foundation

/// The timers that said hello, as a router keeps them: in the order in which they came.
struct TimerMembers {
  struct Member: Hashable, Sendable {
    /// Its routing id.
    var route: [UInt8]
    /// This run of it.
    var instance: UUID
    /// Its number among all that ever came, from 0.
    var number: Int
  }

  private(set) var all: [Member] = []
  /// How often one came or went.
  private(set) var changes = 0
  private var known = 0

  /// Takes in one that said hello.
  ///
  /// - Returns: whether it is new; one that says hello again is not.
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

  /// Takes out one that is gone.
  ///
  /// - Returns: whether it was there.
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

  /// Who has the work with a routing key; nil where there is nobody.
  func owner(of key: String) -> Member? {
    guard all.count > 1 else { return all.first }
    let owner = Rendezvous.owner(of: key, among: all.lazy.map(\.instance))
    return all.first { $0.instance == owner }
  }
}

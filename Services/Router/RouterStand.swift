import Foundation
import Leases
import RouterAPI

/// The active router of several, as its lease shows it: in which term, and who would take over.
struct RouterStand: Hashable, Sendable {
  var term: Int64
  var waiters: [LeaseWaiter]
  /// For how long nobody has been seen who waits; nil while there is one.
  var aloneMs: Int64?

  /// One that is started anew may take so long, and need not worry anybody.
  static let patienceMs: Int64 = 10_000
  /// The most that are told.
  private static let most = 16

  /// Those who wait.
  ///
  /// - Parameter now: for the time since when.
  func standbys(at now: Date) -> [Standby] {
    waiters.prefix(Self.most).map {
      Standby(instance: $0.holder, waitedMs: $0.waitedMs, until: now)
    }
  }

  /// What is wrong with it, as a sentence.
  var problem: String? {
    guard let aloneMs, aloneMs >= Self.patienceMs else { return nil }
    return
      "No standby router for \(aloneMs / 1000) s; if this router fails, no other takes over. Start another one"
      + " with the same STANDUPS_ROUTER_LEASE and the same database user."
  }
}

extension Standby {
  /// - Parameter waitedMs: how long it has waited until now.
  init(instance: String, waitedMs: Int64, until now: Date) {
    self.init(instance: instance, since: now.addingTimeInterval(-Double(waitedMs) / 1000))
  }
}

import Foundation
import Leases
import RouterAPI

/// State of the active router among several, as its lease shows it: its epoch and the routers that
/// would take over.
struct RouterStand: Hashable, Sendable {
  var term: Int64
  var waiters: [LeaseWaiter]
  /// Time since a standby was last seen, in milliseconds; nil while one is waiting.
  var aloneMs: Int64?

  /// Time that the restart of a standby may take before its absence is reported, in milliseconds.
  static let patienceMs: Int64 = 10_000
  /// Maximum number of reported standbys.
  private static let most = 16

  /// The waiting routers.
  ///
  /// - Parameter now: reference for the times since which they have waited.
  func standbys(at now: Date) -> [Standby] {
    waiters.prefix(Self.most).map {
      Standby(instance: $0.holder, waitedMs: $0.waitedMs, until: now)
    }
  }

  /// Problem as a sentence; nil for none.
  var problem: String? {
    guard let aloneMs, aloneMs >= Self.patienceMs else { return nil }
    return
      "There has been no standby router for \(aloneMs / 1000) s; if this router fails, no other will take"
      + " over. Start another one with the same STANDUPS_ROUTER_LEASE and the same database user."
  }
}

extension Standby {
  /// Creates a standby from its waiting time.
  ///
  /// - Parameter waitedMs: time that it has waited until `now`, in milliseconds.
  init(instance: String, waitedMs: Int64, until now: Date) {
    self.init(instance: instance, since: now.addingTimeInterval(-Double(waitedMs) / 1000))
  }
}

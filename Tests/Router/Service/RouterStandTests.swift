import Foundation
import Leases
import RouterAPI
import Testing

@testable import RouterService

@Suite struct RouterStandTests {
  /// A standby that restarts is not a problem; one that stays away is.
  @Test(arguments: [(nil, false), (9_999, false), (10_000, true)] as [(Int64?, Bool)])
  func nobodyWhoStandsByIsAProblem(aloneMs: Int64?, isOne: Bool) {
    let problem = RouterStand(term: 1, waiters: [], aloneMs: aloneMs).problem
    #expect((problem != nil) == isOne)
    #expect(problem?.contains("STANDUPS_ROUTER_LEASE") ?? true)
  }

  @Test func thoseWhoWaitAreToldWithTheirTime() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let waiters = (1...20).map { LeaseWaiter(holder: "r\($0)", waitedMs: 1500) }
    let standbys = RouterStand(term: 1, waiters: waiters).standbys(at: now)
    #expect(standbys.count == 16)
    #expect(standbys[0] == Standby(instance: "r1", since: now.addingTimeInterval(-1.5)))
  }
}

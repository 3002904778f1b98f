import Testing

@testable import Leases

@Suite struct CrowdTests {
  private static func at(_ ms: Int64) -> BootTime { BootTime(nanoseconds: ms * 1_000_000) }

  @Test func itIsKnownSinceWhenNobodyWaits() {
    var crowd = LeaseCrowd()
    #expect(crowd.aloneMs(at: Self.at(5)) == nil)
    crowd.saw([], at: Self.at(10))
    crowd.saw([], at: Self.at(20))
    #expect(crowd.aloneMs(at: Self.at(30)) == 20)
    crowd.saw([LeaseWaiter(holder: "two", waitedMs: 1)], at: Self.at(40))
    #expect(crowd.aloneMs(at: Self.at(50)) == nil)
    crowd.saw([], at: Self.at(60))
    #expect(crowd.waiters == [] && crowd.aloneMs(at: Self.at(65)) == 5)
  }
}

import Foundation
import RouterAPI
import Testing

@testable import Bus
@testable import BusRouter
@testable import RouterService

/// The connections to a router, page by page.
struct ConnectionListTests {
  private let events = (0..<25).map { number in
    SubscriberConnection(
      descriptor: Int32(number), subscriptions: 12,
      topics: [String(repeating: "x", count: 200)], refused: 1, queuedBytes: 3, sentBytes: nil,
      unreadBytes: number)
  }

  @Test func pagesHaveAllOfThem() throws {
    let list = ConnectionList([], events)
    var found: [BusConnectionStatus] = []
    var after: String?
    repeat {
      let page = try list.page(ListConnections(after: after, limit: 10))
      #expect(page.connections.count <= 10)
      found += page.connections
      after = page.next
    } while after != nil
    #expect(Set(found.map(\.id)).count == 25 && found.count == 25)
    let one = try #require(found.first { $0.id == "e7" })
    #expect(one.kind == .events && one.waitingBytes == 7 && one.queuedBytes == 3)
    #expect(one.topics == [String(repeating: "x", count: 100)] && one.subscriptions == 12)
    #expect(one.sent == nil && one.received == nil && one.dropped == nil)
  }

  @Test(arguments: [0, 1001])
  func aLimitIsBounded(limit: Int) {
    #expect(throws: BusError.self) { try ConnectionList([], []).page(.init(limit: limit)) }
  }

  @Test(arguments: ["", "x", "commands", "commands/x/y", "other/1/y", "events/1/2/3"])
  func aPlaceIsOneThatAPageGave(after: String) {
    #expect(throws: BusError.self) { try ConnectionList([], []).page(.init(after: after)) }
  }
}

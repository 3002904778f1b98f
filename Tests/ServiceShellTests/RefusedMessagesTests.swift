import Bus
import Foundation
import Testing

@testable import ServiceShell

struct RefusedMessagesTests {
  @Test func theLatestAreRemembered() {
    var refused = RefusedMessages()
    let ids = (0..<RefusedMessages.capacity + 10).map { _ in UUID() }
    for (number, id) in ids.enumerated() {
      #expect(refused[id] == nil)
      refused.keep(BusError(.conflict, "\(number)"), of: id)
    }
    #expect(ids.prefix(10).allSatisfy { refused[$0] == nil })
    #expect(refused[ids[10]]?.message == "10" && refused[ids[ids.count - 1]] != nil)
    // A repetition of the same id takes no other entry's place.
    refused.keep(BusError(.conflict, "again"), of: ids[10])
    #expect(refused[ids[11]] != nil)
  }
}

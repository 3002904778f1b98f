import Testing

@testable import BusRouter

@Suite struct RefusedSubscriptionsTests {
  @Test func refusalsAreKeptForALittleAndNotWithoutBound() {
    func refusal(_ topic: String) -> RefusedSubscriptions.Refusal {
      RefusedSubscriptions.Refusal(topic: topic, reason: "r")
    }
    func taken(
      _ connection: String, _ nowMs: Int64, _ refused: inout RefusedSubscriptions
    ) -> [RefusedSubscriptions.Refusal] {
      refused.take(connection, nowMs: nowMs)
    }
    var refused = RefusedSubscriptions(perConnection: 2, capacity: 4, keptMs: 100)
    for topic in ["a", "b", "b", "c"] { refused.add(refusal(topic), from: "1", nowMs: 0) }
    for number in 0..<100 { refused.add(refusal("\(number)"), from: "x\(number)", nowMs: 50) }
    #expect(refused.count == 4)
    #expect(taken("1", 50, &refused).isEmpty)
    #expect(taken("x99", 50, &refused) == [refusal("99")])
    #expect(taken("x99", 50, &refused).isEmpty)
    #expect(taken("x98", 150, &refused).isEmpty)

    for topic in ["a", "b", "b", "c"] { refused.add(refusal(topic), from: "1", nowMs: 200) }
    #expect(taken("1", 299, &refused) == [refusal("b"), refusal("c")])
  }

  /// The next connection may get the descriptor of a closed one. It must not receive what that was
  /// denied.
  @Test func aClosedConnectionLeavesNoRefusals() {
    var refused = RefusedSubscriptions()
    for connection in ["1", "2"] {
      refused.add(.init(topic: "g/web/", reason: "Ann may not."), from: connection, nowMs: 0)
    }
    refused.lost("1")
    #expect(refused.take("1", nowMs: 1).isEmpty)
    #expect(refused.take("2", nowMs: 1).count == 1)
  }
}

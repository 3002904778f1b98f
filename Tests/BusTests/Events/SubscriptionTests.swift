import Testing

@testable import BusRouter
@testable import Bus

@Suite struct SubscriptionTests {
  @Test(arguments: [
    "t/", "s/", "m/", "h/", "~/n", "t/meeting.", "t/meeting.finished/", "t/meeting.finished/m1/",
    "m/1/", "m/1/meeting.", "m/1/meeting.tick/", "s/s%2F1/", "s/~._-/", "~/a-b.C_~",
  ])
  func prefixesOfTopicsAreTaken(topic: String) {
    #expect(Subscription.problem(topic.utf8) == nil)
  }

  @Test(arguments: [
    ("", "begins with"), ("t", "begins with"), ("x/", "begins with"), ("tt/", "begins with"),
    ("/t/", "begins with"), ("m/1", "ends with /"), ("s/1", "ends with /"),
    ("t/meeting.tick/1", "ends with /"), ("h/1", "heartbeat"), ("~/", "nonce"),
    ("~/a/b", "percent-encoded"), ("~/a b", "percent-encoded"), ("m//", "is empty"),
    ("t//", "is empty"), ("m/1//", "is empty"), ("m/1/meeting.tick/x", "second part"),
    ("m/1/meeting.tick/x/", "second part"), ("m/m 1/", "percent-encoded"),
    ("m/%c3/", "percent-encoded"), ("m/%C/", "percent-encoded"), ("m/ü/", "percent-encoded"),
    ("t/meeting.*", "percent-encoded"),
  ])
  func othersAreRefusedWithAReason(topic: String, reason: String) {
    #expect(Subscription.problem(topic.utf8)?.contains(reason) == true)
  }

  @Test func everyPublishedTopicIsASubscription() {
    let labels = EventLabels(type: "a b", subject: "ü/", standup: "%", meeting: "m/1")
    // Never empty because two topics are added.
    for topic in Topic.all(for: labels) + [Topic.beat, Topic.confirmation("a b/c")] {
      #expect(Subscription.problem(topic.utf8) == nil, "\(topic)")
    }
  }

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
}

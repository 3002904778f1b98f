import Testing

@testable import AccessRights
@testable import Bus

@Suite struct SubscriptionTests {
  @Test(arguments: [
    "t/", "s/", "m/", "h/", "~/n", "t/meeting.", "t/meeting.finished/", "t/meeting.finished/m1/",
    "m/1/", "m/1/meeting.", "m/1/meeting.tick/", "s/s%2F1/", "s/~._-/", "g/", "g/web/",
    "g/web/t/", "g/web/t/meeting.", "g/web/s/1/meeting.tick/", "g/a%20b/m/1/", "~/a-b.C_~",
  ])
  func prefixesOfTopicsAreTaken(topic: String) {
    #expect(Subscription.problem(topic.utf8) == nil)
  }

  @Test(arguments: [
    ("", "begins with"), ("t", "begins with"), ("x/", "begins with"), ("tt/", "begins with"),
    ("/t/", "begins with"), ("m/1", "ends with /"), ("s/1", "ends with /"),
    ("g/web", "ends with /"), ("g//", "is empty"), ("g/web/a/b", "after g/TEAM/"),
    ("g/web/g/ops/", "after g/TEAM/"),
    ("g/web/h/", "after g/TEAM/"), ("g/web/m/1", "ends with /"), ("g/a b/", "percent-encoded"),
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
    let labels = EventLabels(type: "a b", subject: "ü/", standup: "%", meeting: "m/1", team: "a b")
    // Never empty because two topics are added.
    for topic in Topic.all(for: labels) + [Topic.beat, Topic.confirmation("a b/c")] {
      #expect(Subscription.problem(topic.utf8) == nil, "\(topic)")
    }
  }
}

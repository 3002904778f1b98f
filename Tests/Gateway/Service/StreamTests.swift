import Bus
import FastJSON
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// Streams of browsers, over real sockets.
@Suite struct StreamTests {
  static let meeting = "2160a97d-8bf5-498a-b9a0-dfd9114bb0df"

  @Test func whoFollowsHearsWhatWasMissedAndWhatHappens() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let browser = try await fixture.stream(cookie)
      #expect(browser.status == 101)
      #expect(try await browser.hear("hello").contains(#""name":"ada""#))
      try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      #expect(try await browser.hear("following") == #"{"following":{"after":0,"epoch":"e"}}"#)
      for sequence in 1...3 { fixture.events.publish(try FakeEvents.event(Int64(sequence))) }
      for sequence in 1...3 {
        let event = try await browser.hear("event")
        #expect(event.contains(#""sequence":"\#(CloudEvent.sequenceText(Int64(sequence)))""#))
      }
      // Another browser that was disconnected gets the recent events from the gateway.
      let other = try await fixture.stream(cookie)
      try await other.say(#"{"follow":{"epoch":"e","after":1},"meetings":[]}"#)
      _ = try await other.hear("following")
      #expect(try await other.hear("event").contains(CloudEvent.sequenceText(2)))
      #expect(try await other.hear("event").contains(CloudEvent.sequenceText(3)))
    }
  }

  /// One session uses as many streams as it can, and another one can still connect.
  @Test func oneSessionLeavesStreamsForOthers() async throws {
    try await GatewayFixture.serving { fixture in
      let greedy = try await fixture.login("eve", .observer)
      var browsers: [Browser] = []
      for _ in 0..<StreamLimits.maxPerSession {
        browsers.append(try await fixture.stream(greedy))
        _ = try await browsers.last?.hear("hello")
      }
      #expect(await fixture.gateway.streamCount == StreamLimits.maxPerSession)
      let fields = [
        "Cookie: \(greedy)", "Origin: \(fixture.origin)", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: standups.1",
      ]
      let refused = try await fixture.ask("GET", "/api/stream", fields)
      #expect(refused.status == 429)
      #expect(refused.body.contains("too many pages"))
      let other = try await fixture.stream(try await fixture.login())
      #expect(other.status == 101)
      _ = try await other.hear("hello")
    }
  }

  /// One address uses as many streams as it can, with a session for every few of them, and another one can still
  /// connect.
  @Test func oneAddressLeavesStreamsForOthers() {
    func refusal(of session: String, from address: String, _ count: Int) -> BusError? {
      var counts = StreamCounts()
      for number in 0..<count { counts.add("eve \(number / 8)", "203.0.113.7", 1) }
      return counts.refusal(ofSession: session, from: address)
    }
    #expect(refusal(of: "eve", from: "203.0.113.7", StreamLimits.maxPerAddress - 1) == nil)
    let refused = refusal(of: "eve", from: "203.0.113.7", StreamLimits.maxPerAddress)
    #expect(refused?.code == .busy && refused?.message.contains("network") == true)
    #expect(refusal(of: "ada", from: "203.0.113.8", StreamLimits.maxPerAddress) == nil)
    // A session that has moved to another address keeps its share.
    var counts = StreamCounts()
    for _ in 0..<32 { counts.add("ada", "203.0.113.8", 1) }
    #expect(counts.refusal(ofSession: "ada", from: "203.0.113.9") != nil)
    counts.add("ada", "203.0.113.8", -1)
    #expect(counts.refusal(ofSession: "ada", from: "203.0.113.9") == nil)
    for _ in 0..<31 { counts.add("ada", "203.0.113.8", -1) }
    #expect(counts == StreamCounts())
  }

  /// Erased events are not sent to a returning browser: it gets the current ones from the journal.
  @Test(arguments: ["meeting.erased", "meeting.discarded", "standup.deleted", "standup.updated"])
  func whatWasErasedIsForgotten(type: String) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let browser = try await fixture.stream(cookie)
      try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await browser.hear("following")
      fixture.events.publish(try FakeEvents.event(1))
      var erasing = try FakeEvents.event(2)
      erasing.type = type
      if type == "standup.updated" {
        erasing.data = RawJSON(unchecked: Array(#"{"forgets":true}"#.utf8))
      }
      fixture.events.publish(erasing)
      fixture.bus.on("events.replay") { _ in
        #"{"epoch":"e","head":2,"hasMore":false,"resume":2,"events":[{"specversion":"1.0","id":"1","#
          + #""source":"/s","type":"meeting.segment","subject":"m","time":"2026-01-01T00:00:00.000Z","#
          + #""datacontenttype":"application/json","sequence":"00000000000000000001","epoch":"e","data":{"erased":true}}]}"#
      }
      _ = try await browser.hear("event")
      _ = try await browser.hear("event")
      let other = try await fixture.stream(cookie)
      try await other.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await other.hear("following")
      #expect(try await other.hear("event").contains(#""data":{"erased":true}"#))
    }
  }

  @Test func whoIsNewIsSentTheStateFirst() async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      fixture.bus.on("events.snapshot") { body in
        String(decoding: body, as: UTF8.self).contains("after")
          ? #"{"epoch":"e","sequence":9,"standups":[2],"meetings":[]}"#
          : #"{"epoch":"e","sequence":7,"standups":[1],"meetings":[],"next":"n"}"#
      }
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"follow":null}"#)
      #expect(
        try await browser.hear("snapshot")
          == #"{"snapshot":{"epoch":"e","sequence":7,"standups":[1],"meetings":[],"next":"n"},"begin":true}"#
      )
      #expect(
        try await browser.hear("snapshot")
          == #"{"snapshot":{"epoch":"e","sequence":9,"standups":[2],"meetings":[]}}"#)
      #expect(try await browser.hear("following") == #"{"following":{"after":7,"epoch":"e"}}"#)
      fixture.events.publish(try FakeEvents.event(8))
      #expect(try await browser.hear("event").contains(CloudEvent.sequenceText(8)))
    }
  }

  /// For another journal, or a position in the future, missed events cannot be determined.
  @Test(arguments: [#"{"epoch":"other","after":1}"#, #"{"epoch":"e","after":99}"#])
  func whatCannotBeHadIsReplacedByTheState(place: String) async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      fixture.bus.on("events.snapshot") { _ in
        #"{"epoch":"e","sequence":7,"standups":[],"meetings":[]}"#
      }
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"follow":\#(place)}"#)
      #expect(try await browser.hear("snapshot").hasSuffix(#""begin":true}"#))
    }
  }

  @Test func whatTheRingHasNotComesFromTheJournal() async throws {
    let kept = try FakeEvents.event(3)
    let text = String(decoding: try BusJSON.encode(kept), as: UTF8.self)
    try await GatewayFixture.serving(head: 2000) { fixture in
      fixture.bus.on("events.replay") { body in
        let isOld = String(decoding: body, as: UTF8.self).contains(#""after":2,"#)
        return isOld
          ? #"{"epoch":"e","head":2000,"events":[\#(text)],"hasMore":false,"resume":2000}"#
          : #"{"epoch":"e","head":2000,"events":[],"hasMore":false,"resume":2000}"#
      }
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"follow":{"epoch":"e","after":2}}"#)
      _ = try await browser.hear("following")
      #expect(try await browser.hear("event").contains(CloudEvent.sequenceText(3)))
    }
  }

  /// Without a subscription, an event arrives only with the next heartbeat or event.
  @Test(arguments: ["standup.created", "focus.started", "schedule.due", "service.up"])
  func durableEventsOfEveryFeatureAreSubscribed(type: String) {
    #expect(DurableEvents.prefixes.contains("t/\(type)/"))
  }

  @Test(arguments: ["meeting.tick", "focus.tick", "webhook.ping"])
  func otherEventsAreNotSubscribed(type: String) {
    #expect(!DurableEvents.prefixes.contains("t/\(type)/"))
  }

  @Test func ticksGoToThoseWhoWatch() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let (watching, other) = (try await fixture.stream(cookie), try await fixture.stream(cookie))
      try await watching.say(
        #"{"follow":{"epoch":"e","after":0},"meetings":["\#(Self.meeting.uppercased())"]}"#)
      try await other.say(#"{"follow":{"epoch":"e","after":0}}"#)
      _ = (try await watching.hear("following"), try await other.hear("following"))
      let topic = "t/meeting.tick/\(Self.meeting)/"
      while !fixture.events.state.withLock({ $0.prefixes.contains(topic) }) { await Task.yield() }
      fixture.events.publish(try FakeEvents.event(nil, "meeting.tick", about: Self.meeting))
      fixture.events.publish(try FakeEvents.event(1))
      #expect(try await watching.hear("event").contains("meeting.tick"))
      #expect(try await other.hear("event").contains("meeting.started"))
      // No browser watches any more: the timer need not send ticks.
      try await watching.say(#"{"meetings":[]}"#)
      while fixture.events.state.withLock({ $0.prefixes.contains(topic) }) { await Task.yield() }
    }
  }

  @Test func aPingTellsTheTime() async throws {
    try await GatewayFixture.serving { fixture in
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(#"{"ping":12.5}"#)
      #expect(try await browser.hear("pong") == #"{"pong":12.5,"now":1795000000000}"#)
    }
  }

  @Test(arguments: [
    "nonsense", "[]", "{}", #"{"follow":7}"#, #"{"meetings":["x"]}"#, #"{"ping":"x"}"#,
    #"{"microphone":{}}"#,
  ])
  func whatIsNoMessageEndsTheStream(text: String) async throws {
    try await GatewayFixture.serving { fixture in
      let browser = try await fixture.stream(try await fixture.login())
      try await browser.say(text)
      #expect(try await browser.closeCode() == StreamCode.protocolError)
    }
  }

  @Test func aHundredMessagesASecond() async throws {
    try await GatewayFixture.serving { fixture in
      let browser = try await fixture.stream(try await fixture.login())
      for _ in 0..<100 { try await browser.say(#"{"ping":1}"#) }
      for _ in 0..<100 { _ = try await browser.hear("pong") }
      try await browser.say(#"{"ping":1}"#)
      #expect(try await browser.closeCode() == StreamCode.protocolError)
    }
  }

  @Test func whoIsRevokedLosesTheStreamAtOnce() async throws {
    try await GatewayFixture.serving { fixture in
      let (ada, bob) = (try await fixture.login("ada"), try await fixture.login("bob"))
      let (first, second) = (try await fixture.stream(ada), try await fixture.stream(bob))
      #expect(try await fixture.send(RevokeWebSessions(name: "ada")).sessions == 1)
      #expect(try await first.closeCode() == StreamCode.sessionEnded)
      try await second.say(#"{"ping":1}"#)
      _ = try await second.hear("pong")
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(ada)"]).status == 401)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(bob)"]).status == 200)
    }
  }

  /// The database was replaced by an older one than the one that knew ada.
  @Test func whoIsNotInAnotherJournalLosesTheStream() async throws {
    try await GatewayFixture.serving { fixture in
      let bob = try await fixture.login("bob")
      let older = fixture.router.state.withLock { $0.documents }
      let ada = try await fixture.login("ada")
      let (first, second) = (try await fixture.stream(ada), try await fixture.stream(bob))
      fixture.router.state.withLock { $0.documents = older }
      await fixture.service.journalChanged()
      #expect(try await first.closeCode() == StreamCode.sessionEnded)
      try await second.say(#"{"ping":1}"#)
      _ = try await second.hear("pong")
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(ada)"]).status == 401)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(bob)"]).status == 200)
    }
  }
}

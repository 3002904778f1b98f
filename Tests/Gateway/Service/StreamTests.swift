import Bus
import FastJSON
import Foundation
import GatewayAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Streams of browsers, over real sockets.
@Suite struct StreamTests {
  private static let meeting = "2160a97d-8bf5-498a-b9a0-dfd9114bb0df"

  @Test func whoFollowsHearsWhatWasMissedAndWhatHappens() async throws {
    try await Bench.serving { bench in
      let cookie = try await bench.login()
      let browser = try await bench.stream(cookie)
      #expect(browser.status == 101)
      #expect(try await browser.hear("hello").contains(#""name":"ada""#))
      try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      #expect(try await browser.hear("following") == #"{"following":{"after":0,"epoch":"e"}}"#)
      for sequence in 1...3 { bench.events.publish(try FakeEvents.event(Int64(sequence))) }
      for sequence in 1...3 {
        let event = try await browser.hear("event")
        #expect(event.contains(#""sequence":"\#(CloudEvent.sequenceText(Int64(sequence)))""#))
      }
      // Another browser that was disconnected gets the events from the ring.
      let other = try await bench.stream(cookie)
      try await other.say(#"{"follow":{"epoch":"e","after":1},"meetings":[]}"#)
      _ = try await other.hear("following")
      #expect(try await other.hear("event").contains(CloudEvent.sequenceText(2)))
      #expect(try await other.hear("event").contains(CloudEvent.sequenceText(3)))
    }
  }

  /// One session uses as many streams as it can, and another one can still connect.
  @Test func oneSessionLeavesStreamsForOthers() async throws {
    try await Bench.serving { bench in
      let greedy = try await bench.login("eve", .observer)
      var browsers: [Browser] = []
      for _ in 0..<StreamLimits.maxPerSession {
        browsers.append(try await bench.stream(greedy))
        _ = try await browsers.last?.hear("hello")
      }
      #expect(await bench.gateway.streamCount == StreamLimits.maxPerSession)
      let fields = [
        "Cookie: \(greedy)", "Origin: \(bench.origin)", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: standups.1",
      ]
      let refused = try await bench.ask("GET", "/api/stream", fields)
      #expect(refused.status == 429)
      #expect(refused.body.contains("too many pages"))
      let other = try await bench.stream(try await bench.login())
      #expect(other.status == 101)
      _ = try await other.hear("hello")
    }
  }

  /// One address uses as many streams as it can, with a session for every few of them, and another one can still
  /// connect.
  @Test func oneAddressLeavesStreamsForOthers() {
    func refusal(of session: String, from address: String, _ count: Int) -> BusError? {
      StreamLimits.refusal(
        ofSession: session, from: address,
        among: (0..<count).map { ("eve \($0 / 8)", "203.0.113.7") })
    }
    #expect(refusal(of: "eve", from: "203.0.113.7", StreamLimits.maxPerAddress - 1) == nil)
    let refused = refusal(of: "eve", from: "203.0.113.7", StreamLimits.maxPerAddress)
    #expect(refused?.code == .busy && refused?.message.contains("network") == true)
    #expect(refusal(of: "ada", from: "203.0.113.8", StreamLimits.maxPerAddress) == nil)
    // A session that has moved to another address keeps its share.
    let pages = Array(repeating: (session: "ada", address: "203.0.113.8"), count: 32)
    #expect(StreamLimits.refusal(ofSession: "ada", from: "203.0.113.9", among: pages) != nil)
  }

  /// One session opens as many microphones as it can, and another one can still open one.
  @Test func oneSessionLeavesMicrophonesForOthers() {
    var microphones = MicrophoneLeases()
    func open(_ meeting: Int, _ session: String, nowMs: Int64 = 0) -> MicrophoneLeases.Outcome {
      microphones.open(
        "\(meeting)", client: 1, session: session, name: session, take: false, nowMs: nowMs)
    }
    let given = MicrophoneLeases.Outcome.given(settled: nil, takenFrom: nil)
    for meeting in 0..<MicrophoneLeases.maxPerSession { #expect(open(meeting, "eve") == given) }
    #expect(open(100, "eve") == .tooMany)
    // A microphone that it already has may be opened again.
    #expect(open(0, "eve") == given)
    #expect(open(100, "ada") == given)
    // Leases whose browser did not return do not count.
    microphones.lost(client: 1, nowMs: 0)
    #expect(open(101, "eve", nowMs: MicrophoneLeases.graceMs) == given)
  }

  /// Erased events are not sent to a returning browser: it gets the current ones from the journal.
  @Test(arguments: ["meeting.erased", "meeting.discarded", "standup.deleted", "standup.updated"])
  func whatWasErasedIsForgotten(type: String) async throws {
    try await Bench.serving { bench in
      let cookie = try await bench.login()
      let browser = try await bench.stream(cookie)
      try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await browser.hear("following")
      bench.events.publish(try FakeEvents.event(1))
      var erasing = try FakeEvents.event(2)
      erasing.type = type
      if type == "standup.updated" {
        erasing.data = RawJSON(unchecked: Array(#"{"forgets":true}"#.utf8))
      }
      bench.events.publish(erasing)
      bench.bus.on("events.replay") { _ in
        #"{"epoch":"e","head":2,"hasMore":false,"resume":2,"events":[{"specversion":"1.0","id":"1","#
          + #""source":"/s","type":"meeting.segment","subject":"m","time":"2026-01-01T00:00:00.000Z","#
          + #""datacontenttype":"application/json","sequence":"00000000000000000001","epoch":"e","data":{"erased":true}}]}"#
      }
      _ = try await browser.hear("event")
      _ = try await browser.hear("event")
      let other = try await bench.stream(cookie)
      try await other.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await other.hear("following")
      #expect(try await other.hear("event").contains(#""data":{"erased":true}"#))
    }
  }

  @Test func whoIsNewIsSentTheStateFirst() async throws {
    try await Bench.serving(head: 7) { bench in
      bench.bus.on("events.snapshot") { body in
        String(decoding: body, as: UTF8.self).contains("after")
          ? #"{"epoch":"e","sequence":9,"standups":[2],"meetings":[]}"#
          : #"{"epoch":"e","sequence":7,"standups":[1],"meetings":[],"next":"n"}"#
      }
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"follow":null}"#)
      #expect(
        try await browser.hear("snapshot")
          == #"{"snapshot":{"epoch":"e","sequence":7,"standups":[1],"meetings":[],"next":"n"},"begin":true}"#
      )
      #expect(
        try await browser.hear("snapshot")
          == #"{"snapshot":{"epoch":"e","sequence":9,"standups":[2],"meetings":[]}}"#)
      #expect(try await browser.hear("following") == #"{"following":{"after":7,"epoch":"e"}}"#)
      bench.events.publish(try FakeEvents.event(8))
      #expect(try await browser.hear("event").contains(CloudEvent.sequenceText(8)))
    }
  }

  /// For another journal, or a position in the future, missed events cannot be determined.
  @Test(arguments: [#"{"epoch":"other","after":1}"#, #"{"epoch":"e","after":99}"#])
  func whatCannotBeHadIsReplacedByTheState(place: String) async throws {
    try await Bench.serving(head: 7) { bench in
      bench.bus.on("events.snapshot") { _ in
        #"{"epoch":"e","sequence":7,"standups":[],"meetings":[]}"#
      }
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"follow":\#(place)}"#)
      #expect(try await browser.hear("snapshot").hasSuffix(#""begin":true}"#))
    }
  }

  @Test func whatTheRingHasNotComesFromTheJournal() async throws {
    let kept = try FakeEvents.event(3)
    let text = String(decoding: try BusJSON.encode(kept), as: UTF8.self)
    try await Bench.serving(head: 2000) { bench in
      bench.bus.on("events.replay") { body in
        let isOld = String(decoding: body, as: UTF8.self).contains(#""after":2,"#)
        return isOld
          ? #"{"epoch":"e","head":2000,"events":[\#(text)],"hasMore":false,"resume":2000}"#
          : #"{"epoch":"e","head":2000,"events":[],"hasMore":false,"resume":2000}"#
      }
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"follow":{"epoch":"e","after":2}}"#)
      _ = try await browser.hear("following")
      #expect(try await browser.hear("event").contains(CloudEvent.sequenceText(3)))
    }
  }

  @Test func ticksGoToThoseWhoWatch() async throws {
    try await Bench.serving { bench in
      let cookie = try await bench.login()
      let (watching, other) = (try await bench.stream(cookie), try await bench.stream(cookie))
      try await watching.say(
        #"{"follow":{"epoch":"e","after":0},"meetings":["\#(Self.meeting.uppercased())"]}"#)
      try await other.say(#"{"follow":{"epoch":"e","after":0}}"#)
      _ = (try await watching.hear("following"), try await other.hear("following"))
      let topic = "t/meeting.tick/\(Self.meeting)/"
      while !bench.events.state.withLock({ $0.prefixes.contains(topic) }) { await Task.yield() }
      bench.events.publish(try FakeEvents.event(nil, "meeting.tick", about: Self.meeting))
      bench.events.publish(try FakeEvents.event(1))
      #expect(try await watching.hear("event").contains("meeting.tick"))
      #expect(try await other.hear("event").contains("meeting.started"))
      // No browser watches any more: the timer need not send ticks.
      try await watching.say(#"{"meetings":[]}"#)
      while bench.events.state.withLock({ $0.prefixes.contains(topic) }) { await Task.yield() }
    }
  }

  @Test func aPingTellsTheTime() async throws {
    try await Bench.serving { bench in
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"ping":12.5}"#)
      #expect(try await browser.hear("pong") == #"{"pong":12.5,"now":1795000000000}"#)
    }
  }

  @Test(arguments: [
    "nonsense", "[]", "{}", #"{"follow":7}"#, #"{"meetings":["x"]}"#, #"{"ping":"x"}"#,
    #"{"microphone":{}}"#,
  ])
  func whatIsNoMessageEndsTheStream(text: String) async throws {
    try await Bench.serving { bench in
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(text)
      #expect(try await browser.closeCode() == StreamCode.protocolError)
    }
  }

  @Test func aHundredMessagesASecond() async throws {
    try await Bench.serving { bench in
      let browser = try await bench.stream(try await bench.login())
      for _ in 0..<100 { try await browser.say(#"{"ping":1}"#) }
      for _ in 0..<100 { _ = try await browser.hear("pong") }
      try await browser.say(#"{"ping":1}"#)
      #expect(try await browser.closeCode() == StreamCode.protocolError)
    }
  }

  @Test func whoIsRevokedLosesTheStreamAtOnce() async throws {
    try await Bench.serving { bench in
      let (ada, bob) = (try await bench.login("ada"), try await bench.login("bob"))
      let (first, second) = (try await bench.stream(ada), try await bench.stream(bob))
      #expect(try await bench.send(RevokeWebSessions(name: "ada")).sessions == 1)
      #expect(try await first.closeCode() == StreamCode.sessionEnded)
      try await second.say(#"{"ping":1}"#)
      _ = try await second.hear("pong")
      #expect(try await bench.ask("GET", "/api/me", ["Cookie: \(ada)"]).status == 401)
      #expect(try await bench.ask("GET", "/api/me", ["Cookie: \(bob)"]).status == 200)
    }
  }

  /// The database was replaced by an older one than the one that knew ada.
  @Test func whoIsNotInAnotherJournalLosesTheStream() async throws {
    try await Bench.serving { bench in
      let bob = try await bench.login("bob")
      let older = bench.parent.state.withLock { $0.documents }
      let ada = try await bench.login("ada")
      let (first, second) = (try await bench.stream(ada), try await bench.stream(bob))
      bench.parent.state.withLock { $0.documents = older }
      await bench.service.journalChanged()
      #expect(try await first.closeCode() == StreamCode.sessionEnded)
      try await second.say(#"{"ping":1}"#)
      _ = try await second.hear("pong")
      #expect(try await bench.ask("GET", "/api/me", ["Cookie: \(ada)"]).status == 401)
      #expect(try await bench.ask("GET", "/api/me", ["Cookie: \(bob)"]).status == 200)
    }
  }

  // MARK: MicrophoneLeases

  private func sound(_ offset: Int, samples: Int = 1600) -> [UInt8] {
    Array(#"{"meeting":"\#(Self.meeting)","offset":\#(offset),"atMs":100,"stream":"s"}"#.utf8)
      + [0x0A] + [UInt8](repeating: 0, count: 2 * samples)
  }

  @Test func whatIsSaidGoesToTheRecognition() async throws {
    try await Bench.serving { bench in
      bench.bus.on("transcription.audio") { _ in
        #"{"creditSamples":16000,"settled":800,"stream":"s2"}"#
      }
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#)
      #expect(
        try await browser.hear("microphone")
          == #"{"microphone":{"meeting":"\#(Self.meeting)","open":true}}"#)
      try await browser.say(binary: sound(3200))
      #expect(
        try await browser.hear("microphone")
          == #"{"microphone":{"creditSamples":16000,"meeting":"\#(Self.meeting)","offset":3200,"settled":800,"stream":"s2"}}"#
      )
      let sent = try #require(
        bench.bus.sent.withLock { $0.last { $0.target == "transcription.audio" } })
      #expect(sent.attachments == [3200])
      #expect(
        sent.body == #"{"atMs":100,"id":"meeting\/\#(Self.meeting)","offset":3200,"stream":"s"}"#
          || sent.body.contains(#""offset":3200"#))
      #expect(sent.key == "meeting/\(Self.meeting)")
    }
  }

  /// More would only wait, as the recognition has its credit.
  @Test func soMuchSoundIsUnderWayAndNoMore() async throws {
    try await Bench.serving { bench in
      let isHeld = Locked(true)
      bench.bus.on("transcription.audio") { _ in
        if isHeld.withLock({ $0 }) { throw FakeBus.Later() }
        return #"{"creditSamples":16000,"settled":0,"stream":"s"}"#
      }
      let browser = try await bench.stream(try await bench.login())
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#)
      _ = try await browser.hear("microphone")
      for number in 0...32 { try await browser.say(binary: sound(number, samples: 1)) }
      let refused = try await browser.hear("microphone")
      #expect(refused.contains(#""code":"busy""#))
      isHeld.withLock { $0 = false }
      for _ in 0...31 { #expect(try await browser.hear("microphone").contains("settled")) }
    }
  }

  @Test func oneMicrophoneAtATime() async throws {
    try await Bench.serving { bench in
      let (first, second) = (
        try await bench.stream(try await bench.login("ada")),
        try await bench.stream(try await bench.login("bob"))
      )
      let open = #"{"microphone":{"open":"\#(Self.meeting)","take":false}}"#
      try await first.say(open)
      #expect(try await first.hear("microphone").contains(#""open":true"#))
      try await second.say(open)
      let refused = try await second.hear("microphone")
      #expect(refused.contains(#""code":"conflict""#) && refused.contains("ada"))
      try await second.say(binary: sound(0))
      #expect(try await second.hear("microphone").contains(#""code":"conflict""#))
      try await second.say(open.replacing("false", with: "true"))
      #expect(try await second.hear("microphone").contains(#""open":true"#))
      #expect(
        try await first.hear("microphone")
          == #"{"microphone":{"meeting":"\#(Self.meeting)","taken":"bob"}}"#)
    }
  }

  @Test func anObserverIsNotHeard() async throws {
    try await Bench.serving { bench in
      let browser = try await bench.stream(try await bench.login("eve", .observer))
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)"}}"#)
      #expect(try await browser.hear("microphone").contains(#""code":"denied""#))
    }
  }
}

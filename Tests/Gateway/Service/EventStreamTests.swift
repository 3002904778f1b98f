import Bus
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import StandupsDependencies
import TestSupport
import Testing
import Threads
import WebServer

@testable import GatewayService

/// Server-Sent Events, over real sockets.
@Suite struct EventStreamTests {
  private static let meeting = StreamTests.meeting
  private static let standup = "00000000-0000-4000-8000-0000000000aa"

  /// A durable event with the given labels.
  private static func event(
    _ sequence: Int64, _ type: String = "meeting.started", about subject: String = "m",
    team: String? = nil, followsInStandup: Bool = false, data: String = "{}"
  ) throws -> CloudEvent {
    var event = try FakeEvents.event(sequence, type, about: subject, data: data)
    event.team = team
    if followsInStandup { event.prevstandup = CloudEvent.sequenceText(1) }
    return event
  }

  private static func text(_ event: CloudEvent) throws -> String {
    String(decoding: try BusJSON.encode(event), as: UTF8.self)
  }

  /// The ids of the next events.
  private static func ids(_ count: Int, _ reader: EventReader) async throws -> [String] {
    var ids: [String] = []
    for _ in 0..<count { ids.append(try #require(try await reader.next()).id) }
    return ids
  }

  /// Sends heartbeats until the stream has passed an event that it left out.
  private static func heartbeat(
    _ fixture: GatewayFixture, _ reader: EventReader, _ id: String
  ) async throws {
    let reading = Task { try await reader.until(lastID: id) }
    let isRead = Locked(false)
    let waiting = Task {
      try await reading.value
      isRead.withLock { $0 = true }
    }
    try await waitUntil("The stream has passed \(id).") {
      fixture.now.withLock { $0 += EventStream.silenceMs }
      await fixture.gateway.sendHeartbeats()
      return isRead.withLock { $0 }
    }
    try await waiting.value
  }

  // MARK: Continuation

  @Test func aStreamSendsTheEventsFromNowOn() async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      let reader = try await fixture.events(try await fixture.login())
      #expect(reader.status == 200)
      for field in [
        "Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no",
      ] {
        #expect(reader.head.contains("\r\n\(field)"), "\(field)")
      }
      // A client that reconnects before the first event must not miss any.
      try await reader.until(lastID: "e/7")
      #expect(reader.retryMs == EventBlock.retryMs)
      let sent = try Self.event(8)
      fixture.events.publish(sent)
      let event = try #require(try await reader.next())
      #expect(event.id == "e/8" && event.type == "meeting.started")
      #expect(try BusJSON.decode(CloudEvent.self, from: Data(event.data.utf8)) == sent)
    }
  }

  @Test func aClientContinuesAfterItsLastEvent() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let first = try await fixture.events(cookie)
      for sequence in 1...3 as ClosedRange<Int64> {
        fixture.events.publish(try Self.event(sequence))
      }
      #expect(try await Self.ids(3, first) == ["e/1", "e/2", "e/3"])
      let second = try await fixture.events(cookie, "", ["Last-Event-ID: e/1"])
      #expect(try await Self.ids(2, second) == ["e/2", "e/3"])
      let third = try await fixture.events(cookie, "?after=e/2")
      #expect(try await Self.ids(1, third) == ["e/3"])
      let fourth = try await fixture.events(cookie, "?after=0")
      #expect(try await Self.ids(3, fourth) == ["e/1", "e/2", "e/3"])
      // A browser that reconnects repeats its query.
      let fifth = try await fixture.events(cookie, "?after=e/1", ["Last-Event-ID: e/2"])
      #expect(try await Self.ids(1, fifth) == ["e/3"])
      fixture.events.publish(try Self.event(4))
      for reader in [first, second, third, fourth, fifth] {
        #expect(try await Self.ids(1, reader) == ["e/4"])
      }
    }
  }

  @Test func olderEventsComeFromTheJournal() async throws {
    let old = try Self.text(try Self.event(3))
    try await GatewayFixture.serving(head: 2000) { fixture in
      let cookie = try await fixture.login()
      fixture.bus.on("events.replay") { body in
        String(decoding: body, as: UTF8.self).contains(#""after":2,"#)
          ? #"{"epoch":"e","head":2000,"events":[\#(old)],"hasMore":false,"resume":2000}"#
          : #"{"epoch":"e","head":2000,"events":[],"hasMore":false,"resume":2000}"#
      }
      let reader = try await fixture.events(cookie, "", ["Last-Event-ID: e/2"])
      #expect(try await Self.ids(1, reader) == ["e/3"])
    }
  }

  @Test(arguments: [("f/3", "replaced"), ("e/99", "ahead")])
  func aPlaceThatIsNotInTheJournalIsReported(place: String, reason: String) async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      let reader = try await fixture.events(
        try await fixture.login(), "", ["Last-Event-ID: \(place)"])
      let gap = try #require(try await reader.next())
      #expect(gap.type == EventBlock.gap && gap.id == "e/7")
      let json = try RawJSON(validating: Array(gap.data.utf8))
      #expect(json["reason"]?.string == reason)
      #expect(json["after"]?.string == place && json["resume"]?.string == "e/7")
      fixture.events.publish(try Self.event(8))
      #expect(try await Self.ids(1, reader) == ["e/8"])
    }
  }

  @Test func removedEventsAreReportedAndTheRestFollows() async throws {
    let kept = try Self.text(try Self.event(1500))
    try await GatewayFixture.serving(head: 3000) { fixture in
      fixture.bus.on("events.heads") { _ in #"{"epoch":"e","head":3000,"oldest":1500}"# }
      fixture.bus.on("events.replay") { body in
        let text = String(decoding: body, as: UTF8.self)
        if text.contains(#""after":2,"#) { throw BusError(.compacted, "Gone.") }
        return text.contains(#""after":1499,"#)
          ? #"{"epoch":"e","head":3000,"events":[\#(kept)],"hasMore":false,"resume":3000}"#
          : #"{"epoch":"e","head":3000,"events":[],"hasMore":false,"resume":3000}"#
      }
      let reader = try await fixture.events(
        try await fixture.login(), "", ["Last-Event-ID: e/2"])
      let gap = try #require(try await reader.next())
      #expect(gap.type == EventBlock.gap && gap.id == "e/1499")
      let json = try RawJSON(validating: Array(gap.data.utf8))
      #expect(json["reason"]?.string == "compacted" && json["missing"]?.text == "1497")
      #expect(try await Self.ids(1, reader) == ["e/1500"])
    }
  }

  @Test func aNewJournalIsReportedToLiveStreams() async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      let reader = try await fixture.events(try await fixture.login())
      try await reader.until(lastID: "e/7")
      fixture.bus.on("events.heads") { _ in #"{"epoch":"f","head":2,"oldest":1}"# }
      fixture.bus.on("events.replay") { _ in
        #"{"epoch":"f","head":2,"events":[],"hasMore":false,"resume":2}"#
      }
      fixture.events.send(.reconnected(Confirmation(epoch: "f", head: 2, denied: [])))
      let gap = try #require(try await reader.next())
      #expect(gap.type == EventBlock.gap && gap.id == "f/2")
      let json = try RawJSON(validating: Array(gap.data.utf8))
      #expect(json["reason"]?.string == "replaced" && json["after"]?.string == "e/7")
    }
  }

  // MARK: Filters

  private static let filters: [(query: String, ids: [String])] = [
    ("", ["e/1", "e/2", "e/3"]), ("?type=meeting.finished", ["e/2"]),
    ("?type=meeting.finished,standup.updated", ["e/2", "e/3"]),
    ("?type=meeting.finished&type=standup.updated", ["e/2", "e/3"]), ("?type=egg.boiled", []),
    ("?team=web", ["e/3"]), ("?team=ops", []), ("?team=web&type=meeting.started", []),
    ("?standup=\(standup)", ["e/3"]), ("?standup=\(meeting)", []),
  ]

  @Test(arguments: filters)
  func onlyMatchingEventsAreSent(query: String, expected: [String]) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let all = try await fixture.events(cookie)
      let live = try await fixture.events(cookie, query)
      try await live.until(lastID: "e/0")
      fixture.events.publish(try Self.event(1))
      fixture.events.publish(try Self.event(2, "meeting.finished"))
      fixture.events.publish(
        try Self.event(3, "standup.updated", about: Self.standup, team: "web"))
      _ = try await Self.ids(3, all)
      #expect(try await Self.ids(expected.count, live) == expected)
      let later = try await fixture.events(cookie, query, ["Last-Event-ID: e/0"])
      #expect(try await Self.ids(expected.count, later) == expected)
      // A reconnecting client need not request the omitted events again.
      for reader in [live, later] {
        if expected.last != "e/3" { try await Self.heartbeat(fixture, reader, "e/3") }
        #expect(reader.lastID == "e/3")
      }
    }
  }

  /// The events of a meeting do not name its standup; the journal knows it.
  @Test(arguments: [true, false])
  func theJournalTellsTheStandupOfAMeeting(isMember: Bool) async throws {
    let event = try Self.event(1, "meeting.noted", about: Self.meeting, followsInStandup: true)
    let text = try Self.text(event)
    try await GatewayFixture.serving { fixture in
      let reader = try await fixture.events(
        try await fixture.login(), "?standup=\(Self.standup.uppercased())")
      try await reader.until(lastID: "e/0")
      fixture.bus.on("events.replay") { body in
        let isFiltered = String(decoding: body, as: UTF8.self).contains(Self.standup)
        let found = isFiltered && isMember ? text : ""
        return #"{"epoch":"e","head":1,"events":[\#(found)],"hasMore":false,"resume":1}"#
      }
      fixture.events.publish(event)
      if isMember { #expect(try await Self.ids(1, reader) == ["e/1"]) }
      try await waitUntil("The journal was read for the stream.") {
        fixture.bus.bodies("events.replay").contains { $0.contains(Self.standup) }
      }
      if !isMember { try await Self.heartbeat(fixture, reader, "e/1") }
      // From now on, the membership of the meeting is known.
      let reads = fixture.bus.bodies("events.replay").count
      fixture.events.publish(
        try Self.event(2, "meeting.noted", about: Self.meeting, followsInStandup: true))
      fixture.events.publish(try Self.event(3, "standup.updated", about: Self.standup))
      #expect(try await Self.ids(1, reader) == [isMember ? "e/2" : "e/3"])
      #expect(fixture.bus.bodies("events.replay").count == reads)
    }
  }

  @Test func aMeetingThatStartsNamesItsStandup() throws {
    var members = StandupMembers(Self.standup)
    func event(_ type: String, _ meeting: String, _ data: String = "{}") throws -> StreamEvent {
      try StreamEvent(
        Self.event(5, type, about: meeting, followsInStandup: true, data: data), 5, epoch: "e")
    }
    #expect(members.contains(try event("meeting.noted", "m1")) == nil)
    let own = #"{"standup":{"id":"\#(Self.standup.uppercased())"}}"#
    #expect(members.contains(try event("meeting.started", "m1", own)) == true)
    #expect(members.contains(try event("meeting.noted", "m1")) == true)
    #expect(members.contains(try event("meeting.finished", "m2", #"{"standup":"x"}"#)) == false)
    #expect(members.contains(try event("meeting.noted", "m2")) == false)
    #expect(members.contains(try event("standup.updated", Self.standup)) == true)
    // The data of other events may have members of the same name.
    #expect(members.contains(try event("poll.opened", "m3", own)) == nil)
    let first = try StreamEvent(try Self.event(6, "service.up"), 6, epoch: "e")
    #expect(members.contains(first) == false)
    for number in 0...StandupMembers.maxSubjects { members.note("n\(number)", true) }
    #expect(members.contains(try event("meeting.noted", "m1")) == nil)
  }

  /// Thousands of streams may filter by standup, or none.
  @Test func theStandupOfAnEventIsReadOnceWhenItIsNeeded() throws {
    func json(_ standup: String) -> [UInt8] { Array(#"{"data":{"standup":"\#(standup)"}}"#.utf8) }
    var event = try StreamEvent(Self.event(5, "meeting.finished", about: "m"), 5, epoch: "e")
    // The content stands for the reading of it: it counts only before the first one.
    event.json = json("a")
    let copy = event
    event.json = json("b")
    #expect(event.standupInData == "b" && copy.standupInData == "b")
    event.json = json("c")
    #expect(event.standupInData == "b")
  }

  // MARK: Persons and sessions

  private static let ann = "00000000-0000-4000-8000-00000000000a"

  private static func serving(
    _ body: (GatewayFixture, Locked<Person?>, String) async throws -> Void
  ) async throws {
    let person = Locked<Person?>(
      Person(id: ann, name: "Ann", teams: [.init(team: "default", role: .member)]))
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("people.get") { _ in
        guard let person = person.withLock({ $0 }) else {
          throw BusError(.notFound, "No such person.")
        }
        return String(decoding: try BusJSON.encode(person), as: UTF8.self)
      }
      let invite = try await fixture.send(InviteToWeb(name: "Ann", person: ann))
      let answer = try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#)
      try await body(
        fixture, person, answer.cookie)
    }
  }

  @Test func eventsOfOtherTeamsAreHidden() async throws {
    try await Self.serving { fixture, person, cookie in
      let reader = try await fixture.events(cookie)
      let foreign = try await fixture.events(cookie, "?team=ops")
      try await reader.until(lastID: "e/0")
      try await foreign.until(lastID: "e/0")
      for (sequence, team) in [(1, "ops"), (2, nil), (3, "default")] as [(Int64, String?)] {
        fixture.events.publish(try Self.event(sequence, team: team))
      }
      #expect(try await Self.ids(1, reader) == ["e/3"])
      let later = try await fixture.events(cookie, "?after=0")
      #expect(try await Self.ids(1, later) == ["e/3"])
      // The stream sends the events of a new team without a restart.
      person.withLock { $0?.teams.append(.init(team: "ops", role: .observer)) }
      fixture.events.publish(
        try FakeEvents.event(
          4, "team.memberSet", about: "ops",
          data: #"{"person":"\#(Self.ann)","role":"observer","team":"ops"}"#))
      let id = try #require(UUID(uuidString: Self.ann))
      try await waitUntil("The role is known.") {
        await fixture.gateway.persons[id]?.teams["ops"] != nil
      }
      fixture.events.publish(try Self.event(5, team: "ops"))
      for stream in [reader, foreign, later] {
        #expect(try await Self.ids(1, stream) == ["e/5"])
      }
    }
  }

  @Test func whoLosesTheRoleLearnsItAndTheStreamEnds() async throws {
    try await Self.serving { fixture, person, cookie in
      let reader = try await fixture.events(cookie)
      try await reader.until(lastID: "e/0")
      person.withLock { $0?.teams = [] }
      fixture.events.publish(
        try FakeEvents.event(
          1, "team.memberRemoved", about: "default",
          data: #"{"person":"\#(Self.ann)","team":"default"}"#))
      let last = try #require(try await reader.next())
      #expect(last.type == EventBlock.closed)
      #expect(last.data.contains(#""code":\#(StreamCode.roleLost)"#))
      #expect(try await reader.next() == nil && reader.isComplete)
    }
  }

  @Test func aRevokedSessionEndsTheStream() async throws {
    try await GatewayFixture.serving { fixture in
      let (ada, bob) = (try await fixture.login("ada"), try await fixture.login("bob"))
      let (first, second) = (try await fixture.events(ada), try await fixture.events(bob))
      #expect(try await fixture.send(RevokeWebSessions(name: "ada")).sessions == 1)
      let last = try #require(try await first.next())
      #expect(last.type == EventBlock.closed)
      #expect(last.data == #"{"code":\#(StreamCode.sessionEnded),"reason":"session ended"}"#)
      #expect(try await first.next() == nil && first.isComplete)
      fixture.events.publish(try Self.event(1))
      #expect(try await Self.ids(1, second) == ["e/1"])
      #expect(try await fixture.ask("GET", "/api/events", ["Cookie: \(ada)"]).status == 401)
      try await waitUntil("The stream is gone.") { await fixture.gateway.streamCount == 1 }
    }
  }

  // MARK: Connections

  @Test func aHeadHasNoStream() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("HEAD", "/api/events", ["Cookie: \(cookie)"])
      #expect(answer.status == 200 && answer.fields["content-type"] == "text/event-stream")
      #expect(await fixture.gateway.streamCount == 0)
    }
  }

  @Test func aSilentStreamHasComments() async throws {
    try await GatewayFixture.serving(head: 7) { fixture in
      let reader = try await fixture.events(try await fixture.login())
      try await reader.until(lastID: "e/7")
      fixture.now.withLock { $0 += EventStream.silenceMs - 1 }
      await fixture.gateway.sendHeartbeats()
      fixture.events.publish(try Self.event(8))
      #expect(try await Self.ids(1, reader) == ["e/8"])
      #expect(reader.comments == 0)
      fixture.now.withLock { $0 += EventStream.silenceMs }
      await fixture.gateway.sendHeartbeats()
      fixture.events.publish(try Self.event(9))
      #expect(try await Self.ids(1, reader) == ["e/9"])
      #expect(reader.comments == 1)
    }
  }

  @Test func aClientThatLeavesIsNoticed() async throws {
    try await GatewayFixture.serving { fixture in
      let reader = try await fixture.events(try await fixture.login())
      try await reader.until(lastID: "e/0")
      #expect(await fixture.gateway.streamsByKind == [.events: 1])
      reader.leave()
      try await waitUntil("The stream is gone.") { await fixture.gateway.streamCount == 0 }
    }
  }

  @Test func aClientThatDoesNotReadIsCutOff() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let slow = try await fixture.events(cookie)
      try await slow.until(lastID: "e/0")
      let long = #"{"text":"\#(String(repeating: "x", count: 200_000))"}"#
      var sequence: Int64 = 0
      // Memory of the kernel takes the first megabytes.
      try await waitUntil("The stream is cut off.") {
        if sequence < 500 {
          sequence += 1
          fixture.events.publish(try Self.event(sequence, data: long))
        }
        return await fixture.gateway.streamCount == 0
      }
      while try await slow.next() != nil {}
      #expect(!slow.isComplete)
      try await waitUntil("All events are published.") {
        await fixture.gateway.head == sequence
      }
      // The client continues where it was.
      let resumed = try await fixture.events(cookie, "", ["Last-Event-ID: e/\(sequence - 1)"])
      #expect(try await Self.ids(1, resumed) == ["e/\(sequence)"])
    }
  }

  @Test func manyStreamsHaveTheSameEvents() async throws {
    try await GatewayFixture.serving { fixture in
      var readers: [EventReader] = []
      for number in 0..<4 {
        let cookie = try await fixture.login("p\(number)")
        for _ in 0..<StreamLimits.maxPerSession { readers.append(try await fixture.events(cookie)) }
        let more = try await fixture.ask("GET", "/api/events", ["Cookie: \(cookie)"])
        #expect(more.status == 429)
      }
      #expect(await fixture.gateway.streamCount == 4 * StreamLimits.maxPerSession)
      for sequence in 1...50 as ClosedRange<Int64> {
        fixture.events.publish(try Self.event(sequence))
      }
      let expected = (1...50).map { "e/\($0)" }
      // Never empty because the streams were counted above.
      for reader in readers { #expect(try await Self.ids(50, reader) == expected) }
    }
  }

  @Test func theGatewayCompletesTheStreamsWhenItStops() async throws {
    try await GatewayFixture.serving { fixture in
      let reader = try await fixture.events(try await fixture.login())
      try await reader.until(lastID: "e/0")
      await fixture.gateway.stop()
      #expect(try await reader.next() == nil && reader.isComplete)
    }
  }

  @Test func ticksGoToStreamsThatNameTheMeeting() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let watching = try await fixture.events(
        cookie, "?meeting=\(Self.meeting.uppercased()),\(Self.standup)")
      let typed = try await fixture.events(
        cookie, "?meeting=\(Self.meeting)&type=meeting.started")
      let other = try await fixture.events(cookie)
      for reader in [watching, typed, other] { try await reader.until(lastID: "e/0") }
      let topic = "t/meeting.tick/\(Self.meeting)/"
      try await waitUntil("The ticks are subscribed.") {
        fixture.events.state.withLock { $0.prefixes.contains(topic) }
      }
      fixture.events.publish(try FakeEvents.event(nil, "meeting.tick", about: Self.meeting))
      fixture.events.publish(try Self.event(1))
      let tick = try #require(try await watching.next())
      // A tick has no id, so that the client continues after the last durable event.
      #expect(tick.type == "meeting.tick" && tick.id == "e/0")
      for reader in [watching, typed, other] {
        #expect(try #require(try await reader.next()).type == "meeting.started")
      }
      watching.leave()
      typed.leave()
      try await waitUntil("The ticks are not subscribed any more.") {
        fixture.events.state.withLock { !$0.prefixes.contains(topic) }
      }
    }
  }

  // MARK: Requests

  private static let manyTypes = (0...EventQuery.maxTypes).map { "t\($0)" }
  private static let manyMeetings = (0...ClientMessage.maxMeetings).map {
    UUID(number: UInt32($0)).uuidString
  }
  private static let invalid: [String] = [
    "?after=x", "?after=e/", "?after=e/-1", "?after=/1", "?after=e/1/2",
    "?after=e/4611686018427387904", "?after=1&after=2", "?type=", "?type=a,,b", "?type=meeting.",
    "?type=a%0Ab", "?team=Web", "?team=", "?standup=x", "?standup=\(standup)&standup=\(standup)",
    "?meeting=x", "?types=a", "?type", "?a=%zz", "?type=meeting.strated", "?type=meeting",
    "?type=" + manyTypes.joined(separator: ","),
    "?meeting=" + manyMeetings.joined(separator: ","),
  ]

  @Test(arguments: invalid)
  func anInvalidQueryIsRejected(query: String) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("GET", "/api/events" + query, ["Cookie: \(cookie)"])
      #expect(answer.status == 400, "\(query)")
      #expect(answer.body.contains("expected"), "\(answer.body)")
      #expect(await fixture.gateway.streamCount == 0)
    }
  }

  @Test(arguments: [["Last-Event-ID: x"], ["Last-Event-ID: e/1", "Last-Event-ID: e/2"]])
  func anInvalidLastEventIDIsRejected(fields: [String]) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask("GET", "/api/events", ["Cookie: \(cookie)"] + fields)
      #expect(answer.status == 400 && answer.body.contains("Last-Event-ID"))
    }
  }

  @Test func anIDHasOneSpelling() throws {
    #expect(EventID("e/12") == EventID("e", 12) && EventID("12") == EventID(nil, 12))
    var random = SystemRandomNumberGenerator()
    let letters = Array("0123456789/-eE+ \n\u{e9}%".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(letters[Int.random(in: letters.indices, using: &random)])
      }
      let request = WebRequest(
        method: "GET", target: "/api/events?after=\(text)&type=\(text)&\(text)")
      // Ignored because most of these are invalid, which must not crash.
      _ = try? EventQuery(request)
      guard let id = EventID(text) else { continue }
      #expect(EventID(id.description) == id, "\(text)")
      #expect(id.sequence >= 0)
    }
  }

  @Test func aBlockHasItsDataInOneLine() {
    let block = EventBlock.event(
      EventID("e", 4), type: "a\nid: x", data: Array("{\r\n\"a\":\n1}".utf8))
    #expect(
      String(decoding: block, as: UTF8.self)
        == "id: e/4\nevent: a id: x\ndata: {  \"a\": 1}\n\n")
    #expect(String(decoding: EventBlock.heartbeat(nil), as: UTF8.self) == ":\n\n")
    #expect(
      String(decoding: EventBlock.heartbeat(EventID("e", 4)), as: UTF8.self) == ":\nid: e/4\n\n")
  }
}

extension Gateway {
  /// Sequence of the last event that the gateway has received.
  fileprivate var head: Int64 { feed.recent.position }
}

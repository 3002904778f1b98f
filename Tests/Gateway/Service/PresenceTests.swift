import Bus
import Countdown
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads
import WebServer

@testable import GatewayService

/// The people connected to a meeting, over real sockets.
@Suite struct PresenceTests {
  private static let meeting = StreamTests.meeting
  private static let ann = UUID(uuidString: "00000000-0000-4000-8000-00000000000a") ?? UUID()
  private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"

  /// A gateway that knows the meeting, which belongs to this team, and Ann, a member of “default”.
  private static func serving(
    in team: String? = nil, _ body: (GatewayFixture) async throws -> Void
  ) async throws {
    let standup = Standup(id: Standup.ID(UUID(number: 1)), title: "Daily", team: team)
    let session = MeetingSession(
      id: try #require(Meeting.ID(meeting)), standup: standup,
      clock: CountdownClock(
        elapsedMs: 0, at: ClockReading(wallMs: 0, boot: "", uptimeUs: 0), isRunning: false))
    let live = String(
      decoding: try BusJSON.encode(LiveMeeting(session: session, elapsedMs: 0)), as: UTF8.self)
    let person = Person(
      id: ann.lowercaseText, name: "Ann", teams: [.init(team: "default", role: .member)])
    let known = String(decoding: try BusJSON.encode(person), as: UTF8.self)
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("meetings.get") { _ in live }
      fixture.bus.on("people.get") { _ in known }
      try await body(fixture)
    }
  }

  private static func loginOfAnn(_ fixture: GatewayFixture) async throws -> String {
    let invite = try await fixture.send(InviteToWeb(name: "Ann", person: ann.uuidString))
    return try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#).cookie
  }

  /// A page that watches the meeting.
  private static func watch(
    _ fixture: GatewayFixture, _ cookie: String, _ agent: String? = firefox
  ) async throws -> Browser {
    let browser = try await fixture.stream(cookie, agent: agent)
    try await browser.say(
      #"{"follow":{"epoch":"e","after":0},"meetings":["\#(meeting)"]}"#)
    _ = try await browser.hear("following")
    return browser
  }

  private struct Frame: Decodable { var event: CloudEvent }

  private static func list(_ text: String) throws -> MeetingPresence {
    try BusJSON.decode(Frame.self, from: Data(text.utf8)).event.data
      .decode(as: MeetingPresence.self)
  }

  /// The next list that a browser receives.
  private static func list(_ browser: Browser) async throws -> MeetingPresence {
    while true {
      let text = try await browser.hear("event")
      if text.contains("meeting.presence") { return try list(text) }
    }
  }

  /// The list of another gateway.
  private static func event(
    _ gateway: UUID, _ people: [ConnectedPerson], team: String = "default"
  ) throws -> CloudEvent {
    let list = MeetingPresence(gateway: gateway.lowercaseText, people: people)
    var event = try FakeEvents.event(
      nil, MeetingPresence.type, about: meeting,
      data: String(decoding: try BusJSON.encode(list), as: UTF8.self))
    event.team = team
    return event
  }

  @Test func aPageLearnsWhoIsConnected() async throws {
    try await Self.serving { fixture in
      let ann = try await Self.watch(fixture, try await Self.loginOfAnn(fixture))
      let first = try await Self.list(ann)
      #expect(
        first.people
          == [
            ConnectedPerson(
              person: Self.ann.lowercaseText, name: "Ann", device: "Firefox on Linux")
          ])
      let bob = try await Self.watch(fixture, try await fixture.login("bob"), nil)
      let names = ["Ann", "bob"]
      while try await Self.list(ann).people.map(\.name) != names {}
      // Bob stops watching.
      try await bob.say(#"{"meetings":[]}"#)
      while try await Self.list(ann).people.map(\.name) != ["Ann"] {}
      // The bus has the same lists, with the labels of the meeting.
      let sent = fixture.published.values
      #expect(sent.allSatisfy { $0.labels.team == "default" && $0.labels.meeting == Self.meeting })
      #expect(sent.allSatisfy { $0.labels.standup == "\(Standup.ID(UUID(number: 1)))" })
      let last = try BusJSON.decode(MeetingPresence.self, from: try #require(sent.last?.data))
      #expect(last == MeetingPresence(gateway: first.gateway, people: first.people))
    }
  }

  /// The name is that of the session, and the device has only known words.
  @Test func aBrowserCannotChooseWhatOthersRead() async throws {
    try await Self.serving { fixture in
      let browser = try await Self.watch(
        fixture, try await fixture.login("eve"), "<b>Boss</b> Firefox/1 on the Moon")
      #expect(
        try await Self.list(browser).people == [ConnectedPerson(name: "eve", device: "Firefox")])
    }
  }

  @Test func theMicrophoneIsShown() async throws {
    try await Self.serving { fixture in
      let browser = try await Self.watch(fixture, try await fixture.login())
      #expect(try await Self.list(browser).people.first?.microphone == nil)
      try await browser.say(#"{"microphone":{"open":"\#(Self.meeting)"}}"#)
      #expect(try await Self.list(browser).people.first?.microphone == true)
      try await browser.say(#"{"microphone":{"close":"\#(Self.meeting)"}}"#)
      #expect(try await Self.list(browser).people.first?.microphone == nil)
    }
  }

  /// Ann is in “default”, and the meeting belongs to “ops”.
  @Test func anotherTeamIsNeitherShownNorTold() async throws {
    try await Self.serving(in: "ops") { fixture in
      let ann = try await Self.watch(fixture, try await Self.loginOfAnn(fixture))
      let bob = try await Self.watch(fixture, try await fixture.login("bob"))
      #expect(try await Self.list(bob).people.map(\.name) == ["bob"])
      fixture.events.publish(
        try Self.event(UUID(), [ConnectedPerson(name: "Cy")], team: "ops"))
      #expect(try await Self.list(bob).people.map(\.name) == ["Cy"])
      // Ann receives a later event of her team, and nothing before it.
      fixture.events.publish(
        try Self.event(UUID(), [ConnectedPerson(name: "Dee")], team: "default"))
      #expect(try await Self.list(ann).people.map(\.name) == ["Dee"])
    }
  }

  @Test func aNewPageGetsTheListsOfAllGateways() async throws {
    try await Self.serving { fixture in
      let first = try await Self.watch(fixture, try await fixture.login("bob"))
      let own = try await Self.list(first)
      let south = UUID()
      fixture.events.publish(try Self.event(south, [ConnectedPerson(name: "Cy")]))
      #expect(try await Self.list(first).people.map(\.name) == ["Cy"])
      // The other gateway was unknown, so it may not know this one.
      #expect(try await Self.list(first) == own)
      #expect(fixture.published.values.count == 2)
      let second = try await Self.watch(fixture, try await fixture.login("bob"))
      var gateways: Set<String> = []
      while gateways.count < 2 { gateways.insert(try await Self.list(second).gateway) }
      #expect(gateways == [own.gateway, south.lowercaseText])
      // A killed gateway's people are gone after a while.
      fixture.now.withLock { $0 += MeetingPresence.expiryMs }
      let current = await fixture.gateway.presence.current(
        Self.meeting, at: fixture.gateway.uptimeMs)
      #expect(current.count == 1)
    }
  }

  /// The own lists also come back from the bus.
  @Test func theOwnListIsSentOnce() async throws {
    try await Self.serving { fixture in
      let browser = try await Self.watch(fixture, try await fixture.login("bob"))
      let own = try await Self.list(browser)
      let id = try #require(UUID(uuidString: own.gateway))
      fixture.events.publish(try Self.event(id, [ConnectedPerson(name: "Echo")]))
      fixture.events.publish(try Self.event(UUID(), [ConnectedPerson(name: "Cy")]))
      #expect(try await Self.list(browser).people.map(\.name) == ["Cy"])
    }
  }

  @Test func aListIsRepeated() async throws {
    try await Self.serving { fixture in
      let browser = try await Self.watch(fixture, try await fixture.login("bob"))
      let list = try await Self.list(browser)
      await fixture.gateway.tendPresence()
      #expect(fixture.published.values.count == 1)
      fixture.now.withLock { $0 += Presence.repeatMs }
      await fixture.gateway.tendPresence()
      #expect(try await Self.list(browser) == list)
    }
  }

  /// A meeting that no stream watches any more needs no memory.
  @Test func theStateOfAMeetingEnds() async throws {
    try await Self.serving { fixture in
      let browser = try await Self.watch(fixture, try await fixture.login("bob"))
      _ = try await Self.list(browser)
      try await browser.say(#"{"meetings":[]}"#)
      try await waitUntil("The meeting is forgotten.") {
        fixture.now.withLock { $0 += Presence.minGapMs }
        await fixture.gateway.tendPresence()
        return await fixture.gateway.presence.meetings.isEmpty
      }
      let last = try #require(fixture.published.values.last?.data)
      #expect(try BusJSON.decode(MeetingPresence.self, from: last).people.isEmpty)
    }
  }

  // MARK: Rules

  @Test(arguments: [
    (firefox, "Firefox on Linux"),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge on Windows"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
        + "Gecko) Version/19.0 Mobile/15E148 Safari/604.1", "Safari on iPhone"
    ),
    (
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 "
        + "Mobile Safari/537.36", "Chrome on Android"
    ),
    ("curl/8.5 (Linux)", "Browser on Linux"),
  ])
  func aDeviceHasAName(agent: String, name: String) {
    #expect(Device.name(userAgent: agent) == name)
  }

  @Test func anUnknownDeviceHasNoName() {
    #expect(Device.name(userAgent: "curl/8.5") == nil)
    #expect(
      Device.name(userAgent: String(repeating: "x", count: Device.maxBytes) + Self.firefox) == nil)
  }

  private static func encoded() throws -> StreamEvent {
    try StreamEvent(try event(UUID(), []), nil, epoch: "e")
  }

  @Test func aListIsLimited() throws {
    var presence = Presence(gateway: UUID().lowercaseText)
    presence.meetings[Self.meeting] = Presence.Meeting()
    let people = (0..<MeetingPresence.maxPeople + 3).map { ConnectedPerson(name: "\($0)") }
    let made = presence.list(Self.meeting, people, at: 0)
    let list = try #require(made)
    #expect(list.people.count == MeetingPresence.maxPeople && list.more == 3)
    // The longest list that this gateway publishes is one that others accept.
    let name = String(repeating: "n", count: ConnectedPerson.maxNameBytes)
    let long = ConnectedPerson(
      person: UUID().lowercaseText, name: name, device: "Samsung Internet on ChromeOS",
      microphone: true, poor: true)
    let longest = MeetingPresence(
      gateway: UUID().lowercaseText,
      people: Array(repeating: long, count: MeetingPresence.maxPeople))
    #expect(try BusJSON.encode(longest).count <= Presence.maxBytes)
  }

  @Test func listsOfTooManyGatewaysAreDropped() throws {
    var presence = Presence(gateway: UUID().lowercaseText)
    presence.meetings[Self.meeting] = Presence.Meeting()
    let event = try Self.encoded()
    func note(_ gateway: String) -> Bool {
      presence.note(
        MeetingPresence(gateway: gateway, people: [ConnectedPerson(name: "Cy")]), event, at: 0)
    }
    for number in 0..<Presence.maxGateways { #expect(note("\(number)")) }
    #expect(!note("another"))
    #expect(note("0"))
    presence.expire(Self.meeting, at: MeetingPresence.expiryMs)
    #expect(note("another"))
  }

  @Test func listsHaveAMinimumInterval() throws {
    var presence = Presence(gateway: UUID().lowercaseText)
    presence.meetings[Self.meeting] = Presence.Meeting()
    #expect(presence.waitMs(Self.meeting, at: 7) == 0)
    let list = MeetingPresence(gateway: presence.gateway, people: [])
    presence.meetings[Self.meeting]?.sent = .init(list: list, event: try Self.encoded(), atMs: 7)
    #expect(presence.waitMs(Self.meeting, at: 8) == Presence.minGapMs - 1)
    #expect(presence.waitMs(Self.meeting, at: 7 + Presence.minGapMs) == 0)
  }
}

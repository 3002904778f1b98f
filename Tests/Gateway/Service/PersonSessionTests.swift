import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Sessions of persons, whose roles decide.
@Suite struct PersonSessionTests {
  private static let ann = UUID(uuidString: "00000000-0000-4000-8000-00000000000a") ?? UUID()
  private static let id = ann.uuidString.lowercased()

  /// A gateway whose people service knows Ann with this role; nil if it does not know her.
  private static func serving(
    _ role: TeamRole? = .member,
    _ body: (GatewayFixture, Locked<Person?>) async throws -> Void
  ) async throws {
    let person = Locked<Person?>(
      Person(id: id, name: "Ann", teams: role.map { [.init(team: "default", role: $0)] } ?? []))
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("people.get") { _ in
        guard let person = person.withLock({ $0 }) else {
          throw BusError(.notFound, "No such person.")
        }
        return String(decoding: try BusJSON.encode(person), as: UTF8.self)
      }
      try await body(fixture, person)
    }
  }

  private static func login(_ fixture: GatewayFixture) async throws -> String {
    let invite = try await fixture.send(InviteToWeb(name: "Ann", person: id.uppercased()))
    let answer = try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#)
    #expect(answer.status == 204)
    return answer.cookie
  }

  private static func me(_ fixture: GatewayFixture, _ cookie: String) async throws
    -> HTTPClient.Answer
  {
    try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"])
  }

  /// A stream that follows.
  private static func follow(_ fixture: GatewayFixture, _ cookie: String) async throws -> Browser {
    let browser = try await fixture.stream(cookie)
    _ = try await browser.hear("hello")
    try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
    _ = try await browser.hear("following")
    return browser
  }

  private static func lost(_ sequence: Int64) throws -> CloudEvent {
    try FakeEvents.event(
      sequence, "team.memberRemoved", about: "default",
      data: #"{"person":"\#(id)","team":"default"}"#)
  }

  @Test(arguments: [
    (TeamRole.observer, false), (.member, false), (.admin, false), (.observer, true),
  ])
  func thePageLearnsTheRole(role: TeamRole, isOperator: Bool) async throws {
    try await Self.serving(role) { fixture, person in
      if isOperator { person.withLock { $0?.isOperator = true } }
      let cookie = try await Self.login(fixture)
      let me = try await Self.me(fixture, cookie)
      let json = try RawJSON(validating: Array(me.body.utf8))
      #expect(json["role"]?.string == (isOperator ? "operator" : role.rawValue))
      #expect(json["person"]?.string == Self.id && json["name"]?.string == "Ann")
      let session = try #require(try await fixture.send(ListWebSessions()).sessions.first)
      #expect(session.person == Self.id && session.role == nil)
    }
  }

  @Test func commandsAreSentForThePerson() async throws {
    try await Self.serving(.observer) { fixture, _ in
      fixture.bus.on("standups.delete") { _ in throw BusError(.denied, "The router says no.") }
      let cookie = try await Self.login(fixture)
      // The router decides.
      let denied = try await fixture.post("/api/commands/standups.delete", "{}", cookie: cookie)
      #expect(denied.status == 403 && denied.body.contains("The router says no."))
      let sent = try #require(fixture.bus.commands.last { $0.target == "standups.delete" })
      #expect(sent.person == Self.ann && sent.via == "gateway")
      // A command that is for no one does not reach the router.
      let unknown = try await fixture.post("/api/commands/standups.share", "{}", cookie: cookie)
      #expect(unknown.status == 404 && fixture.bus.bodies("standups.share").isEmpty)
      // Only the router knows the commands of outside services.
      fixture.bus.on("polls.ask") { _ in #"{"id":"1"}"# }
      let outside = try await fixture.post("/api/commands/polls.ask", "{}", cookie: cookie)
      #expect(outside.status == 200 && fixture.bus.commands.last?.person == Self.ann)
      // Other sessions have no person.
      let other = try await fixture.login()
      _ = try await fixture.post("/api/commands/standups.delete", "{}", cookie: other)
      #expect(fixture.bus.commands.last?.person == nil)
    }
  }

  @Test func theGatewaysOwnAnswersAreReadForThePerson() async throws {
    try await Self.serving(.admin) { fixture, _ in
      fixture.bus.on("events.snapshot") { _ in #"{"epoch":"e","sequence":0,"standups":[]}"# }
      fixture.bus.on("standups.export") { _ in #"{"json":"[]"}"# }
      fixture.bus.on("standups.import") { _ in #"{"created":[],"replaced":[],"kept":[]}"# }
      fixture.bus.on("schedule.list") { _ in #"{"schedules":[],"total":0}"# }
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      fixture.bus.on("transcription.audio") { _ in
        #"{"creditSamples":16000,"settled":0,"stream":"s"}"#
      }
      try Self.meet(fixture)
      let cookie = try await Self.login(fixture)
      let browser = try await fixture.stream(cookie)
      try await browser.say(#"{"follow":null,"meetings":[]}"#)
      _ = try await browser.hear("following")
      let meeting = StreamTests.meeting
      try await browser.say(#"{"microphone":{"open":"\#(meeting)","take":false}}"#)
      _ = try await browser.hear("microphone")
      try await browser.say(
        binary: Array(#"{"meeting":"\#(meeting)","offset":0}"#.utf8) + [0x0A, 0, 0])
      _ = try await browser.hear("microphone")
      let fields = ["Cookie: \(cookie)"]
      #expect(try await fixture.ask("GET", "/api/export", fields).status == 200)
      _ = try await fixture.ask("GET", "/calendar.ics", fields)
      #expect(try await fixture.post("/api/import", "[]", cookie: cookie).status == 200)
      let link = try await fixture.send(MakeCalendarLink(name: "Ann", person: Self.id))
      _ = try await fixture.ask("GET", "/" + link.link.dropFirst(fixture.address.count))
      let past = "/api/standups/\(meeting)/meetings/\(meeting).md"
      _ = try await fixture.ask("GET", past, fields)
      let own: Set = ["people.get", "events.heads", "events.replay"]
      let sent = fixture.bus.commands.filter { !own.contains($0.target) }
      #expect(sent.allSatisfy { $0.person == Self.ann }, "\(sent)")
      #expect(
        Set(sent.map(\.target)).isSuperset(of: [
          "events.snapshot", "transcription.audio", "standups.export", "standups.import",
          "schedule.list", "standups.get", "meetings.get",
        ]))
      #expect(sent.count { $0.target == "schedule.list" } == 2)
    }
  }

  @Test func whoMayNotRecordOrImportLearnsItFromTheGateway() async throws {
    try await Self.serving(.observer) { fixture, _ in
      let cookie = try await Self.login(fixture)
      #expect(try await fixture.post("/api/import", "[]", cookie: cookie).status == 403)
      #expect(
        try await fixture.ask("GET", "/api/export", ["Cookie: \(cookie)"]).status == 403)
      let browser = try await fixture.stream(cookie)
      try await browser.say(#"{"microphone":{"open":"\#(StreamTests.meeting)","take":false}}"#)
      #expect(try await browser.hear("microphone").contains(#""code":"denied""#))
    }
  }

  /// Answers `meetings.get` with a meeting of a team, as soon as it is not held.
  private static func meet(
    _ fixture: GatewayFixture, in team: String? = nil, with person: UUID? = nil,
    isHeld: Locked<Bool> = Locked(false)
  ) throws {
    var standup = Standup(id: Standup.ID(UUID(number: 1)), title: "Daily", team: team)
    if let person {
      standup.attendees.append(
        Attendee(
          id: Attendee.ID(UUID(number: 3)), name: "Ann", person: Attendee.PersonID(person)))
    }
    let session = MeetingSession(
      id: Meeting.ID(UUID(number: 2)), standup: standup,
      clock: CountdownClock(
        elapsedMs: 0, at: ClockReading(wallMs: 0, boot: "", uptimeUs: 0), isRunning: false))
    let reply = String(
      decoding: try BusJSON.encode(LiveMeeting(session: session, elapsedMs: 0)), as: UTF8.self)
    fixture.bus.on("meetings.get") { _ in
      if isHeld.withLock({ $0 }) { throw FakeBus.Later() }
      return reply
    }
  }

  /// The role in the team of the meeting counts, and a meeting of another team does not exist.
  @Test func whoMayRecordDependsOnTheTeamOfTheMeeting() async throws {
    try await Self.serving(.admin) { fixture, _ in
      let cookie = try await Self.login(fixture)
      let browser = try await Self.follow(fixture, cookie)
      func open(_ meeting: String) async throws -> String {
        try await browser.say(#"{"microphone":{"open":"\#(meeting)","take":true}}"#)
        return try await browser.hear("microphone")
      }
      fixture.bus.on("meetings.get") { _ in throw BusError(.notFound, "No such meeting.") }
      #expect(try await open(StreamTests.meeting).contains(#""code":"not_found""#))
      try Self.meet(fixture, in: "ops")
      #expect(try await open(StreamTests.meeting).contains(#""code":"denied""#))
      try Self.meet(fixture)
      #expect(try await open(StreamTests.meeting).contains(#""open":true"#))
      #expect(fixture.bus.commands.last?.person == Self.ann)
    }
  }

  /// An own microphone is that of an attendee, and its audio is sent for the person of the session.
  @Test func onlyAnAttendeeHasAnOwnMicrophone() async throws {
    try await Self.serving(.member) { fixture, _ in
      fixture.bus.on("transcription.audio") { _ in
        #"{"creditSamples":16000,"settled":0,"stream":"s"}"#
      }
      let cookie = try await Self.login(fixture)
      let browser = try await Self.follow(fixture, cookie)
      let meeting = StreamTests.meeting
      let open = #"{"microphone":{"open":"\#(meeting)","own":true,"take":false}}"#
      try Self.meet(fixture)
      try await browser.say(open)
      let refused = try await browser.hear("microphone")
      #expect(refused.contains(#""code":"denied""#) && refused.contains(#""own":true"#))
      try Self.meet(fixture, with: Self.ann)
      try await browser.say(open)
      #expect(
        try await browser.hear("microphone")
          == #"{"microphone":{"meeting":"\#(meeting)","open":true,"own":true}}"#)
      // The room's microphone is another one.
      let head = #"{"meeting":"\#(meeting)","offset":0,"atMs":0"#
      try await browser.say(binary: Array((head + "}").utf8) + [0x0A, 0, 0])
      #expect(try await browser.hear("microphone").contains(#""code":"conflict""#))
      try await browser.say(
        binary: Array((head + #","own":true,"endsSpeech":true}"#).utf8) + [0x0A, 0, 0])
      #expect(try await browser.hear("microphone").contains(#""own":true"#))
      let sent = try #require(fixture.bus.commands.last { $0.target == "transcription.audio" })
      #expect(sent.person == Self.ann)
      #expect(sent.body.contains(#""isOwn":true"#) && sent.body.contains(#""endsSpeech":true"#))
      try await browser.say(#"{"microphone":{"close":"\#(meeting)","own":true}}"#)
      #expect(try await browser.hear("microphone").contains(#""open":false"#))
      #expect(await fixture.gateway.microphones.leases.isEmpty)
    }
  }

  /// The browser closes the microphone while the gateway reads the meeting.
  @Test func aMicrophoneThatWasClosedDoesNotOpen() async throws {
    try await Self.serving(.admin) { fixture, _ in
      let isHeld = Locked(true)
      try Self.meet(fixture, isHeld: isHeld)
      let cookie = try await Self.login(fixture)
      let browser = try await Self.follow(fixture, cookie)
      let (closed, other) = (UUID(number: 1).lowercaseText, UUID(number: 2).lowercaseText)
      try await browser.say(#"{"microphone":{"open":"\#(closed)","take":false}}"#)
      try await waitUntil("The meeting is read.") {
        !fixture.bus.bodies("meetings.get").isEmpty
      }
      try await browser.say(#"{"microphone":{"close":"\#(closed)"}}"#)
      #expect(try await browser.hear("microphone").contains(#""open":false"#))
      isHeld.withLock { $0 = false }
      try await browser.say(#"{"microphone":{"open":"\#(other)","take":false}}"#)
      let opened = try await browser.hear("microphone")
      #expect(opened.contains(#""open":true"#) && opened.contains(other))
      #expect(
        await Array(fixture.gateway.microphones.leases.keys) == [MeetingMicrophone(meeting: other)])
    }
  }

  /// At once, without another read of the role.
  @Test func whoLosesTheRoleIsOut() async throws {
    try await Self.serving { fixture, person in
      let cookie = try await Self.login(fixture)
      let browser = try await Self.follow(fixture, cookie)
      fixture.bus.on("people.get") { _ in throw BusError(.unavailable, "It is away.") }
      fixture.events.publish(try Self.lost(1))
      #expect(try await browser.closeCode() == StreamCode.roleLost)
      for path in ["/api/me", "/api/export", "/calendar.ics"] {
        let answer = try await fixture.ask("GET", path, ["Cookie: \(cookie)"])
        #expect(answer.status == 403 && answer.body.contains("You have no role"), "\(path)")
      }
      let command = try await fixture.post("/api/commands/standups.list", "{}", cookie: cookie)
      #expect(command.status == 403 && fixture.bus.bodies("standups.list").isEmpty)
      // The session still exists: the person gets another role.
      #expect(try await fixture.send(ListWebSessions()).sessions.count == 1)
      #expect(try await fixture.post("/api/logout", "{}", cookie: cookie).status == 200)
      #expect(try await fixture.send(ListWebSessions()).sessions.isEmpty)
    }
  }

  /// A sign-in provider may replace all roles at once: the event that removes the last one comes
  /// before those that add others.
  @Test func whoGetsOtherRolesAtOnceStaysIn() async throws {
    try await Self.serving { fixture, person in
      fixture.bus.on("events.snapshot") { _ in #"{"epoch":"e","sequence":2,"standups":[]}"# }
      let browser = try await Self.follow(fixture, try await Self.login(fixture))
      person.withLock { $0?.teams = [.init(team: "ops", role: .admin)] }
      fixture.events.publish(try Self.lost(1))
      fixture.events.publish(
        try FakeEvents.event(
          2, "team.memberSet", about: "ops",
          data: #"{"person":"\#(Self.id)","role":"admin","team":"ops"}"#))
      #expect(try await browser.hear("hello").contains(#""role":"admin""#))
      #expect(try await browser.hear("snapshot").contains(#""begin":true"#))
    }
  }

  @Test func anOpenPageLearnsOfAnotherRole() async throws {
    try await Self.serving(.observer) { fixture, person in
      let browser = try await Self.follow(fixture, try await Self.login(fixture))
      person.withLock { $0?.teams = [.init(team: "default", role: .admin)] }
      fixture.events.publish(
        try FakeEvents.event(
          1, "team.memberSet", about: "default",
          data: #"{"person":"\#(Self.id)","role":"admin","team":"default"}"#))
      let hello = try await browser.hear("hello")
      #expect(hello.contains(#""role":"admin""#) && hello.contains(#""person":"\#(Self.id)""#))
    }
  }

  /// The stream has the events of the person's teams; of the others, only how far they were passed.
  @Test func aStreamHasTheEventsOfTheTeams() async throws {
    try await Self.serving(.observer) { fixture, _ in
      let browser = try await Self.follow(fixture, try await Self.login(fixture))
      let all = try await fixture.stream(try await fixture.login())
      _ = try await all.hear("hello")
      try await all.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await all.hear("following")
      for (sequence, team) in [(1, "ops"), (2, "default"), (3, nil)] as [(Int64, String?)] {
        var event = try FakeEvents.event(sequence, about: "secret \(sequence)")
        event.team = team
        fixture.events.publish(event)
      }
      #expect(try await browser.hear("passed") == #"{"passed":{"after":1,"epoch":"e"}}"#)
      #expect(try await browser.hear("event").contains("secret 2"))
      #expect(try await browser.hear("passed") == #"{"passed":{"after":3,"epoch":"e"}}"#)
      for sequence in 1...3 {
        #expect(try await all.hear("event").contains("secret \(sequence)"))
      }
    }
  }

  /// A person that leaves a team gets the state again, without the standups of that team.
  @Test func aStreamBeginsAgainWhenTheTeamsChange() async throws {
    try await Self.serving(.observer) { fixture, person in
      fixture.bus.on("events.snapshot") { _ in #"{"epoch":"e","sequence":1,"standups":[]}"# }
      person.withLock { $0?.teams.append(.init(team: "ops", role: .member)) }
      let browser = try await Self.follow(fixture, try await Self.login(fixture))
      person.withLock { _ = $0?.teams.removeLast() }
      fixture.events.publish(
        try FakeEvents.event(
          1, "team.memberRemoved", about: "ops", data: #"{"person":"\#(Self.id)","team":"ops"}"#))
      #expect(try await browser.hear("snapshot").contains(#""begin":true"#))
    }
  }

  /// The names of a person who was removed do not remain in sessions.
  @Test func whoIsRemovedHasNoSessions() async throws {
    try await Self.serving { fixture, person in
      let cookie = try await Self.login(fixture)
      let browser = try await Self.follow(fixture, cookie)
      person.withLock { $0 = nil }
      fixture.events.publish(
        try FakeEvents.event(1, "person.removed", about: Self.id, data: #"{"id":"\#(Self.id)"}"#))
      #expect(try await browser.closeCode() == StreamCode.roleLost)
      try await waitUntil("The sessions have ended.") {
        try await fixture.send(ListWebSessions()).sessions.isEmpty
      }
      #expect(try await Self.me(fixture, cookie).status == 401)
    }
  }

  @Test func withoutAKnownRoleTheAnswerComesLater() async throws {
    try await Self.serving { fixture, person in
      fixture.bus.on("people.get") { _ in throw BusError(.unavailable, "It is away.") }
      let cookie = try await Self.login(fixture)
      let answer = try await Self.me(fixture, cookie)
      #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
      let known = String(
        decoding: try BusJSON.encode(person.withLock { $0 }), as: UTF8.self)
      fixture.bus.on("people.get") { _ in known }
      try await waitUntil("The role is known.") {
        try await Self.me(fixture, cookie).status == 200
      }
    }
  }

  @Test func aLinkToTheCalendarWorksAsLongAsThePersonHasARole() async throws {
    try await Self.serving(nil) { fixture, person in
      fixture.bus.on("schedule.list") { _ in #"{"schedules":[],"total":0}"# }
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      let link = try await fixture.send(MakeCalendarLink(name: "Ann", person: Self.id))
      let path = "/" + link.link.dropFirst(fixture.address.count)
      try await waitUntil("The role is known.") {
        try await fixture.ask("GET", path).status != 503
      }
      #expect(try await fixture.ask("GET", path).status == 403)
      #expect(fixture.bus.bodies("schedule.list").isEmpty)
    }
  }

  /// The routers of other cells do not know the person. With the role in one team, the person could
  /// otherwise read and change the data of all teams there.
  @Test(arguments: [(TeamRole.admin, false, 403), (.observer, true, 200)])
  func onlyAnOperatorSendsCommandsToAnotherCell(
    role: TeamRole, isOperator: Bool, status: Int
  ) async throws {
    try await Self.serving(role) { fixture, person in
      person.withLock { $0?.isOperator = isOperator }
      fixture.bus.on("cells.list") { _ in
        #"{"cell":"north","version":3,"cells":[{"name":"north","router":"tcp://north","slots":"0-511"},"#
          + #"{"name":"south","router":"tcp://south","slots":"512-1023"}]}"#
      }
      fixture.south.on("standups.edit") { _ in "{}" }
      let cookie = try await Self.login(fixture)
      let answer = try await fixture.post(
        "/api/commands/standups.edit?cell=south", "{}", cookie: cookie)
      #expect(answer.status == status)
      #expect(fixture.south.commands.map(\.person) == (status == 200 ? [nil] : []))
    }
  }

  @Test func thePersonIsRevoked() async throws {
    try await Self.serving { fixture, _ in
      let cookie = try await Self.login(fixture)
      _ = try await fixture.login("Ann")
      _ = try await fixture.send(InviteToWeb(name: "Anna", person: Self.id))
      let reply = try await fixture.send(RevokeWebSessions(person: Self.id))
      #expect(reply.sessions == 1 && reply.invites == 1)
      #expect(try await Self.me(fixture, cookie).status == 401)
      #expect(try await fixture.send(ListWebSessions()).sessions.map(\.name) == ["Ann"])
    }
  }

  @Test func anInvitationHasOneForm() async throws {
    try await GatewayFixture.serving { fixture in
      let both = Data(#"{"name":"Ann","role":"observer","person":"\#(Self.id)"}"#.utf8)
      let none = Data(#"{"name":"Ann"}"#.utf8)
      let wrong = Data(#"{"name":"Ann","person":"ann"}"#.utf8)
      for (target, body) in [
        ("gateway.invite", both), ("gateway.invite", none), ("gateway.invite", wrong),
        ("gateway.calendar", wrong), ("gateway.revoke", Data(#"{"person":"ann"}"#.utf8)),
        ("gateway.revoke", Data(#"{"person":"\#(Self.id)","name":"Ann"}"#.utf8)),
        ("gateway.revoke", Data("{}".utf8)),
      ] {
        let error = await #expect(throws: BusError.self) {
          _ = try await fixture.service.definition.commands.run(
            target, body: body, call: Call(header: Header()))
        }
        #expect(error?.code == .invalid)
      }
    }
  }

  /// A stored session has either a role or a person.
  @Test func whatIsStoredHasOneForm() throws {
    let stored = [
      (#""role":"observer""#, true), (#""person":"\#(Self.id)""#, true), (#""x":1"#, false),
      (#""role":"observer","person":"\#(Self.id)""#, false), (#""person":"ann""#, false),
    ]
    for (member, isValid) in stored {
      let session =
        #"{"hash":"h","name":"Ann",\#(member),"beganMs":1700000000000,"expiresMs":1700000000001}"#
      let document = Document(
        collection: SavedSession.collection, id: "s",
        body: try RawJSON(validating: Array(session.utf8)))
      #expect((document.problem(as: SavedSession.self) == nil) == isValid, "\(member)")
      let invite = #"{"name":"Ann",\#(member),"expiresMs":1700000000001}"#
      let other = Document(
        collection: SavedInvite.collection, id: "i",
        body: try RawJSON(validating: Array(invite.utf8)))
      #expect((other.problem(as: SavedInvite.self) == nil) == isValid, "\(member)")
    }
  }

  /// An event takes a role away at once, and never grants one.
  @Test func eventsOnlyTakeAway() throws {
    var roles = PersonRoles()
    let changes = roles.begin(Self.ann)
    let known = PersonRoles.Known(name: "Ann", isOperator: true, teams: ["default": .member])
    let isCurrent = roles.set(known, of: Self.ann, since: changes)
    #expect(isCurrent)
    func note(_ type: String, _ data: String) throws -> PageRole? {
      let persons = try roles.note(try FakeEvents.event(1, type, data: data))
      #expect(persons == [Self.ann])
      return roles[Self.ann]?.role
    }
    let id = Self.id
    #expect(try note("person.edited", #"{"id":"\#(id)","changed":["isOperator"]}"#) == .member)
    #expect(
      try note("person.edited", #"{"id":"\#(id)","changed":["name"],"isOperator":true}"#)
        == .member)
    let set = #"{"person":"\#(id)","team":"default","role":"#
    #expect(try note("team.memberSet", set + #""admin"}"#) == .member)
    #expect(try note("team.memberSet", set + #""observer"}"#) == .observer)
    #expect(try note("team.memberRemoved", #"{"person":"\#(id)","team":"default"}"#) == nil)
    #expect(try note("team.memberSet", set + #""admin"}"#) == nil)
    // The role that was read in the meantime is outdated.
    let isStillCurrent = roles.set(known, of: Self.ann, since: changes)
    #expect(!isStillCurrent)
    let another = try roles.note(
      try FakeEvents.event(
        1, "person.removed", data: #"{"id":"00000000-0000-4000-8000-00000000000b"}"#))
    #expect(another.isEmpty)
    // A role in another team makes the person read again, and grants nothing before.
    let elsewhere = #"{"person":"\#(id)","team":"web","role":"admin"}"#
    #expect(try note("team.memberSet", elsewhere) == nil)
    // The removal of a team takes the role of each member away.
    let again = roles.begin(Self.ann)
    let member = PersonRoles.Known(name: "Ann", teams: ["web": .admin])
    let isSet = roles.set(member, of: Self.ann, since: again)
    #expect(isSet)
    let unrelated = try roles.note(
      try FakeEvents.event(1, "team.removed", data: #"{"id":"api"}"#))
    #expect(unrelated.isEmpty)
    #expect(try note("team.removed", #"{"id":"web"}"#) == nil)
    roles.keep([])
    #expect(roles.all.isEmpty)
  }
}

import AccessRights
import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import Testing

@testable import Simulation

/// The checker must be able to fail: runs of a person and a standup, each with one leak.
@Suite struct TeamCheckerTests {
  private static let person = "00000000-0000-4000-8000-00000000000a"
  private static let standup = Standup(
    id: Standup.ID(UUID()), title: "made", durationMs: 3000,
    attendees: IdentifiedArray([Attendee(id: Attendee.ID(UUID()), name: "a")]), team: "web")
  private static let id = standup.id.description

  /// A journal and a history in progress.
  private struct Run {
    var checker = TeamChecker()
    var history = History()
    private var sequence: Int64 = 0

    mutating func add(
      _ data: some EventData, team: String? = nil, standup: String? = nil,
      meeting: String? = nil, atMs ms: Int64, by command: String? = nil
    ) throws {
      sequence += 1
      let event = NewEvent(
        id: "event-\(sequence)", source: "/test",
        labels: EventLabels(
          type: type(of: data).type, subject: "x", standup: standup, meeting: meeting, team: team),
        time: Date(timeIntervalSince1970: 0), data: try RawJSON(encoding: data))
      checker.take(
        JournalEvent(event: event, sequence: sequence, epoch: "e", correlation: command), nowMs: ms)
    }

    mutating func role(
      _ role: TeamRole, in team: String, atMs ms: Int64, by command: String? = nil
    ) throws {
      try add(
        TeamMemberSet(team: team, person: person, role: role), team: team, atMs: ms, by: command)
    }

    /// The standup moves to another team, with both events.
    mutating func move(to team: String, from former: String, atMs ms: Int64) throws {
      var moved = standup
      moved.team = team
      try add(StandupLeftTeam(title: "made"), team: former, standup: id, atMs: ms, by: "move")
      try add(StandupUpdated(standup: moved), team: team, standup: id, atMs: ms, by: "move")
    }

    /// A command of a tool that was acknowledged.
    mutating func tool(_ what: History.What, _ times: ClosedRange<Int64>, id: String) {
      let number = history.begin(id, what, atMs: times.lowerBound, id: id)
      history.end(number, .acknowledged(revision: nil), atMs: times.upperBound)
    }

    /// A command of the person.
    mutating func send(
      _ what: History.What, _ times: ClosedRange<Int64>, access: CommandAccess = .observer,
      outcome: History.Outcome = .acknowledged(revision: nil), standups: [String] = [],
      teams: [String] = [], contents: [String] = [], id: String = "sent"
    ) {
      let number = history.begin(
        id, what, atMs: times.lowerBound, id: id,
        by: History.Sender(person: person, access: access))
      history.noteReply(number, standups: standups, teams: teams, contents: contents)
      history.end(number, outcome, atMs: times.upperBound)
    }

    mutating func receive(_ team: String, of event: String?, sentMs: Int64) {
      history.note(
        History.Delivery(
          person: person, team: team, teamOfEvent: event, type: "standup.updated", sentMs: sentMs))
    }

    var found: [Invariant] {
      (checker.findings + checker.findings(history, atMs: 1000)).map(\.invariant)
    }
  }

  /// The standup belongs to `web`, in which the person is a member.
  private func run() throws -> Run {
    var run = Run()
    try run.role(.member, in: "web", atMs: 10)
    try run.add(StandupCreated(standup: Self.standup), team: "web", standup: Self.id, atMs: 20)
    return run
  }

  /// The role in `web` is removed at 100, which a tool knows at 120.
  private func revoked() throws -> Run {
    var run = try run()
    try run.add(
      TeamMemberRemoved(team: "web", person: Self.person), team: "web", atMs: 100, by: "revoke")
    run.tool(.unrole(person: Self.person, team: "web"), 90...120, id: "revoke")
    return run
  }

  @Test func asItShouldBe() throws {
    var run = try revoked()
    run.send(.read(standup: Self.id), 30...40, standups: [Self.id], teams: ["web"])
    run.send(.edit(standup: Self.id, title: "t"), 50...60, access: .member)
    run.receive("web", of: "web", sentMs: 110)
    // Sent before the acknowledgement.
    run.send(.read(standup: Self.id), 119...150)
    run.send(.read(standup: Self.id), 121...150, outcome: .denied("not_found"))
    #expect(run.found == [])
  }

  @Test func aReplyWithAnObjectOfAnotherTeam() throws {
    var run = try run()
    try run.move(to: "ops", from: "web", atMs: 50)
    run.tool(.move(standup: Self.id, team: "ops"), 40...60, id: "move")
    run.send(.list, 61...70, standups: [Self.id])
    #expect(run.found == [.teamsAreSeparate])
  }

  /// The role in the former team must last until the repetition.
  @Test func aRepeatedCommandAboutAStandupThatMoved() throws {
    var run = try run()
    run.send(.plan(standup: Self.id), 30...40, access: .member, standups: [Self.id])
    try run.move(to: "ops", from: "web", atMs: 50)
    run.tool(.move(standup: Self.id, team: "ops"), 40...60, id: "move")
    run.send(.plan(standup: Self.id), 61...70, access: .member, standups: [Self.id])
    #expect(run.found == [])
    run.send(.plan(standup: Self.id), 61...70, access: .admin, standups: [Self.id])
    #expect(run.found == [.teamsAreSeparate])
  }

  /// The figures or past meetings of a standup contain only its own meetings, and its updates only its own texts.
  @Test func figuresWithAMeetingOfAnotherStandup() throws {
    var run = try run()
    for (standup, meeting) in [(Self.id, "own"), ("another", "other")] {
      try run.add(
        MeetingDiscardedEvent(elapsedMs: 1), team: "web", standup: standup, meeting: meeting,
        atMs: 25)
    }
    run.tool(.write(standup: Self.id, text: "own text"), 26...27, id: "write")
    run.tool(.write(standup: "another", text: "other text"), 28...29, id: "other write")
    run.send(.read(standup: Self.id), 30...40, contents: ["own", "own text"])
    #expect(run.found == [])
    run.send(.read(standup: Self.id), 50...60, contents: ["own", "other"], id: "stats")
    #expect(run.found == [.teamsAreSeparate])
    run.send(.read(standup: Self.id), 70...80, contents: ["other text"], id: "updates")
    #expect(run.found == [.teamsAreSeparate, .teamsAreSeparate])
  }

  @Test func aReplyThatNamesAnotherTeam() throws {
    var run = try run()
    run.send(.list, 30...40, teams: ["ops"])
    #expect(run.found == [.teamsAreSeparate])
  }

  @Test func aRoleThatPermitsLess() throws {
    var run = try run()
    run.send(.delete(standup: Self.id), 30...40, access: .admin)
    #expect(run.found == [.teamsAreSeparate])
  }

  @Test func aMoveIntoATeamOfOthers() throws {
    var run = try run()
    try run.role(.admin, in: "web", atMs: 25)
    run.send(.move(standup: Self.id, team: "ops"), 30...40, access: .admin)
    #expect(run.found == [.teamsAreSeparate])
  }

  @Test func aCommandOfAnOperator() throws {
    var run = try run()
    run.send(.removeTeam("ops"), 30...40, access: .operator)
    #expect(run.found == [.teamsAreSeparate])
  }

  @Test func aRevocationThatIsNotInForce() throws {
    var run = try revoked()
    run.send(.read(standup: Self.id), 121...130)
    #expect(run.found == [.revocationsHold])
  }

  /// Another command finds that the role is gone, and is acknowledged in place of a lost reply.
  @Test func aRevocationThatAnotherCommandConfirms() throws {
    var run = try run()
    try run.add(
      TeamMemberRemoved(team: "web", person: Self.person), team: "web", atMs: 100, by: "lost")
    run.tool(.unrole(person: Self.person, team: "web"), 105...120, id: "second")
    run.send(.read(standup: Self.id), 121...130)
    #expect(run.found == [.revocationsHold])
  }

  @Test(arguments: [true, false]) func aRemovedPersonOrTeamHasNoRole(isPerson: Bool) throws {
    var run = try run()
    if isPerson {
      try run.add(PersonRemoved(id: Self.person), atMs: 100, by: "revoke")
    } else {
      try run.add(TeamRemoved(id: "web"), team: "web", atMs: 100, by: "revoke")
    }
    run.tool(isPerson ? .removePerson(Self.person) : .removeTeam("web"), 90...120, id: "revoke")
    run.send(.read(standup: Self.id), 121...130)
    #expect(run.found == [.revocationsHold])
  }

  @Test func aDeniedCommandWithEvents() throws {
    var run = try run()
    run.send(.delete(standup: Self.id), 30...40, access: .admin, outcome: .denied("denied"))
    #expect(run.found == [])
    try run.add(
      StandupDeleted(title: "made"), team: "web", standup: Self.id, atMs: 50, by: "sent")
    #expect(run.found == [.deniedIsNotDone])
  }

  /// The first attempt was executed, and its reply was lost; the second one was denied.
  @Test func aDeniedCommandWhoseRightsEndedMeanwhile() throws {
    var run = try revoked()
    try run.add(
      StandupUpdated(standup: Self.standup), team: "web", standup: Self.id, atMs: 95, by: "sent")
    run.send(
      .edit(standup: Self.id, title: "t"), 80...130, access: .member, outcome: .denied("denied"))
    #expect(run.found == [])
  }

  @Test func anEventWithAnotherTeam() throws {
    var run = try run()
    try run.add(
      StandupUpdated(standup: Self.standup), team: "ops", standup: Self.id, atMs: 50)
    #expect(run.found == [.eventsHaveTheirTeam])
  }

  @Test func aStandupThatLeavesATeamOfOthers() throws {
    var run = try run()
    try run.move(to: "ops", from: "default", atMs: 50)
    #expect(run.found == [.eventsHaveTheirTeam])
  }

  @Test func anEventUnderTheTopicOfAnotherTeam() throws {
    var run = try run()
    run.receive("web", of: "ops", sentMs: 30)
    #expect(run.found == [.eventsHaveTheirTeam])
  }

  @Test func aSubscriberWithoutARole() throws {
    var run = try revoked()
    run.receive("web", of: "web", sentMs: 121)
    run.receive("ops", of: "ops", sentMs: 50)
    #expect(run.found == [.subscribersHaveARole, .subscribersHaveARole])
  }

  // MARK: The end

  /// The saved state after `run()`, with one defect.
  private func state(
    standup team: String = "web", document: String? = nil, meeting: String = "web",
    followUp: String? = nil, schedule: String = "web", saved: TeamRole? = .member,
    known: TeamRole? = .member, isRemoved: Bool = false
  ) throws -> [Invariant] {
    var run = try run()
    if isRemoved { try run.add(TeamRemoved(id: "other"), team: "other", atMs: 30) }
    func made(_ collection: String, team: String?, _ body: some Encodable) throws -> Document {
      Document(
        collection: collection, id: collection == "schedules" ? Self.id : "x", parent: Self.id,
        team: team, body: try RawJSON(encoding: body))
    }
    var standup = Self.standup
    standup.team = team
    var home = try made(
      "standups", team: document ?? team,
      StandupSummary(standup: standup, meetings: 1, lastMeeting: nil))
    home.id = Self.id
    let person = Person(
      id: Self.person, name: "A", teams: saved.map { [Membership(team: "web", role: $0)] } ?? [])
    let documents = [
      "standups": [home], "meetings": [try made("meetings", team: meeting, ["a": 1])],
      "followUps": [try made("followUps", team: followUp, ["a": 1])],
      "schedules": [try made("schedules", team: schedule, ["a": 1])],
      "people": [try made("people", team: nil, person)],
    ]
    var directory = PeopleDirectory()
    if let known, let id = UUID(uuidString: Self.person) {
      directory.put(id, [PeopleDirectory.Membership(team: "web", role: known)])
    }
    return try run.checker.findings({ documents[$0] ?? [] }, directory, atMs: 0).map(\.invariant)
  }

  @Test func aStateAsItShouldBe() throws {
    #expect(try state() == [])
  }

  @Test func aHalfMovedStandup() throws {
    let found = Set([Invariant.everythingHasItsTeam])
    #expect(Set(try state(standup: "ops")) == found)
    #expect(Set(try state(document: "ops")) == found)
    #expect(Set(try state(meeting: "ops")) == found)
    #expect(Set(try state(followUp: "ops")) == found)
    #expect(Set(try state(schedule: "ops")) == found)
  }

  @Test func aRemovedTeamWithAnObject() throws {
    #expect(
      try state(meeting: "other", isRemoved: true) == [
        .everythingHasItsTeam, .removedTeamsAreEmpty,
      ])
  }

  @Test func rolesThatDiffer() throws {
    #expect(Set(try state(known: .admin)) == [.rolesAgree])
    #expect(Set(try state(known: nil)) == [.rolesAgree])
    #expect(Set(try state(saved: .observer)) == [.rolesAgree])
    #expect(Set(try state(saved: nil)) == [.rolesAgree])
  }
}

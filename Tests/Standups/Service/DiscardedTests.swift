import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Discarded meetings, which an admin can restore for some days.
struct DiscardedTests {
  private static let ada = UUID(number: 0xADA)
  private static let day: Int64 = 86_400_000
  private static let past = Meeting.ID(UUID(number: 0xD1))

  /// A meeting of “Design” in which Ada and Grace spoke.
  private static func meeting(_ id: Meeting.ID = past, atMs: Int64) -> Meeting {
    let people = design.attendees.map { $0 }
    let segments = [
      Segment(attendee: people[0].id, speaker: "Ada", fromMs: 0, toMs: 5, text: "One."),
      Segment(attendee: people[1].id, speaker: "Grace", fromMs: 5, toMs: 9, text: "Two."),
    ]
    return Meeting(
      id: id, date: Date(timeIntervalSince1970: Double(atMs) / 1000), transcript: "One.\nTwo.",
      segments: segments, durationMs: 9, ending: .saved, attendees: people)
  }

  /// The document of a meeting that was discarded at its start.
  private static func document(
    _ id: Meeting.ID = past, atMs: Int64 = TestTime.startMs, of standup: Standup = design
  ) throws -> Document {
    let discarded = DiscardedMeeting(
      meeting(id, atMs: atMs), title: "Design", atMs: atMs, by: Attendee.PersonID(ada))
    return Document(
      collection: "meetings.discarded", id: "\(id)", parent: "\(standup.id)", sortKey: atMs,
      body: try RawJSON(encoding: discarded))
  }

  /// Answers the query for discarded meetings.
  private func answer(
    _ scenario: inout Scenario, _ documents: [Document], next: String? = nil
  ) throws -> DocumentQuery {
    let (id, query) = try scenario.load()
    #expect(query.collection == "meetings.discarded")
    scenario.store.send(.documents(id, .success(DocumentPage(documents: documents, next: next))))
    return query
  }

  /// Answers the query for a past meeting with the id of the discarded one.
  private func answerPast(_ scenario: inout Scenario, _ documents: [Document]) throws {
    let (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.ids == ["\(Self.past)"])
    scenario.store.send(.documents(id, .success(DocumentPage(documents: documents))))
  }

  // MARK: Keeping

  /// Ada discards a meeting with one line, and its end becomes final.
  @Test func aDiscardedMeetingIsKeptWithItsWordsAndTheOneWhoDiscardedIt() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .discard)),
      by: "person/\(Self.ada.lowercaseText)")
    let (id, decided) = try scenario.takeCommit()
    let state = try #require(decided.changes.compactMap(\.document).first)
      .body.decode(as: MeetingSession.State.self)
    scenario.store.send(.committed(id, .success(.written))) { $0.end(meetingID, state) }
    scenario.store.expect(.finishWork(meetingID))
    _ = try scenario.reply(to: caller)
    let late = line("1", 0, 1_000, "Late.")
    scenario.store.send(.lastWords(meetingID, .success(LastWords(lines: [late]))))
    let heard = try scenario.takeCommit().id
    scenario.store.expect(.discardWork(meetingID))
    scenario.store.send(.committed(heard, .success(.written))) { saved in
      if let line = saved.ended[id: meetingID]?.session.line(late) {
        saved.ended.add(line, to: meetingID)
      }
    }
    let closed = try scenario.close(["meeting.erased"])
    let document = try #require(closed.changes.compactMap(\.document).first)
    #expect(document.parent == "\(design.id)" && document.team == "default")
    #expect(document.searchText == nil)
    let discarded = try document.value(as: DiscardedMeeting.self)
    #expect(discarded.by == Attendee.PersonID(Self.ada) && discarded.title == design.title)
    // The time of the answer, and not that at which its end became final.
    #expect(discarded.atMs == document.sortKey && discarded.atMs == TestTime.startMs + 10_000)
    #expect(discarded.meeting.transcript == "Late." && discarded.meeting.ending == .saved)
    #expect(discarded.meeting.durationMs == 4_000)
    // The events and the replies are erased all the same.
    #expect(closed.changes.contains(.erase(Erasure(meeting: meetingID))))
    scenario.finish()
  }

  @Test func theWordsThatFitInADocumentAreKept() throws {
    var meeting = Self.meeting(atMs: 0)
    let speaker = design.attendees[0]
    meeting.segments = (0..<50).map { index in
      Segment(
        attendee: speaker.id, speaker: "Ada", fromMs: Int64(index), toMs: Int64(index),
        text: String(repeating: "x", count: 10_000))
    }
    meeting.transcript = MeetingSession.transcript(of: meeting.segments)
    let discarded = DiscardedMeeting(meeting, title: "", atMs: 0, by: nil)
    #expect(discarded.meeting.segments == Array(meeting.segments.prefix(39)))
    #expect(meeting.transcript.hasPrefix(discarded.meeting.transcript))
    let body = try RawJSON(encoding: discarded)
    #expect(body.count < 983_040)
  }

  /// The oldest meetings of a team are deleted when it has more than it may. A minor one does not displace
  /// them.
  @Test(arguments: [false, true]) func aTeamKeepsOnlySoMany(isMinor: Bool) throws {
    var scenario = Scenario.standups()
    let found = try (0...DiscardedMeeting.maxInTeam).map { index in
      try Self.document(Meeting.ID(UUID(number: 0x100 + UInt32(index))))
    }
    let newest = Meeting.ID(UUID(number: 0x100))
    let discarding = Decision.Discarding(team: "default", minor: isMinor ? newest : nil)
    scenario.store.send(
      .received(7, .boundDiscarded(discarding), Header(id: UUID(number: 1))))
    let (id, query) = try scenario.load()
    #expect(query.teams == ["default"] && query.newestFirst == true && query.form == .digest)
    scenario.store.send(.documents(id, .success(DocumentPage(documents: found))))
    _ = try scenario.reply(to: 7)
    let deleted = try deletion(&scenario).filter { change in
      if case .delete("meetings.discarded", _) = change { true } else { false }
    }
    let expected = isMinor ? found[0] : found[DiscardedMeeting.maxInTeam]
    #expect(deleted == [.delete(collection: "meetings.discarded", id: expected.id)])
    scenario.finish()
  }

  @Test func aMeetingIsMinorIfItWasShortOrWithoutWordsAndNotes() {
    func isMinor(ms: Int64, _ change: (inout Meeting) -> Void = { _ in }) -> Bool {
      var meeting = Self.meeting(atMs: 0)
      meeting.durationMs = ms
      change(&meeting)
      return DiscardedMeeting(meeting, title: "", atMs: 0, by: nil).isMinor
    }
    #expect(isMinor(ms: 59_999) && !isMinor(ms: 60_000))
    #expect(isMinor(ms: 60_000) { $0.segments = [] })
    #expect(isMinor(ms: 60_000) { ($0.segments, $0.durationMs) = ([], nil) })
  }

  /// The bound applies to each decision of a command, and to the team to which a standup moves.
  @Test func eachDecisionThatAddsDiscardedMeetingsIsBounded() throws {
    let discarded = DiscardedMeeting(
      Self.meeting(atMs: 0), title: "Design", atMs: 0, by: nil)
    var decision = Decision([.putDiscarded(discarded, of: design.id)], reply: .done)
    decision.noteTeams(of: [design.id: "web"])
    #expect(decision.discarding == [.init(team: "web", minor: Self.past)])
    let moved = Decision([.moveStandup(record(design, 1))], reply: .done)
    #expect(moved.discarding == [.init(team: "default", minor: nil)])
  }

  /// Answers the query for restored meetings, and returns the changes of the deletion.
  private func deletion(
    _ scenario: inout Scenario, restored: [Document] = []
  ) throws -> [DocumentChange] {
    let (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.form == .digest)
    scenario.store.send(.documents(id, .success(DocumentPage(documents: restored))))
    let changes = try scenario.commit([]).changes
    #expect(changes.last == .erase(.removed))
    return changes
  }

  // MARK: Listing

  @Test func theDiscardedMeetingsOfAStandupAreListed() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.listDiscarded(ListDiscarded(standup: design.id, limit: 5)))
    let query = try answer(&scenario, [try Self.document()], next: "7 x")
    #expect(query.parent == "\(design.id)" && query.limit == 5 && query.newestFirst == true)
    let reply = try scenario.reply(to: caller).json().decode(as: ListDiscarded.Reply.self)
    let found = try #require(reply.meetings.first)
    #expect(reply.next == "7 x" && reply.meetings.count == 1)
    #expect(found.meeting == Self.past && found.standup == design.id && found.lines == 2)
    #expect(found.by == Attendee.PersonID(Self.ada) && found.durationMs == 9)
    #expect(found.until.timeIntervalSince(found.at) == 7 * 86_400)
    scenario.finish()
  }

  /// Only the meetings of the teams that the sender administers.
  @Test func thoseOfOtherTeamsAreNotRead() throws {
    var run = Run()
    let queries = run.send(.listDiscarded(ListDiscarded()), teams: "web ops").compactMap {
      if case .load(_, let query) = $0 { query } else { nil }
    }
    #expect(queries.map(\.teams) == [["web", "ops"]] && queries.map(\.parent) == [nil])
  }

  // MARK: Restoring

  @Test func aRestoredMeetingIsAPastMeetingAgain() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.restore(RestoreMeeting(standup: design.id, meeting: Self.past)))
    let query = try answer(&scenario, [try Self.document()])
    #expect(query.ids == ["\(Self.past)"])
    try answerPast(&scenario, [])
    let commit = try scenario.commit(["meeting.finished"]) {
      $0.put(
        StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
    }
    let meeting = Self.meeting(atMs: TestTime.startMs)
    let event = try commit.events[0].data.decode(as: MeetingFinished.self)
    #expect(event.meeting == meeting && event.undo == nil)
    #expect(commit.events[0].labels.meeting == "\(Self.past)")
    let documents = commit.changes.compactMap(\.document)
    #expect(documents.map(\.collection) == ["meetings", "standups"])
    #expect(documents[0].searchText != nil)
    #expect(
      commit.changes.contains(.delete(collection: "meetings.discarded", id: "\(Self.past)")))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  /// A file with the meeting was imported meanwhile. Neither of the two is lost.
  @Test func aMeetingThatExistsIsNotReplaced() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.restore(RestoreMeeting(standup: design.id, meeting: Self.past)))
    _ = try answer(&scenario, [try Self.document()])
    try answerPast(
      &scenario,
      [
        Document(
          collection: "meetings", id: "\(Self.past)", parent: "\(design.id)", sortKey: 1,
          body: .emptyObject)
      ])
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail?["meeting"] == "\(Self.past)")
    scenario.finish()
  }

  /// After seven days, or of another standup, it does not exist.
  @Test func anExpiredMeetingIsNotRestored() throws {
    let old = TestTime.startMs - 7 * Self.day
    // Never empty because it is a literal.
    for document in [try Self.document(atMs: old), try Self.document(of: product)] {
      var scenario = Scenario.standups()
      let caller = scenario.send(.restore(RestoreMeeting(standup: design.id, meeting: Self.past)))
      _ = try answer(&scenario, [document])
      try scenario.error(to: caller, .notFound)
      scenario.finish()
    }
  }

  /// Transcripts are kept for a day here.
  @Test func itsWordsAreKeptNoLongerThanThoseOfPastMeetings() throws {
    var scenario = Scenario(days: 1) { $0.saved.add(record(design, 1)) }
    let caller = scenario.send(.listDiscarded(ListDiscarded(standup: design.id)))
    let (old, young) = (Meeting.ID(UUID(number: 1)), Meeting.ID(UUID(number: 2)))
    _ = try answer(
      &scenario,
      [
        try Self.document(young, atMs: TestTime.startMs - Self.day + 1),
        try Self.document(old, atMs: TestTime.startMs - Self.day),
      ])
    let reply = try scenario.reply(to: caller).json().decode(as: ListDiscarded.Reply.self)
    #expect(reply.meetings.map(\.meeting) == [young])
    scenario.finish()
  }

  @Test func whileTheEndCanBeUndoneItIsNotRestored() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true), isRecording: false)
    let answer = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    try scenario.commitEnd(.discarded, ["meeting.alertDismissed", "meeting.discarded"])
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: answer)
    let caller = scenario.send(.restore(RestoreMeeting(standup: design.id, meeting: meetingID)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  // MARK: Deleting

  /// The search ends at the first page with a meeting that is not due.
  @Test func afterSevenDaysItIsDeleted() throws {
    var scenario = Scenario.standups()
    scenario.store.send(.forgetDue(.discarded, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.discarded, after: nil)))
    let young = Meeting.ID(UUID(number: 2))
    let query = try answer(
      &scenario,
      [
        try Self.document(atMs: TestTime.startMs - 7 * Self.day),
        try Self.document(young, atMs: TestTime.startMs - 7 * Self.day + 1),
      ], next: "7 x")
    #expect(query.newestFirst == nil)
    let changes = try deletion(&scenario)
    #expect(changes.first == .delete(collection: "meetings.discarded", id: "\(Self.past)"))
    #expect(!changes.contains(.delete(collection: "meetings.discarded", id: "\(young)")))
    scenario.finish()
  }

  /// A restoration that was interrupted leaves later parts without the first one.
  @Test func partsOfAHalfRestoredMeetingAreDeletedWithIt() throws {
    let parts = Change.laterParts(of: Self.past, Meeting.maxParts)
    let deletions = try parts.flatMap { try $0.documents() }
    #expect(!deletions.isEmpty)
    // Never empty because it is a literal.
    for (restored, isDeleted) in [([Document](), true), ([try Self.document()], false)] {
      var scenario = Scenario.standups()
      scenario.store.send(.forgetDue(.discarded, after: nil))
      scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.discarded, after: nil)))
      _ = try answer(&scenario, [try Self.document(atMs: TestTime.startMs - 7 * Self.day)])
      let changes = try deletion(&scenario, restored: restored)
      #expect(deletions.allSatisfy(changes.contains) == isDeleted)
      scenario.finish()
    }
  }

  @Test func anUnreadableOneIsDeletedAfterSevenDays() throws {
    var scenario = Scenario.standups()
    scenario.store.send(.forgetDue(.discarded, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.discarded, after: nil)))
    var document = try Self.document(atMs: TestTime.startMs - 7 * Self.day)
    document.body = .emptyObject
    _ = try answer(&scenario, [document])
    #expect(
      try deletion(&scenario).first
        == .delete(collection: "meetings.discarded", id: "\(Self.past)"))
    scenario.finish()
  }

  @Test func aPersonIsForgottenInIt() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: "discarded:")))
    let query = try answer(&scenario, [try Self.document()])
    #expect(query.parent == "\(design.id)")
    let commit = try scenario.commit([])
    let left = try #require(commit.changes.first?.document).value(as: DiscardedMeeting.self)
    #expect(left.meeting.segments.map(\.text) == ["Two."] && left.meeting.transcript == "Two.")
    #expect(left.meeting.attendees?.first?.name == "")
    let (id, _) = try scenario.load()
    let reply = try scenario.reply(to: caller).json().decode(as: ForgetPerson.Reply.self)
    #expect((reply.meetings, reply.segments, reply.next) == (1, 1, "end:"))
    scenario.store.send(.documents(id, .success(DocumentPage(documents: []))))
    scenario.finish()
  }

  /// A meeting that was discarded a moment ago would name the person who is being forgotten.
  @Test func whoIsForgottenIsNotKeptByALateDiscard() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true), isRecording: false)
    let answer = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    try scenario.commitEnd(.discarded, ["meeting.alertDismissed", "meeting.discarded"])
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: answer)
    scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: "discarded:")))
    _ = try self.answer(&scenario, [])
    let decided = try scenario.takeCommit().decided
    #expect(decided.changes.contains(.erase(Erasure(meeting: meetingID))))
    #expect(!decided.changes.contains { $0.document?.collection == "meetings.discarded" })
  }

  @Test func aDamagedOneIsSetAside() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.listDiscarded(ListDiscarded(standup: design.id)))
    var document = try Self.document()
    document.body = .emptyObject
    let (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(DocumentPage(documents: [document])))) {
      $0.note(unreadable: "meetings.discarded/\(Self.past)", of: "\(design.id)")
    }
    let reply = try scenario.reply(to: caller).json().decode(as: ListDiscarded.Reply.self)
    #expect(reply.meetings.isEmpty)
    scenario.finish()
  }
}

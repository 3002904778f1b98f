import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// People's words can be erased.
@Suite struct ErasingTests {
  private static let past = Meeting.ID(UUID(number: 0xA0))

  /// A past meeting of “Design” in which Ada and Grace spoke.
  private static func meeting(
    _ id: Meeting.ID = past, at seconds: Double = 1000, part: Int? = nil, parts: Int? = nil
  ) -> Meeting {
    let people = design.attendees.map { $0 }
    let segments = [
      Segment(attendee: people[0].id, speaker: "Ada", fromMs: 0, toMs: 5, text: "One."),
      Segment(attendee: people[1].id, speaker: "Grace", fromMs: 5, toMs: 9, text: "Two."),
    ]
    return Meeting(
      id: id, date: Date(timeIntervalSince1970: seconds), transcript: "One.\nTwo.",
      segments: segments, durationMs: 9, ending: .saved, attendees: people, turns: [], part: part,
      parts: parts)
  }

  private static func document(
    _ meeting: Meeting = meeting(), of standup: Standup = design
  ) throws -> Document {
    Document(
      collection: "meetings", id: "\(meeting.id)", parent: "\(standup.id)",
      sortKey: Int64(meeting.date.timeIntervalSince1970 * 1000),
      body: try RawJSON(encoding: meeting))
  }

  private static func told(_ event: NewEvent) throws -> MeetingErased {
    try event.data.decode(as: MeetingErased.self)
  }

  // MARK: Deleting

  @Test func ofADeletedStandupEachMeetingIsTold() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 301)) }
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    var (id, query) = try scenario.load()
    // Only the ids: no spoken words.
    #expect(query.rawFrom != nil && query.parent == "\(design.id)")
    let ids = (1...301).map { Meeting.ID(UUID(number: $0)) }
    let documents = ids.map {
      Document(collection: "meetings", id: "\($0)", parent: "\(design.id)", body: .emptyObject)
    }
    scenario.store.send(
      .documents(id, .success(.init(documents: Array(documents[..<200]), next: "7 x"))))
    (id, query) = try scenario.load()
    #expect(query.after == "7 x")
    scenario.store.send(.documents(id, .success(.init(documents: Array(documents[200...])))))
    var commit = try scenario.commit(Array(repeating: "meeting.erased", count: 300)) {
      $0.put(record(design, 1, meetings: 1))
    }
    #expect(commit.changes.count == 302)
    // Open follow-ups are deleted no later than their meeting.
    #expect(
      commit.changes.contains(
        .deleteChildren(collection: "followUps", parent: "\(design.id)")))
    commit = try scenario.commit(["meeting.erased", "standup.deleted"]) {
      $0.removeStandup(design.id)
    }
    #expect(
      commit.changes == [
        .delete(collection: "standups", id: "\(design.id)"),
        .deleteChildren(collection: "meetings.discarded", parent: "\(design.id)"),
        .deleteChildren(collection: "meetings", parent: "\(design.id)"),
        .deleteChildren(collection: "meetings.parts", parent: "\(design.id)"),
        .erase(Erasure(standup: design.id)),
      ])
    #expect(commit.events[0].labels.meeting == "\(ids[300])")
    #expect(
      try Self.told(commit.events[0]) == MeetingErased(standup: design.id, reason: .deleted))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  /// A file being imported may have it, and would bring it back.
  @Test func whileAFileIsTakenOverNothingIsDeleted() throws {
    var file = FileImport(id: ImportStandups.ID(UUID(number: 1)), existing: .keep)
    file.progress.phase = .applying
    var scenario = Scenario {
      $0.saved.add(record(design, 1))
      $0.saved.imports[file.id] = file
    }
    try scenario.error(to: scenario.send(.delete(DeleteStandup(id: design.id))), .busy)
    try scenario.error(
      to: scenario.send(.deleteMeeting(DeleteMeeting(standup: design.id, meeting: Self.past))),
      .busy)
    try scenario.error(
      to: scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada"))), .busy)
    // A file not yet imported is not searched, and neither is a completed one.
    file.progress.phase = .receiving
    scenario = Scenario {
      $0.saved.add(record(design, 1))
      $0.saved.imports[file.id] = file
    }
    scenario.send(.delete(DeleteStandup(id: design.id)))
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
  }

  /// A reply in the idempotency store has words, too: it is emptied here as in the database.
  @Test func aReplyThatIsKeptIsErased() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let answer = StandupsCommand.answer(AnswerMeetingAlert(id: meetingID, action: .discard))
    let create = StandupsCommand.create(CreateStandup(id: product.id, title: "\(meetingID)"))
    _ = scenario.send(create, key: "create")
    let other = try scenario.takeCommit()
    scenario.store.send(.committed(other.id, .success(.written))) {
      var standup = Standup(id: product.id, title: "\(meetingID)", attendees: [])
      standup.attendees = [Attendee(id: Attendee.ID(UUID(number: 0)))]
      $0.add(record(standup, 2))
    }
    _ = try scenario.store.take { if case .reply = $0 { true } else { nil } }
    _ = scenario.send(answer)
    try scenario.commitEnd(.discarded, ["meeting.alertDismissed", "meeting.discarded"])
    scenario.store.expect(.finishWork(meetingID))
    _ = try scenario.store.take { if case .reply = $0 { true } else { nil } }
    _ = try scenario.close(["meeting.erased"])
    let again = scenario.send(create, key: "create", attempt: 2)
    #expect(try scenario.error(to: again, .notFound).detail == ["wasDone": "true"])
    scenario.finish()
  }

  // MARK: A person

  @Test func aPersonIsFoundPageByPage() throws {
    var scenario = Scenario.standups()
    var caller = scenario.send(.findPerson(FindPerson(name: " Ada ")))
    try scenario.loadStandups([record(design, 1), record(product, 2)])
    var found = try scenario.found(to: caller)
    #expect(found.standups == [FindPerson.Found(standup: design.id, isAttendee: true)])

    caller = scenario.send(.findPerson(FindPerson(name: "Ada", after: found.next)))
    var (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.parent == nil)
    let text = Meeting(
      id: Meeting.ID(UUID(number: 2)), date: Date(timeIntervalSince1970: 2), transcript: "Words.")
    scenario.store.send(
      .documents(
        id, .success(.init(documents: [try Self.document(), try Self.document(text)], next: "7 x")))
    )
    found = try scenario.found(to: caller)
    #expect(
      found.standups == [
        FindPerson.Found(standup: design.id, meetings: 1, segments: 1, unattributed: 1)
      ])

    caller = scenario.send(.findPerson(FindPerson(name: "Ada", after: found.next)))
    (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.after == "7 x")
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    found = try scenario.found(to: caller)
    caller = scenario.send(.findPerson(FindPerson(name: "Ada", after: found.next)))
    (id, query) = try scenario.load()
    #expect(query.collection == "meetings.parts" && query.after == nil)
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    found = try scenario.found(to: caller)
    caller = scenario.send(.findPerson(FindPerson(name: "Ada", after: found.next)))
    (id, query) = try scenario.load()
    #expect(query.collection == "meetings.discarded" && query.after == nil)
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    #expect(try scenario.found(to: caller).next == nil)
    scenario.finish()
  }

  @Test func aPersonIsForgottenPageByPage() throws {
    var scenario = Scenario.standups()
    var caller = scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada")))
    var (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.parent == "\(design.id)")
    scenario.store.send(.documents(id, .success(.init(documents: [try Self.document()]))))
    var commit = try scenario.commit(["meeting.erased"])
    let left = Self.meeting().forgetting("Ada").meeting
    #expect(commit.changes.map(\.document?.searchText) == ["Two.", nil])
    #expect(commit.changes[1] == .erase(Erasure(meeting: Self.past)))
    #expect(
      try Self.told(commit.events[0])
        == MeetingErased(standup: design.id, reason: .person, meeting: left))
    var reply = try scenario.forgotten(to: caller)
    #expect((reply.meetings, reply.segments) == (1, 1))

    caller = scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: reply.next)))
    (id, query) = try scenario.load()
    #expect(query.collection == "meetings.parts")
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    reply = try scenario.forgotten(to: caller)

    caller = scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: reply.next)))
    (id, query) = try scenario.load()
    #expect(query.collection == "meetings.discarded" && query.parent == "\(design.id)")
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    reply = try scenario.forgotten(to: caller)

    caller = scenario.send(
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada", after: reply.next)))
    commit = try scenario.commit(["standup.updated"]) { saved in
      var standup = design
      standup.attendees = [design.attendees[1]]
      standup.revision += 1
      saved.put(record(standup, 1))
    }
    #expect(commit.changes[1] == .erase(Erasure(standup: design.id, keepsMeetings: true)))
    #expect(try commit.events[0].data.decode(as: StandupUpdated.self).forgets == true)
    #expect(try scenario.forgotten(to: caller).next == nil)
    scenario.finish()
  }

  /// The person's follow-ups are erased, open or done; those of others stay.
  @Test func whatWasNotedForAPersonIsErased() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 1)) }
    var meeting = Self.meeting()
    let hers = followUp(1, in: meeting.id)
    var done = followUp(2, in: meeting.id)
    done.doneMs = 5
    let other = followUp(3, in: meeting.id, of: design.attendees[1])
    meeting.notes = [hers, done, other]
    let caller = scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada")))
    let (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: [try Self.document(meeting)]))))
    let commit = try scenario.commit(["meeting.erased"])
    #expect(
      Array(commit.changes.dropFirst()) == [
        .delete(collection: "followUps", id: "\(hers.id)"), .erase(Erasure(meeting: meeting.id)),
      ])
    #expect(try Self.told(commit.events[0]).meeting?.notes == [other])
    _ = try scenario.forgotten(to: caller)
    scenario.finish()
  }

  @Test func whoMeetsIsNotForgottenAndWhatMakesNoSenseIsRefused() throws {
    var scenario = Scenario.meeting()
    let meets = scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada")))
    #expect(try scenario.error(to: meets, .conflict).detail == ["meeting": "\(meetingID)"])
    for name in ["", " ", String(repeating: "a", count: 1001)] {
      try scenario.error(to: scenario.send(.findPerson(FindPerson(name: name))), .invalid)
      try scenario.error(
        to: scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: name))), .invalid)
    }
    for after in ["x", "elsewhere:", "meetings:x"] {
      try scenario.error(
        to: scenario.send(.findPerson(FindPerson(name: "Ada", after: after))), .invalid)
    }
    scenario.finish()
  }

  // MARK: Age

  @Test func wordsThatAreTooOldAreErased() throws {
    var scenario = Scenario(days: 1) { state in
      state.saved.add(record(design, 1))
    }
    scenario.store.send(.forgetDue(.transcripts, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.transcripts, after: nil)))
    var (id, query) = try scenario.load()
    #expect(query.collection == "meetings" && query.newestFirst == nil)
    let now = scenario.time.date().timeIntervalSince1970
    var old = Self.meeting(at: now - 90_000, parts: 2)
    var done = followUp(2, in: old.id)
    done.doneMs = 2
    old.notes = [followUp(1, in: old.id), done]
    let young = Self.meeting(Meeting.ID(UUID(number: 2)), at: now - 80_000)
    let page = DocumentPage(
      documents: [try Self.document(old), try Self.document(young)], next: "7 x")
    scenario.store.send(.documents(id, .success(page)))
    (id, query) = try scenario.load()
    #expect(query.ids == ["\(old.id)"])
    scenario.store.send(.documents(id, .success(.init(documents: [page.documents[0]]))))
    let commit = try scenario.commit(["meeting.erased"])
    #expect(
      Array(commit.changes.dropFirst()) == [
        .delete(collection: "meetings.parts", id: "\(old.id)/2"),
        .delete(collection: "followUps", id: "\(followUp(1, in: old.id).id)"),
        .erase(Erasure(meeting: old.id)),
      ])
    let told = try Self.told(commit.events[0])
    #expect(told == MeetingErased(standup: design.id, reason: .age, meeting: old.withoutWords))
    #expect(told.meeting?.attendees == old.attendees && told.meeting?.hasWords == false)
    scenario.finish()
  }

  /// The next search finds the words that an import may still bring back.
  @Test func wordsOfATeamWithAnImportAreErasedLater() throws {
    var file = FileImport(
      id: ImportStandups.ID(UUID(number: 1)), existing: .keep, team: "web",
      header: Header(teams: "web"))
    file.progress.phase = .applying
    var scenario = Scenario(days: 1) { [file] state in
      state.saved.add(record(design, 1))
      state.saved.add(record(product, 2))
      state.saved.imports[file.id] = file
    }
    scenario.store.send(.forgetDue(.transcripts, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.transcripts, after: nil)))
    var documents = [
      try Self.document(Self.meeting(at: 0)),
      try Self.document(Self.meeting(Meeting.ID(UUID(number: 2)), at: 0), of: product),
    ]
    documents[0].team = "web"
    let page = DocumentPage(documents: documents)
    let search = try scenario.load().id
    scenario.store.send(.documents(search, .success(page)))
    let erasure = try scenario.load().id
    scenario.store.send(.documents(erasure, .success(page)))
    let commit = try scenario.commit(["meeting.erased"])
    #expect(commit.events.map(\.labels.standup) == ["\(product.id)"])
    scenario.finish()
  }

  @Test func howLongWordsAreKeptIsASetting() throws {
    #expect(try StandupsSettings.reading([:]).transcriptDays == nil)
    #expect(try StandupsSettings.reading(["STANDUPS_TRANSCRIPT_DAYS": "0"]).transcriptDays == nil)
    #expect(try StandupsSettings.reading(["STANDUPS_TRANSCRIPT_DAYS": "30"]).transcriptDays == 30)
    for wrong in ["-1", "36501", "ten"] {
      let problems = StandupsSettings.problems(["STANDUPS_TRANSCRIPT_DAYS": wrong])
      #expect(problems == ["STANDUPS_TRANSCRIPT_DAYS"])
    }
  }

  @Test func withoutABoundWordsAreKept() throws {
    var scenario = Scenario.standups()
    scenario.store.send(.forgetDue(.transcripts, after: nil))
    scenario.finish()
  }
}

extension Scenario {
  fileprivate mutating func found(to caller: CallerID) throws -> FindPerson.Reply {
    try reply(to: caller).json().decode(as: FindPerson.Reply.self)
  }

  fileprivate mutating func forgotten(to caller: CallerID) throws -> ForgetPerson.Reply {
    try reply(to: caller).json().decode(as: ForgetPerson.Reply.self)
  }
}

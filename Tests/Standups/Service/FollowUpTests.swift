import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Follow-ups. “Design” meets, or has met.
@Suite struct FollowUpTests {
  private static let past = Meeting.ID(UUID(number: 0xA0))

  private static func meeting(_ notes: [FollowUp]? = nil) -> Meeting {
    let words = Segment(
      attendee: design.attendees[0].id, speaker: "Ada", fromMs: 0, toMs: 5, text: "One.")
    return Meeting(
      id: past, date: Date(timeIntervalSince1970: 1000), transcript: "One.", segments: [words],
      durationMs: 9, ending: .saved, attendees: Array(design.attendees), notes: notes)
  }

  private static func document(_ meeting: Meeting = meeting()) throws -> Document {
    Document(
      collection: "meetings", id: "\(meeting.id)", parent: "\(design.id)", sortKey: 1_000_000,
      body: try RawJSON(encoding: meeting))
  }

  /// Replies with the number of open follow-ups.
  private func count(_ scenario: inout Scenario, _ open: Int = 0) throws {
    let (id, query) = try scenario.load()
    #expect(query.collection == "followUps" && query.counts == true)
    #expect(query.parent == "\(design.id)")
    scenario.store.send(.documents(id, .success(.init(documents: [], total: open))))
  }

  private func answer(_ scenario: inout Scenario, _ documents: [Document]) throws -> DocumentQuery {
    let (id, query) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: documents))))
    return query
  }

  private func noted(_ reply: StandupsReply) throws -> FollowUp {
    try reply.json().decode(as: FollowUp.self)
  }

  // MARK: In a live meeting

  @Test func itIsForWhoHasTheFloorUnlessTold() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let caller = scenario.send(
      .note(NoteFollowUp(standup: design.id, text: "  waiting for\n the review ")))
    try count(&scenario)
    let expected = FollowUp(
      id: FollowUp.ID(UUID(number: 1)), attendee: design.attendees[0],
      text: "waiting for the review", meeting: meetingID,
      atMs: Int64((scenario.time.date().timeIntervalSince1970 * 1000).rounded(.down)))
    let commit = try scenario.commit(["meeting.noted"]) { saved in
      change(&saved) { $0.notes = [expected] }
    }
    #expect(commit.changes.count == 1)
    #expect(try commit.events[0].data.decode(as: MeetingNoted.self).followUp == expected)
    #expect(commit.events[0].labels.meeting == "\(meetingID)")
    #expect(try noted(scenario.reply(to: caller)) == expected)

    let other = scenario.send(
      .note(NoteFollowUp(standup: design.id, attendee: design.attendees[1].id, text: "x")))
    try count(&scenario)
    try scenario.commit(["meeting.noted"]) { saved in
      change(&saved) {
        $0.notes?.append(
          FollowUp(
            id: FollowUp.ID(UUID(number: 4)), attendee: design.attendees[1], text: "x",
            meeting: meetingID, atMs: expected.atMs))
      }
    }
    #expect(try noted(scenario.reply(to: other)).attendee == design.attendees[1])
    scenario.finish()
  }

  @Test func theLastWordsOfASpeakerAreMarked() throws {
    let long = String(repeating: "word ", count: 200)
    var scenario = Scenario.meeting { session in
      for (number, text) in ["First.", long].enumerated() {
        let from = Int64(number) * 1000
        _ = session.hear(
          key: "\(number)", fromMs: from, toMs: from + 500, text: text, stream: "s")
      }
    }
    let caller = scenario.send(.note(NoteFollowUp(standup: design.id, last: true)))
    try count(&scenario)
    let taken = try scenario.takeCommit()
    let followUp = try taken.decided.events[0].data.decode(as: MeetingNoted.self).followUp
    #expect(followUp.text.unicodeScalars.count == FollowUp.longestText)
    #expect(followUp.text.hasPrefix("word word") && followUp.text.hasSuffix("…"))
    scenario.store.send(.committed(taken.id, .success(.written))) { saved in
      change(&saved) { $0.notes = [followUp] }
    }
    _ = try scenario.reply(to: caller)
    let silent = scenario.send(
      .note(NoteFollowUp(standup: design.id, attendee: design.attendees[1].id, last: true)))
    try scenario.error(to: silent, .conflict)
    scenario.finish()
  }

  @Test func whatCannotBeNotedIsRefused() throws {
    var scenario = Scenario.meeting()
    let standup = design.id
    let wrong: [NoteFollowUp] = [
      NoteFollowUp(standup: standup), NoteFollowUp(standup: standup, text: " \n"),
      NoteFollowUp(standup: standup, text: String(repeating: "x", count: 501)),
      NoteFollowUp(standup: standup, text: "x", last: true),
      NoteFollowUp(standup: standup, attendee: Attendee.ID(UUID(number: 1)), text: "x"),
    ]
    for command in wrong { try scenario.error(to: scenario.send(.note(command)), .invalid) }
    scenario.finish()
    scenario = Scenario.standups()
    let nobody = scenario.send(.note(NoteFollowUp(standup: standup, text: "x")))
    try scenario.error(to: nobody, .conflict)
    scenario.finish()
  }

  @Test func thereAreOnlySoMany() throws {
    var scenario = Scenario.meeting { $0.notes = [followUp(1), followUp(2)] }
    let one = scenario.send(.note(NoteFollowUp(standup: design.id, text: "x")))
    try count(&scenario, FollowUp.maxOpen - 2)
    try scenario.error(to: one, .conflict)
    scenario.finish()

    // Completed follow-ups count for their meeting.
    scenario = Scenario.meeting { session in
      session.notes = (1...UInt32(FollowUp.maxInMeeting)).map {
        var note = followUp($0)
        note.doneMs = 1
        return note
      }
    }
    let more = scenario.send(.note(NoteFollowUp(standup: design.id, text: "x")))
    try scenario.error(to: more, .conflict)
    scenario.finish()

    // Together with all spoken words they must fit into one message.
    scenario = Scenario.meeting { session in
      session.notes = (1...UInt32(13)).map {
        var note = followUp($0)
        note.text = String(repeating: "𝄞", count: 500)
        return note
      }
    }
    let long = scenario.send(
      .note(NoteFollowUp(standup: design.id, text: String(repeating: "𝄞", count: 500))))
    try scenario.error(to: long, .conflict)
    scenario.finish()
  }

  @Test func whatIsDoneInTheSameMeetingIsNotOpenAfterIt() throws {
    var scenario = Scenario.meeting(isRecording: false) { $0.notes = [followUp(1), followUp(2)] }
    let now = Int64((scenario.time.date().timeIntervalSince1970 * 1000).rounded(.down))
    let caller = scenario.send(
      .finishFollowUp(FinishFollowUp(standup: design.id, followUp: followUp(1).id)))
    let commit = try scenario.commit(["standup.followUpDone"]) { saved in
      change(&saved) { $0.notes?[0].doneMs = now }
    }
    let told = commit.events[0]
    #expect(told.labels.subject == "\(design.id)" && told.labels.meeting == "\(meetingID)")
    #expect(try told.data.decode(as: FollowUpDone.self) == FollowUpDone(followUp(1)))
    #expect(try noted(scenario.reply(to: caller)).doneMs == now)
    let again = scenario.send(
      .finishFollowUp(FinishFollowUp(standup: design.id, followUp: followUp(1).id)))
    try scenario.error(to: again, .notFound)

    let listed = scenario.send(.listFollowUps(ListFollowUps(standup: design.id)))
    _ = try answer(&scenario, [try followUp(9, in: Self.past).document(of: design)])
    let open = try scenario.reply(to: listed).json().decode(as: ListFollowUps.Reply.self)
    #expect(open.followUps.map(\.id) == [followUp(9).id, followUp(2).id])

    scenario.time.advance(30_000)
    let end = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let ending = try scenario.takeEnding()
    scenario.store.send(.ended(ending.id, .success(LastWords(lines: []))))
    let taken = try scenario.takeCommit()
    let puts = taken.decided.changes.compactMap { change -> Document? in
      if case .put(let document) = change { document } else { nil }
    }
    let saved = try puts.filter { $0.collection == "meetings" }
      .map { try $0.body.decode(as: Meeting.self) }
    #expect(saved.first?.notes?.map(\.isOpen) == [false, true])
    #expect(puts.filter { $0.collection == "followUps" }.map(\.id) == ["\(followUp(2).id)"])
    // Search finds follow-ups as well as spoken words.
    let text = puts.first { $0.collection == "meetings" }?.searchText
    #expect(text?.contains("Note 1.") == true && text?.contains("Note 2.") == true)
    let ended = try #require(saved.first).milliseconds
    scenario.store.send(.committed(taken.id, .success(.written))) { saved in
      saved.removeSession(meetingID)
      saved.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: ended))
    }
    scenario.store.expect(.discardWork(meetingID))
    #expect(try scenario.reply(to: end) == .done)
    scenario.finish()
  }

  // MARK: A past meeting

  @Test func aPastMeetingGetsANote() throws {
    var scenario = Scenario.standups()
    let ada = design.attendees[0]
    let caller = scenario.send(
      .note(NoteFollowUp(standup: design.id, meeting: Self.past, attendee: ada.id, text: "x")))
    #expect(try answer(&scenario, [try Self.document()]).ids == ["\(Self.past)"])
    try count(&scenario)
    let commit = try scenario.commit(["meeting.noted"])
    let followUp = try commit.events[0].data.decode(as: MeetingNoted.self).followUp
    #expect(commit.events[0].labels.meeting == "\(Self.past)")
    #expect(followUp.meeting == Self.past && followUp.attendee == ada && followUp.text == "x")
    guard case .put(let meeting) = commit.changes[0], case .put(let open) = commit.changes[1] else {
      throw Unexpected("\(commit.changes)")
    }
    #expect(try meeting.body.decode(as: Meeting.self) == Self.meeting([followUp]))
    #expect(try open.body.decode(as: FollowUp.self) == followUp)
    #expect(open.parent == "\(design.id)" && open.collection == "followUps")
    _ = try scenario.reply(to: caller)

    // The meeting has no current speaker, and the meeting must belong to the standup.
    let whose = scenario.send(
      .note(NoteFollowUp(standup: design.id, meeting: Self.past, text: "x")))
    _ = try answer(&scenario, [try Self.document()])
    try scenario.error(to: whose, .invalid)
    let last = scenario.send(
      .note(NoteFollowUp(standup: design.id, meeting: Self.past, attendee: ada.id, last: true)))
    try scenario.error(to: last, .invalid)
    let other = scenario.send(
      .note(NoteFollowUp(standup: product.id, meeting: Self.past, attendee: ada.id, text: "x")))
    _ = try answer(&scenario, [try Self.document()])
    try scenario.error(to: other, .notFound)
    scenario.finish()
  }

  @Test func whatIsDoneLaterIsDoneInTheMinutes() throws {
    let open = followUp(1, in: Self.past)
    var scenario = Scenario.meeting()
    let caller = scenario.send(
      .finishFollowUp(FinishFollowUp(standup: design.id, followUp: open.id)))
    #expect(try answer(&scenario, [try open.document(of: design)]).ids == ["\(open.id)"])
    #expect(
      try answer(&scenario, [try Self.document(Self.meeting([open]))]).ids == ["\(Self.past)"])
    let commit = try scenario.commit(["standup.followUpDone"])
    // Followers of the live meeting are notified.
    #expect(commit.events[0].labels.meeting == "\(meetingID)")
    #expect(!String(decoding: commit.events[0].data.bytes, as: UTF8.self).contains(open.text))
    #expect(commit.changes[0] == .delete(collection: "followUps", id: "\(open.id)"))
    guard case .put(let meeting) = commit.changes[1] else { throw Unexpected("\(commit.changes)") }
    let note = try #require(try meeting.body.decode(as: Meeting.self).notes?.first)
    #expect(try noted(scenario.reply(to: caller)) == note && !note.isOpen)

    // A follow-up of another standup is not changed, and a deleted one is not done again.
    let gone = scenario.send(
      .finishFollowUp(FinishFollowUp(standup: design.id, followUp: open.id)))
    _ = try answer(&scenario, [try open.document(of: product)])
    try scenario.error(to: gone, .notFound)
    scenario.finish()
  }

  /// It is done even without its meeting.
  @Test func theMeetingMayBeUnreadable() throws {
    let open = followUp(1, in: Self.past)
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .finishFollowUp(FinishFollowUp(standup: design.id, followUp: open.id)))
    _ = try answer(&scenario, [try open.document(of: design)])
    _ = try answer(&scenario, [])
    let commit = try scenario.commit(["standup.followUpDone"])
    #expect(commit.changes == [.delete(collection: "followUps", id: "\(open.id)")])
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  // MARK: Files

  @Test func whatAFileKnowsIsJoinedWithWhatIsHere() {
    var done = followUp(1, in: Self.past)
    done.doneMs = 9
    let here = Self.meeting([done, followUp(3, in: Self.past)])
    let file = Self.meeting([followUp(1, in: Self.past), followUp(2, in: Self.past)])
    #expect(
      file.completed(by: here).notes == [
        done, followUp(3, in: Self.past), followUp(2, in: Self.past),
      ])
    #expect(Self.meeting().completed(by: here).notes == here.notes)
    #expect(file.completed(by: Self.meeting()).notes == file.notes)
  }
}

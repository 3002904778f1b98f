import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Written updates of “Design”.
@Suite struct WrittenUpdateTests {
  private static let ada = design.attendees[0]
  private static let person = UUID(number: 0x77)

  private static func update(
    _ text: String, of attendee: Attendee = ada, atMs: Int64 = 7
  ) -> WrittenUpdate {
    WrittenUpdate(attendee: attendee, text: text, atMs: atMs)
  }

  private static func document(_ updates: [WrittenUpdate]) throws -> Document {
    Document(
      collection: "updates", id: "\(design.id)", parent: "\(design.id)",
      body: try RawJSON(encoding: PendingUpdates(updates: updates)))
  }

  /// Replies with the updates that wait.
  private func answer(_ scenario: inout Scenario, _ updates: [WrittenUpdate] = []) throws {
    let (id, query) = try scenario.load()
    #expect(query.collection == "updates" && query.ids == ["\(design.id)"])
    let documents = updates.isEmpty ? [] : [try Self.document(updates)]
    scenario.store.send(.documents(id, .success(.init(documents: documents))))
  }

  /// “Design”, with a number of updates that wait.
  private func standups(waiting: Int?) -> Scenario {
    Scenario { state in
      state.saved.recent.put(StandupRecord(design, sortKey: 1, updates: waiting))
    }
  }

  // MARK: Writing

  @Test func anUpdateWaitsForTheNextMeetingAndItsEventHasNoText() throws {
    var scenario = standups(waiting: nil)
    let caller = scenario.send(
      .writeUpdate(
        WriteUpdate(standup: design.id, attendee: Self.ada.id, text: " Login:\r\n done. \n")))
    try answer(&scenario)
    let (id, decided) = try scenario.takeCommit()
    let event = try #require(decided.events.first)
    #expect(event.labels.type == "update.written" && event.labels.subject == "\(design.id)")
    #expect(event.labels.meeting == nil)
    let data = try event.data.decode(as: UpdateWritten.self)
    #expect(data.attendee == Self.ada && data.text == nil)
    let put = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "updates" })
    let saved = try put.value(as: PendingUpdates.self).updates
    #expect(saved.map(\.text) == ["Login:\n done."])
    scenario.store.send(.committed(id, .success(.written))) { saved in
      saved.recent.put(StandupRecord(design, sortKey: 1, updates: 1))
    }
    let reply = try scenario.reply(to: caller).json().decode(as: WriteUpdate.Reply.self)
    #expect(reply.attendee == Self.ada && reply.meeting == nil)
    scenario.finish()
  }

  @Test func aSecondUpdateOfAnAttendeeReplacesTheFirst() throws {
    var scenario = standups(waiting: 2)
    _ = scenario.send(
      .writeUpdate(WriteUpdate(standup: design.id, attendee: Self.ada.id, text: "New.")))
    let other = Self.update("Other.", of: design.attendees[1])
    try answer(&scenario, [Self.update("Old."), other])
    let (_, decided) = try scenario.takeCommit()
    let put = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "updates" })
    #expect(try put.value(as: PendingUpdates.self).updates.map(\.text) == ["Other.", "New."])
  }

  @Test func invalidUpdatesAreRejected() throws {
    var scenario = standups(waiting: nil)
    let wrong = [
      WriteUpdate(standup: design.id, attendee: Self.ada.id, text: " \n"),
      WriteUpdate(
        standup: design.id, attendee: Self.ada.id, text: String(repeating: "x", count: 4001)),
      WriteUpdate(standup: design.id, attendee: Attendee.ID(UUID(number: 1)), text: "x"),
      WriteUpdate(standup: design.id, text: "x"),
    ]
    for command in wrong { try scenario.error(to: scenario.send(.writeUpdate(command)), .invalid) }
    scenario.finish()
  }

  @Test func updatesThatAreTooLongTogetherAreRejected() throws {
    var standup = design
    for number in 0..<20 {
      standup.attendees.append(Attendee(id: Attendee.ID(UUID(number: UInt32(0xC00 + number)))))
    }
    let saved = standup
    var scenario = Scenario { $0.saved.recent.put(StandupRecord(saved, sortKey: 1, updates: 9)) }
    let long = String(repeating: "x", count: 4000)
    let caller = scenario.send(
      .writeUpdate(WriteUpdate(standup: design.id, attendee: Self.ada.id, text: long)))
    let others = standup.attendees.suffix(9).map { Self.update(long, of: $0) }
    #expect(others.problem == nil)
    try answer(&scenario, others)
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func anUpdateWithoutAttendeeIsThatOfTheSender() throws {
    var standup = design
    standup.attendees[id: Self.ada.id]?.person = Attendee.PersonID(Self.person)
    let saved = standup
    for (by, expected) in [(Self.person, true), (UUID(number: 0x78), false)] {
      var scenario = Scenario { $0.saved.recent.put(StandupRecord(saved, sortKey: 1)) }
      let caller = scenario.send(
        .writeUpdate(WriteUpdate(standup: design.id, text: "x")),
        by: PersonActor.id(of: by))
      guard expected else {
        try scenario.error(to: caller, .invalid)
        scenario.finish()
        continue
      }
      try answer(&scenario)
      let (_, decided) = try scenario.takeCommit()
      let data = try decided.events[0].data.decode(as: UpdateWritten.self)
      #expect(data.attendee.id == Self.ada.id && data.by == nil)
    }
  }

  // MARK: Meetings

  @Test func aMeetingStartsWithTheUpdatesThatWait() throws {
    var scenario = standups(waiting: 2)
    _ = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let stranger = Attendee(id: Attendee.ID(UUID(number: 0xDEAD)), name: "Left")
    try answer(&scenario, [Self.update("Mine."), Self.update("Gone.", of: stranger)])
    let (_, decided) = try scenario.takeCommit()
    let put = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "sessions" })
    let session = try put.value(as: MeetingSession.self)
    #expect(session.updates == [Self.update("Mine.")])
  }

  @Test func anUpdateDuringAMeetingAppearsInItWithItsText() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(
      .writeUpdate(WriteUpdate(standup: design.id, attendee: Self.ada.id, text: "Now.")))
    try answer(&scenario)
    let (id, decided) = try scenario.takeCommit()
    #expect(decided.events[0].labels.meeting == "\(meetingID)")
    #expect(try decided.events[0].data.decode(as: UpdateWritten.self).text == "Now.")
    let at = Int64((scenario.time.date().timeIntervalSince1970 * 1000).rounded(.down))
    scenario.store.send(.committed(id, .success(.written))) { saved in
      change(&saved) { $0.updates = [Self.update("Now.", atMs: at)] }
      saved.recent.put(StandupRecord(design, sortKey: 1, updates: 1))
    }
    let reply = try scenario.reply(to: caller).json().decode(as: WriteUpdate.Reply.self)
    #expect(reply.meeting == meetingID)
  }

  // MARK: Removing

  @Test func aRemovedUpdateIsGoneAndAnUnknownOneIsNotFound() throws {
    var scenario = standups(waiting: 1)
    _ = scenario.send(
      .removeUpdate(RemoveUpdate(standup: design.id, attendee: Self.ada.id)))
    try answer(&scenario, [Self.update("Mine.")])
    let (_, decided) = try scenario.takeCommit()
    #expect(decided.events.map(\.labels.type) == ["update.removed"])
    #expect(decided.changes.contains(.delete(collection: "updates", id: "\(design.id)")))

    scenario = standups(waiting: nil)
    let caller = scenario.send(
      .removeUpdate(RemoveUpdate(standup: design.id, attendee: Self.ada.id)))
    try answer(&scenario)
    let error = try scenario.error(to: caller, .notFound)
    #expect(error.message == "Ada has no written update in this standup.")
    scenario.finish()
  }

  // MARK: Age

  @Test func updatesThatAreTooOldAreErased() throws {
    var scenario = Scenario(days: 1) { state in
      state.saved.recent.put(StandupRecord(design, sortKey: 1, updates: 2))
    }
    scenario.store.send(.forgetDue(.updates, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.updates, after: nil)))
    let nowMs = Int64(scenario.time.date().timeIntervalSince1970 * 1000)
    let old = Self.update("Old.", atMs: nowMs - 90_000_000)
    let young = Self.update("New.", of: design.attendees[1], atMs: nowMs - 80_000_000)
    let page = DocumentPage(documents: [try Self.document([old, young])])
    let (search, query) = try scenario.load()
    #expect(query.collection == "updates" && query.ids == nil)
    scenario.store.send(.documents(search, .success(page)))
    try answer(&scenario, [old, young])
    let (_, decided) = try scenario.takeCommit()
    #expect(decided.events.map(\.labels.type) == ["update.removed"])
    let put = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "updates" })
    #expect(try put.value(as: PendingUpdates.self).updates == [young])
    #expect(decided.changes.contains(.erase(.removed)))
  }

  @Test func updatesThatAreRecentAreKept() throws {
    var scenario = Scenario(days: 1) { state in
      state.saved.recent.put(StandupRecord(design, sortKey: 1, updates: 1))
    }
    scenario.store.send(.forgetDue(.updates, after: nil))
    scenario.store.expect(.wait(ms: 3_600_000, then: .forgetDue(.updates, after: nil)))
    let (search, _) = try scenario.load()
    let nowMs = Int64(scenario.time.date().timeIntervalSince1970 * 1000)
    let page = DocumentPage(documents: [try Self.document([Self.update("New.", atMs: nowMs)])])
    scenario.store.send(.documents(search, .success(page)))
    scenario.finish()
  }

  @Test func unreadableUpdatesAreNotReplaced() throws {
    var scenario = standups(waiting: 1)
    let caller = scenario.send(
      .writeUpdate(WriteUpdate(standup: design.id, attendee: Self.ada.id, text: "x")))
    let (id, _) = try scenario.load()
    var document = try Self.document([])
    document.body = try RawJSON(encoding: ["updates": 7])
    let unreadable = document
    scenario.store.send(.documents(id, .success(.init(documents: [unreadable])))) { saved in
      saved.note(
        UnreadableDocument(collection: "updates", id: "\(design.id)", parent: "\(design.id)"))
    }
    try scenario.error(to: caller, .conflict)
  }
}

import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// “Design”, held in writing.
@Suite struct WrittenMeetingTests {
  private static let command = SaveWrittenMeeting(
    standup: design.id, at: Date(timeIntervalSince1970: 1_800_000_000))

  /// Replies with the updates that wait.
  private func answer(_ scenario: inout Scenario, _ updates: [WrittenUpdate]) throws {
    let (id, query) = try scenario.load()
    #expect(query.collection == "updates" && query.ids == ["\(design.id)"])
    let documents =
      updates.isEmpty
      ? []
      : [
        Document(
          collection: "updates", id: "\(design.id)", parent: "\(design.id)",
          body: try RawJSON(encoding: PendingUpdates(updates: updates)))
      ]
    scenario.store.send(.documents(id, .success(.init(documents: documents))))
  }

  private func saved(_ decided: ChangesDecided) throws -> Meeting {
    let put = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "meetings" })
    return try put.value(as: Meeting.self)
  }

  @Test func theUpdatesBecomeAPastMeeting() throws {
    var scenario = Scenario { $0.saved.recent.put(StandupRecord(design, sortKey: 1, updates: 1)) }
    _ = scenario.send(.saveWritten(Self.command))
    let update = WrittenUpdate(attendee: design.attendees[0], text: "Login: done.", atMs: 7)
    let former = WrittenUpdate(
      attendee: Attendee(id: Attendee.ID(UUID(number: 5)), name: "Former"), text: "x", atMs: 8)
    try answer(&scenario, [update, former])
    let (_, decided) = try scenario.takeCommit()
    let meeting = try saved(decided)
    #expect(meeting.date == Self.command.at && meeting.ending == .written)
    #expect(meeting.updates == [update] && meeting.durationMs == nil)
    #expect(meeting.attendees == Array(design.attendees))
    #expect(decided.changes.contains(.delete(collection: "updates", id: "\(design.id)")))
    #expect(decided.events.map(\.labels.type) == ["meeting.finished"])
    #expect(decided.events[0].labels.meeting == "\(meeting.id)")
    #expect(try decided.events[0].data.decode(as: MeetingFinished.self).meeting == meeting)
    let standup = try #require(
      decided.changes.compactMap { if case .put(let document) = $0 { document } else { nil } }
        .first { $0.collection == "standups" }
    ).value(as: StandupSummary.self)
    #expect(standup.meetings == 1 && standup.updates == nil)
    #expect(standup.lastMeeting == Self.command.at)
  }

  @Test func aMeetingWithoutUpdatesIsSavedToo() throws {
    var scenario = Scenario { $0.saved.recent.put(StandupRecord(design, sortKey: 1)) }
    _ = scenario.send(.saveWritten(Self.command))
    try answer(&scenario, [])
    let (_, decided) = try scenario.takeCommit()
    let meeting = try saved(decided)
    #expect(meeting.updates == nil && meeting.attendeesWithoutUpdate == Array(design.attendees))
    #expect(!decided.changes.contains(.delete(collection: "updates", id: "\(design.id)")))
  }

  @Test func aLiveMeetingSavesTheUpdatesItself() throws {
    var scenario = Scenario.meeting()
    try scenario.error(
      to: scenario.send(.saveWritten(Self.command)), .conflict)
    scenario.finish()
  }
}

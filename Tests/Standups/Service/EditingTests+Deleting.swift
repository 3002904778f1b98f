import Documents
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Standups and past meetings that are deleted.
extension EditingTests {
  @Test func aStandupIsDeletedWithItsPastMeetings() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let commit = try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    #expect(
      commit.changes == [
        .delete(collection: "standups", id: "\(design.id)"),
        .deleteChildren(collection: "meetings.discarded", parent: "\(design.id)"),
        .deleteChildren(collection: "meetings", parent: "\(design.id)"),
        .deleteChildren(collection: "meetings.parts", parent: "\(design.id)"),
        .deleteChildren(collection: "followUps", parent: "\(design.id)"),
        .erase(Erasure(standup: design.id)),
      ])
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aStandupThatMeetsIsNotDeleted() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail == ["meeting": "\(meetingID)"])
    scenario.finish()
  }

  @Test func aPastMeetingIsDeletedAndTheSummaryStaysRight() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 3)) }
    let caller = scenario.send(
      .deleteMeeting(
        DeleteMeeting(standup: design.id, meeting: Meeting.ID(UUID(number: 7)))))
    var (id, query) = try scenario.load()
    #expect(query.ids == ["\(Meeting.ID(UUID(number: 7)))"])
    let newest = document(7, of: design, ms: 9000)
    scenario.store.send(.documents(id, .success(.init(documents: [newest], total: 1))))
    (id, query) = try scenario.load()
    #expect(query.parent == "\(design.id)" && query.counts == true)
    scenario.store.send(
      .documents(
        id,
        .success(.init(documents: [newest, document(6, of: design, ms: 5000)], total: 3))))
    // Its open follow-ups are deleted with it, and its copy if it had been restored.
    (id, query) = try scenario.load()
    #expect(query.collection == "followUps" && query.parent == "\(design.id)")
    let open = [7, 6].map { followUp($0, in: Meeting.ID(UUID(number: UInt32($0)))) }
    scenario.store.send(
      .documents(id, .success(.init(documents: try open.map { try $0.document(of: design) }))))
    let commit = try scenario.commit(["standup.updated", "meeting.erased"]) { saved in
      saved.put(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 5000))
    }
    #expect(
      commit.changes.suffix(3) == [
        .delete(collection: "followUps", id: "\(open[0].id)"),
        .delete(collection: "meetings.discarded", id: "\(Meeting.ID(UUID(number: 7)))"),
        .erase(Erasure(meeting: Meeting.ID(UUID(number: 7)))),
      ])
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aMeetingOfAnotherStandupIsNotDeleted() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .deleteMeeting(
        DeleteMeeting(standup: design.id, meeting: Meeting.ID(UUID(number: 7)))))
    let (id, _) = try scenario.load()
    scenario.store.send(
      .documents(
        id, .success(.init(documents: [document(7, of: product, ms: 1)], total: 1))))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }
}

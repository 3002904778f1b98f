import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Another command adds a meeting of the file to another standup, after the import has looked it up.
extension ServiceTests {
  private static let taken = Meeting(
    id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "Theirs")

  private var file: String {
    get throws {
      var meeting = Self.taken
      meeting.transcript = "Ours"
      let standups = [StandupWithMeetings(standup: design, meetings: [meeting])]
      return String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    }
  }

  /// The router, whose persistence gets the meeting of another team after this look-up of meetings.
  private func delegate(takingAfter count: Int) -> ScriptedDelegate {
    let lookUps = Recorder<DocumentQuery>()
    return ScriptedDelegate { [router] message in
      let reply = try router.answer(message)
      if let query = (message as? DocumentsRequested)?.query, query.collection == "meetings" {
        lookUps.record(query)
        guard lookUps.values.count == count else { return reply }
        let document = Document(
          collection: "meetings", id: "\(meetingID)", parent: "\(product.id)", team: "ops",
          body: try RawJSON(encoding: Self.taken))
        router.state.withLock { $0.documents["meetings", default: [:]][document.id] = document }
      }
      return reply
    }
  }

  private func expectTheMeetingOfTheOtherStandup() throws {
    let meetings = router.documents("meetings")
    #expect(meetings.map(\.parent) == ["\(product.id)"] && meetings.map(\.team) == ["ops"])
    #expect(try meetings.first?.value(as: Meeting.self) == Self.taken)
  }

  @Test func anImportDoesNotReplaceAMeetingAddedAfterItsLookUp() async throws {
    let service = service(delegate(takingAfter: 1))
    try await service.start()
    let error = await #expect(throws: BusError.self) {
      try await send(ImportStandups(json: file), to: service)
    }
    #expect(error?.code == .conflict && error?.detail == ["meeting": "\(meetingID)"])
    try expectTheMeetingOfTheOtherStandup()
    // Nothing of the file is saved, and the service continues.
    #expect(try await send(ListStandups(), to: service).standups.isEmpty)
    #expect(router.eventTypes.isEmpty)
    await loop.stop()
  }

  @Test func anAcceptedImportFailsIfAMeetingWasAddedAfterItsLookUp() async throws {
    let service = service(delegate(takingAfter: 2))
    try await service.start()
    let id = ImportStandups.ID(UUID(number: 77))
    _ = try await send(ImportPart(id: id, part: 1, json: file), to: service)
    var progress = try await send(TakeImport(id: id, parts: 1), to: service)
    while progress.phase == .applying {
      try Task.checkCancellation()
      progress = try await send(GetImport(id: id), to: service)
    }
    #expect(progress.phase == .failed)
    #expect(progress.problem == "Meeting \(meetingID) already exists under another standup.")
    try expectTheMeetingOfTheOtherStandup()
    #expect(try await send(ListStandups(), to: service).standups.isEmpty)
    await loop.stop()
  }
}

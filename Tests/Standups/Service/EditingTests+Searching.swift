import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Search in the transcripts of past meetings.
extension EditingTests {
  @Test func aSearchFindsMeetingsOfStandupsThatAreThere() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let id = try scenario.store.take { effect -> OperationID? in
      if case .search(let id, let query) = effect, query.query == "icons" { id } else { nil }
    }
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "The icons.")
    var hit = document(0xF0, of: design, ms: 1000)
    hit.body = try RawJSON(encoding: meeting)
    var orphan = hit
    orphan.parent = "nobody"
    scenario.store.send(
      .found(
        id,
        .success(
          .init(
            hits: [
              .init(document: hit, snippet: "the icons"), .init(document: orphan, snippet: ""),
            ],
            total: 2))))
    let reply = try scenario.foundMeetings(to: caller)
    #expect(reply.hits.map(\.title) == ["Design"])
    #expect(reply.hits.map(\.meeting) == [meeting])
    scenario.finish()
  }

  @Test func titlesOfWhatWasFoundAreReadFromTheStore() throws {
    var scenario = Scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let id = try scenario.store.take { if case .search(let id, _) = $0 { id } else { nil } }
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "The icons.")
    let hits = try [design, product, design].map { standup in
      var found = document(0xF0, of: standup, ms: 1000)
      found.body = try RawJSON(encoding: meeting)
      return FoundDocuments.Hit(document: found, snippet: "the icons")
    }
    scenario.store.send(.found(id, .success(.init(hits: hits, total: 3))))
    // “Product” has been deleted since.
    let query = try scenario.loadStandups([record(design, 1)])
    #expect(query.ids == ["\(design.id)", "\(product.id)"])
    let reply = try scenario.foundMeetings(to: caller)
    #expect(reply.hits.map(\.title) == ["Design", "Design"])
    scenario.finish()
  }
}

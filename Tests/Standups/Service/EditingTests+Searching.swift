import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import StandupsDependencies
import Testing

@testable import StandupsService

/// Search in the transcripts of past meetings.
extension EditingTests {
  @Test func aSearchFindsMeetingsOfStandupsThatAreThere() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let (id, query) = try scenario.searchWords()
    #expect(query.query == "icons" && query.collection == "meetings")
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
    #expect(reply.standups == nil)
    scenario.finish()
  }

  @Test func titlesOfWhatWasFoundAreReadFromTheStore() throws {
    var scenario = Scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let id = try scenario.searchWords().id
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

  @Test func aSearchFindsStandupsByTitlesAndNames() throws {
    var scenario = Scenario()
    let person = Attendee.PersonID(UUID(number: 0xA0))
    let caller = scenario.send(.search(SearchTranscripts(query: "design ada", person: person)))
    let hit = FoundDocuments.Hit(
      document: try record(design, 1).document(), snippet: "\u{2}Design\u{3}: \u{2}Ada\u{3}")
    let (id, query) = try scenario.searchWords(found: [hit])
    #expect(query.mentions == [#""person":"\#(person)""#])
    var linked = design
    linked.attendees[id: design.attendees[0].id]?.person = person
    let mention = try #require(query.mentions?.first)
    #expect(try record(linked, 1).document().body.text.contains(mention))
    scenario.store.send(.found(id, .success(.init(hits: [], total: 0))))
    let reply = try scenario.foundMeetings(to: caller)
    #expect(
      reply.standups == [
        .init(id: design.id, title: "Design", snippet: "\u{2}Design\u{3}: \u{2}Ada\u{3}")
      ])
    #expect(reply.hits.isEmpty && reply.total == 0)
    scenario.finish()
  }

  @Test func aSearchIsRestrictedToAStandupAndDates() throws {
    var linked = design
    let person = Attendee.PersonID(UUID(number: 0xA0))
    let ada = linked.attendees.elements[0].id
    linked.attendees[id: ada]?.person = person
    var run = Run()
    let effects = run.send(
      .search(
        SearchTranscripts(
          query: "icons", standup: design.id, person: person, fromMs: 1000, toMs: 2000)),
      teams: nil, saved: [try record(linked, 1).document()])
    // Titles are not searched.
    #expect(
      effects.searches == [
        TextQuery(
          collection: "meetings", also: "meetings.parts", query: "icons", parent: "\(design.id)",
          fromKey: 1000, toKey: 2000, mentions: [#""person":"\#(person)""#, #""id":"\#(ada)""#],
          limit: 20)
      ])
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "",
      attendees: linked.attendees.elements)
    let saved = try RawJSON(encoding: meeting).text
    let mentions = try #require(effects.searches.first?.mentions)
    #expect(!mentions.isEmpty && mentions.allSatisfy { saved.contains($0) })
  }

  @Test func aLaterPageHasNoStandups() throws {
    var scenario = Scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons", offset: 20)))
    let (id, query) = try scenario.takeSearch()
    #expect(query.collection == "meetings" && query.offset == 20)
    scenario.store.send(.found(id, .success(.init(hits: [], total: 3))))
    #expect(try scenario.foundMeetings(to: caller).total == 3)
    scenario.finish()
  }

  @Test func anUnknownStandupIsNotSearched() throws {
    var scenario = Scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "x", standup: design.id)))
    _ = try scenario.loadStandups([])
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test(
    arguments: [(-1, nil), (nil, -1), (5, 5), (6, 5), (nil, 253_402_300_800_000)]
      as [(Int64?, Int64?)])
  func anInvalidRangeIsRejected(fromMs: Int64?, toMs: Int64?) throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .search(SearchTranscripts(query: "x", fromMs: fromMs, toMs: toMs)))
    try scenario.error(to: caller, .invalid)
    scenario.finish()
  }

  @Test func theSearchableTextOfAStandupHasItsTitleAndNames() throws {
    var standup = Standup(id: design.id, title: "Design")
    #expect(try record(standup, 1).document().searchText == "Design")
    standup.attendees = [
      Attendee(id: Attendee.ID(UUID(number: 1)), name: "Ada"),
      Attendee(id: Attendee.ID(UUID(number: 2)), name: ""),
      Attendee(id: Attendee.ID(UUID(number: 3)), name: "Grace"),
    ]
    #expect(standup.searchText == "Design: Ada, Grace")
    standup.title = ""
    #expect(standup.searchText == "Ada, Grace")
  }
}

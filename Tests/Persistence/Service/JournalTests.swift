import Bus
import Documents
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct JournalTests {
  @Test(arguments: Engine.allCases)
  func eventsAreNumberedAndNameTheOneBeforeInEachView(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let first = try await store.commit(
        Commit(events: [
          .sample("1", type: "meeting.started", standup: "s", meeting: "m"),
          .sample("2", type: "meeting.segment", standup: "s", meeting: "m"),
        ]))
      let second = try await store.commit(
        Commit(events: [
          .sample("3", type: "meeting.started", standup: "s", meeting: "n"),
          .sample("4", type: "service.up"),
        ]))
      #expect(first.events.map(\.sequence) == [1, 2])
      #expect(second.events.map(\.sequence) == [3, 4])
      #expect(first.events.map(\.previousOfStandup) == [nil, 1])
      #expect(first.events.map(\.previousOfMeeting) == [nil, 1])
      #expect(first.events.map(\.previousOfType) == [nil, nil])
      #expect(second.events.map(\.previousOfStandup) == [2, nil])
      #expect(second.events.map(\.previousOfMeeting) == [nil, nil])
      #expect(second.events.map(\.previousOfType) == [1, nil])
      #expect(first.epoch == second.epoch)

      #expect(try await store.range() == JournalRange(epoch: first.epoch, head: 4, oldest: 1))
      #expect(
        try await store.views() == [
          "t/meeting.started": 3, "t/meeting.segment": 2, "t/service.up": 4, "s/s": 3, "m/m": 2,
          "m/n": 3,
        ])
      #expect(
        try await store.replay(after: 0).events == (first.events + second.events).map(\.cloudEvent))
    }
  }

  @Test(arguments: Engine.allCases)
  func aReplayKeepsToItsFilterAndItsPages(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let events = (1...60).map { number in
        NewEvent.sample(
          "\(number)", type: ["meeting.started", "meeting.segment", "standup.created"][number % 3],
          standup: number.isMultiple(of: 2) ? "even" : "odd", meeting: "m\(number % 5)")
      }
      let stored = try await store.commit(Commit(events: events)).events
      let filters = [
        JournalQuery(after: 0), JournalQuery(after: 0, types: []),
        JournalQuery(after: 0, types: ["meeting."]),
        JournalQuery(after: 0, types: ["standup.created", "meeting.started"]),
        JournalQuery(after: 0, types: ["meeting"]),
        JournalQuery(after: 0, standup: "even"), JournalQuery(after: 0, meeting: "m3"),
        JournalQuery(after: 0, types: ["meeting."], standup: "odd", meeting: "m1"),
        JournalQuery(after: 0, standup: "nobody"),
      ]
      for filter in filters {
        var query = filter
        query.limit = 7
        var found: [CloudEvent] = []
        repeat {
          let page = try await store.replay(query)
          #expect(page.events.count <= 7)
          #expect(page.head == 60)
          found += page.events
          query.after = try #require(page.resume)
          #expect(page.hasMore == (query.after < 60))
        } while query.after < 60
        #expect(
          found == stored.filter { filter.passes($0.event.labels, by: $0.by) }.map(\.cloudEvent))
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func aReplayPageEndsBeforeItGrowsTooLarge(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let data = filler(100)
      _ = try await store.commit(
        Commit(events: (1...5).map { .sample("\($0)", data: data) }))
      let one = NewEvent.sample("1", data: data).estimatedBytes(by: nil)
      let page = try await store.replay(JournalQuery(after: 0), maxBytes: 2 * one + 50)
      #expect(page.sequences == [1, 2])
      #expect(page.resume == 2)
      let next = try await store.replay(JournalQuery(after: 2), maxBytes: 1)
      #expect(next.sequences == [3])
    }
  }

  @Test(arguments: Engine.allCases)
  func aSearchForRareEventsComesUpForAir(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let count = StoreLimits.scan + 50
      var events = (1..<count).map { NewEvent.sample("\($0)", type: "meeting.segment") }
      events.append(.sample("rare", type: "standup.deleted"))
      _ = try await store.commit(Commit(events: events))
      var query = JournalQuery(after: 0, types: ["standup."])
      let first = try await store.replay(query)
      #expect(first.events.isEmpty)
      #expect(first.hasMore)
      query.after = try #require(first.resume)
      #expect(query.after == Int64(StoreLimits.scan))
      let second = try await store.replay(query)
      #expect(second.events.map(\.id) == ["rare"])
      #expect(second.resume == Int64(count))
    }
  }

  @Test(arguments: Engine.allCases)
  func anEventIdIsTakenOnce(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(.event("e"))
      #expect(
        await code {
          _ = try await store.commit(
            Commit(
              changes: [.put(Document(collection: "standups", id: "s", body: .emptyObject))],
              events: [.sample("f"), .sample("e")]))
        } == .conflict)
      #expect(try await store.load("standups", "s") == nil)
      #expect(try await store.commit(.event("f")).events.map(\.sequence) == [2])
      #expect(try await store.views() == ["t/standup.updated": 2])
    }
  }

  @Test(arguments: Engine.allCases)
  func whatWasCompactedIsGoneAndSaidSo(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for start in 0..<3 {
        let events = (1...1000).map { NewEvent.sample("\(start)-\($0)", standup: "s") }
        _ = try await store.commit(Commit(events: events))
      }
      #expect(try await store.compact(keepingLast: 500) == 2500)
      #expect(try await store.compact(keepingLast: 500) == 0)
      #expect(await code { _ = try await store.replay(after: 0) } == .compacted)
      #expect(await code { _ = try await store.replay(after: 2499) } == .compacted)
      #expect(try await store.replay(after: 2500, limit: 1).sequences == [2501])
      #expect(try await store.range().oldest == 2501)

      #expect(try await store.compact(keepingLast: 0) == 500)
      #expect(try await store.range().oldest == 3001)
      #expect(try await store.replay(after: 3000).events.isEmpty)
      let next = try await store.commit(Commit(events: [.sample("next", standup: "s")]))
      #expect(next.events.map(\.sequence) == [3001])
      #expect(next.events.map(\.previousOfStandup) == [3000])
    }
  }

  @Test(arguments: Engine.allCases)
  func compactionByAgeKeepsTheYoung(_ engine: Engine) async throws {
    let clock = ManualClock()
    try await withStore(on: engine, { $0.now = { clock.date } }) { store, _ in
      for number in 1...5 {
        _ = try await store.commit(.event("\(number)"))
        clock.advance(by: 60)
      }
      let date = clock.date.addingTimeInterval(-120)
      #expect(try await store.compact(before: date) == 3)
      #expect(try await store.replay(after: 3).events.map(\.id) == ["4", "5"])
      #expect(try await store.compact() == 0)
    }
  }

  @Test(arguments: Engine.allCases)
  func anotherEpochMustBeginWithASnapshot(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let epoch = try await store.commit(.event("e")).epoch
      #expect(try await store.replay(after: 0, epoch: epoch).events.count == 1)
      // A UUID may also be written in upper case.
      #expect(epoch == epoch.lowercased())
      #expect(try await store.replay(after: 0, epoch: epoch.uppercased()).events.count == 1)
      #expect(await code { _ = try await store.replay(after: 0, epoch: "x") } == .compacted)
      #expect(await code { _ = try await store.replay(after: -1) } == .invalid)
      #expect(await code { _ = try await store.replay(after: .max) } == .invalid)
    }
  }
}

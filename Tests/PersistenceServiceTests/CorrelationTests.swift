import Foundation
import Testing

@testable import PersistenceService

@Suite struct CorrelationTests {
  private static func event(
    _ id: String, _ correlation: String?, _ causation: String? = nil
  ) -> NewEvent {
    var event = NewEvent.sample(id)
    event.correlation = correlation
    event.causation = causation
    return event
  }

  private static let ids = (1...4).map { "\($0)1111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa" }

  @Test func eventsAreFoundByTheirCommandTheirOwnIDOrABeginning() async throws {
    let ids = Self.ids
    try await withStore { store, _ in
      let stored = try await store.commit(
        Transaction(events: [
          Self.event("e1111111-0000-4000-8000-000000000001", ids[0], "cause"),
          Self.event("e2222222-0000-4000-8000-000000000001", ids[1]),
          Self.event("e3333333-0000-4000-8000-000000000001", ids[0]),
          Self.event("e4444444-0000-4000-8000-000000000001", nil),
        ])
      ).events
      for id in [ids[0], "11111111", "e1111111", "e3333333-0000"] {
        let found = try await store.correlated(id)
        #expect(found.correlations == [ids[0]], "\(id)")
        #expect(found.events == [stored[0], stored[2]])
        #expect(!found.hasMore)
      }
      #expect(stored[0].event.causation == "cause")
      let page = try await store.correlated(ids[0], limit: 1)
      #expect(page.events == [stored[0]] && page.hasMore)
      let rest = try await store.correlated(ids[0], after: 1, limit: 1)
      #expect(rest.events == [stored[2]] && !rest.hasMore)
      // Nobody knows; and what was written before such ids were kept.
      for id in [ids[3], "e4444444"] {
        #expect(try await store.correlated(id).correlations.isEmpty)
      }
    }
  }

  @Test func aBeginningOfSeveralNamesThemAndGivesNothing() async throws {
    try await withStore { store, _ in
      let many = (10..<25).map { "99999999-\($0)aa-4aaa-8aaa-aaaaaaaaaaaa" }
      _ = try await store.commit(
        Transaction(events: many.enumerated().map { Self.event("x\($0.offset)", $0.element) }))
      let found = try await store.correlated("99999999")
      #expect(found.correlations.count == 10)
      #expect(found.events.isEmpty)
      #expect(try await store.correlated("99999999-12").correlations == [many[2]])
    }
  }

  @Test(arguments: ["", "1234567", "abcdefgh", "%%%%%%%%", "12345678~"])
  func whatIsNoIDIsRefused(_ id: String) async throws {
    try await withStore { store, _ in
      await #expect { try await store.correlated(id) } throws: {
        ($0 as? StoreError)?.code == .invalid
      }
    }
  }
}

@Suite struct ReplayRefusalTests {
  @Test func aReplayFromTheFutureSaysWhereTheJournalEnds() async throws {
    try await withStore { store, _ in
      let epoch = try await store.commit(.event("1")).epoch
      #expect(try await store.replay(after: 1).events.isEmpty)
      for given in [nil, epoch] {
        let error = await #expect(throws: StoreError.self) {
          try await store.replay(after: 2, epoch: given)
        }
        #expect(error?.code == .invalid)
        #expect(error?.sentence.contains("ends at 1") == true)
      }
      // Of another journal, no place in it is in the future.
      await #expect { try await store.replay(after: 2, epoch: "another") } throws: {
        ($0 as? StoreError)?.code == .compacted
      }
    }
  }

  @Test(arguments: [
    JournalFilter(types: [""]), JournalFilter(types: ["."]), JournalFilter(types: ["a..b"]),
    JournalFilter(types: [".meeting"]), JournalFilter(types: ["meeting.*", "meeting/x"]),
    JournalFilter(types: ["meeting started"]), JournalFilter(types: ["m\u{0}"]),
    JournalFilter(types: [String(repeating: "a", count: 257)]),
    JournalFilter(types: Array(repeating: "test.a", count: 101)), JournalFilter(standup: ""),
    JournalFilter(meeting: ""),
  ])
  func aBrokenFilterIsRefused(_ filter: JournalFilter) async throws {
    try await withStore { store, _ in
      await #expect { try await store.replay(after: 0, filter: filter) } throws: {
        ($0 as? StoreError)?.code == .invalid
      }
    }
  }
}

import Documents
import Testing

@testable import PersistenceService

@Suite struct ReplayRefusalTests {
  @Test(arguments: Engine.allCases)
  func aReplayFromTheFutureSaysWhereTheJournalEnds(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let epoch = try await store.commit(.event("1")).epoch
      #expect(try await store.replay(after: 1).events.isEmpty)
      for given in [nil, epoch] {
        let error = await #expect(throws: StoreError.self) {
          try await store.replay(after: 2, epoch: given)
        }
        #expect(error?.code == .invalid)
        #expect(error?.sentence.contains("ends at 1") == true)
      }
      // Positions of another journal are never in the future.
      await #expect { try await store.replay(after: 2, epoch: "another") } throws: {
        ($0 as? StoreError)?.code == .compacted
      }
    }
  }

  @Test(
    arguments: Engine.allCases,
    [
      [""], ["."], ["a..b"], [".meeting"], ["meeting.*", "meeting/x"], ["meeting started"],
      ["m\u{0}"], [String(repeating: "a", count: 257)], Array(repeating: "test.a", count: 101),
    ])
  func brokenTypesAreRefused(_ engine: Engine, _ types: [String]) async throws {
    try await withStore(on: engine) { store, _ in
      let query = JournalQuery(after: 0, types: types)
      #expect(await code { _ = try await store.replay(query) } == .invalid)
    }
  }

  @Test(arguments: Engine.allCases)
  func emptyIDsAreRefused(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for query in [JournalQuery(after: 0, standup: ""), JournalQuery(after: 0, meeting: "")] {
        #expect(await code { _ = try await store.replay(query) } == .invalid)
      }
    }
  }
}

import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct CorrelationTests {
  /// Commits one event.
  private static func append(
    _ id: String, _ correlation: String?, _ causation: String? = nil, to store: any Store
  ) async throws {
    _ = try await store.commit(
      Transaction(commit: .event(id), correlation: correlation, causation: causation))
  }

  private static let ids = (1...4).map { "\($0)1111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa" }

  @Test(arguments: Engine.allCases)
  func eventsAreFoundByTheirCommandTheirOwnIDOrABeginning(_ engine: Engine) async throws {
    let ids = Self.ids
    try await withStore(on: engine) { store, _ in
      let own = (1...4).map { "e\($0)111111-0000-4000-8000-000000000001" }
      try await Self.append(own[0], ids[0], "cause", to: store)
      try await Self.append(own[1], ids[1], to: store)
      try await Self.append(own[2], ids[0], to: store)
      try await Self.append(own[3], nil, to: store)
      for id in [ids[0], ids[0].uppercased(), "11111111", "e1111111", "e3111111-0000"] {
        let found = try await store.correlated(FindCorrelated(id: id))
        #expect(found.correlations == [ids[0]], "\(id)")
        #expect(found.events.map(\.id) == [own[0], own[2]])
        #expect(found.events.map(\.sequence) == [1, 3])
        #expect(found.events.map(\.cause) == ["cause", nil])
        #expect(!found.hasMore)
      }
      let page = try await store.correlated(FindCorrelated(id: ids[0], limit: 1))
      #expect(page.events.map(\.id) == [own[0]] && page.hasMore)
      let rest = try await store.correlated(FindCorrelated(id: ids[0], after: 1, limit: 1))
      #expect(rest.events.map(\.id) == [own[2]] && !rest.hasMore)
      // The first is unknown, and no command led to the second.
      for id in [ids[3], "e4111111"] {
        #expect(try await store.correlated(FindCorrelated(id: id)).correlations.isEmpty)
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func aBeginningOfSeveralNamesThemAndGivesNothing(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let many = (10..<25).map { "99999999-\($0)aa-4aaa-8aaa-aaaaaaaaaaaa" }
      for (index, id) in many.enumerated() { try await Self.append("x\(index)", id, to: store) }
      let found = try await store.correlated(FindCorrelated(id: "99999999"))
      #expect(found.correlations.count == 10)
      #expect(found.events.isEmpty)
      let one = try await store.correlated(FindCorrelated(id: "99999999-12"))
      #expect(one.correlations == [many[2]])
    }
  }

  @Test(arguments: Engine.allCases, ["", "1234567", "abcdefgh", "%%%%%%%%", "12345678~"])
  func whatIsNoIDIsRefused(_ engine: Engine, _ id: String) async throws {
    try await withStore(on: engine) { store, _ in
      await #expect { try await store.correlated(FindCorrelated(id: id)) } throws: {
        ($0 as? StoreError)?.code == .invalid
      }
    }
  }
}

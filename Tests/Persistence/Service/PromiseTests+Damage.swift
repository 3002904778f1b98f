import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Testing
import Threads

@testable import PersistenceService

extension PromiseTests {
  /// A database changed by another program is rejected before a number overflows.
  @Test(arguments: Engine.allCases, ["head", "revision", "router"])
  func aCounterOutOfRangeIsRefusedAtTheStart(_ engine: Engine, _ counter: String) async throws {
    for value in [WireTime.counts.upperBound + 1, -1] {
      try await withPlace(on: engine) { place in
        try await place.with { store in
          _ = try await store.commit(.put("a"))
          try await store.set(counter, to: value)
        }
        let error = await #expect(throws: StoreError.self) { _ = try await place.open() }
        #expect(error?.code == .damaged)
        #expect(error?.sentence.contains("\(value)") == true)
      }
    }
  }

  /// The largest number that may be stored can still be incremented.
  @Test(arguments: Engine.allCases) func theLargestCounterDoesNotOverflow(_ engine: Engine)
    async throws
  {
    try await withPlace(on: engine) { place in
      try await place.with { store in
        for counter in ["head", "revision"] {
          try await store.set(counter, to: WireTime.counts.upperBound - 1)
        }
      }
      try await place.with { store in
        _ = try await store.commit(Commit(events: [.sample("1")]))
        #expect(try await store.range().head == WireTime.counts.upperBound)
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func aDamagedDocumentIsNotUsedAndTheOthersAre(_ engine: Engine) async throws {
    let found = Locked<[String]>([])
    try await withStore(
      on: engine, { $0.foundDamaged = { name in found.withLock { $0.append(name) } } }
    ) {
      store, _ in
      for id in ["a", "b", "c"] {
        _ = try await store.commit(
          Commit(changes: [
            .put(
              Document(
                collection: "c", id: id, body: json(#"{"text":"said"}"#), searchText: "said"))
          ]))
      }
      try await store.damage("documents", "body", "said", "sais", where: "id = 'b'")
      let page = try await store.load(DocumentQuery(collection: "c"))
      #expect(page.documents.map(\.id) == ["a", "b", "c"])
      #expect(page.documents[1].body == DamagedItems.substitute)
      #expect(page.documents[2].body == json(#"{"text":"said"}"#))
      let one = try await store.load(DocumentQuery(collection: "c", id: "b"))
      #expect(one.documents.map(\.body) == [DamagedItems.substitute])
      let hits = try await store.search(TextQuery(collection: "c", query: "said"))
      #expect(hits.hits.filter { $0.document.body == DamagedItems.substitute }.count == 1)
      // Reported once, until it is repaired.
      #expect(found.withLock { $0 } == ["c/b"])
      let service = PersistenceService(store: store, log: .discarded)
      #expect(await service.problems().contains { $0.contains("“c/b”") })
      #expect(await service.obstacle == nil)
      // The stored bytes, piece by piece.
      let raw = try await store.load(DocumentQuery(collection: "c", ids: ["b"], rawFrom: 9))
      #expect(
        try raw.documents.first?.body.decode(as: RawPiece.self)
          == RawPiece(bytes: 15, isDamaged: true, data: Data("sais\"}".utf8).dropFirst(0)))
      // Writing it again repairs it.
      _ = try await store.commit(
        Commit(changes: [.put(Document(collection: "c", id: "b", body: json("1")))]))
      #expect(try await store.load("c", "b")?.body == json("1"))
      #expect(await service.problems().isEmpty)
    }
  }

  @Test(arguments: Engine.allCases)
  func damageIsForgottenWithWhatItWasIn(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for id in ["a", "b", "c"] {
        _ = try await store.commit(
          Commit(changes: [
            .put(Document(collection: "c", id: id, parent: id == "a" ? nil : "p", body: json("1")))
          ]))
      }
      try await store.damage("documents", "body", "1", "2")
      _ = try await store.load(DocumentQuery(collection: "c"))
      let service = PersistenceService(store: store, log: .discarded)
      #expect(await service.problems().contains { $0.contains("3 items") })
      _ = try await store.commit(
        Commit(changes: [.deleteChildren(collection: "c", parent: "p")]))
      #expect(await service.problems().contains { $0.contains("“c/a”") })
      _ = try await store.commit(Commit(changes: [.delete(collection: "c", id: "a")]))
      #expect(await service.problems().isEmpty)
    }
  }

  @Test(
    arguments: Engine.allCases,
    [
      ("data", "{}", "[]"), ("time", "2026", "yesterday"), ("type", "standup.updated", "x"),
      ("subject", "2", "y"),
    ])
  func aDamagedEventDoesNotHoldUpThoseAfterIt(
    _ engine: Engine, damage: (column: String, old: String, new: String)
  ) async throws {
    try await withStore(on: engine) { store, _ in
      for id in ["1", "2", "3"] { _ = try await store.commit(.event(id)) }
      try await store.damage(
        "events", damage.column, damage.old, damage.new, where: "sequence = 2")
      let page = try await store.replay(after: 0, limit: 10)
      #expect(page.events.map(\.number) == [1, 2, 3])
      #expect(page.events[1].data == DamagedItems.substitute)
      #expect(page.events[2].data != DamagedItems.substitute)
      #expect(store.damaged.problem?.contains("“events/2”") == true)
    }
  }
}

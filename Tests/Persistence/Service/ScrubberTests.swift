import Documents
import Foundation
import PersistenceAPI
import Testing
import Threads

@testable import PersistenceService

/// Damage is found before a reader meets it, and derived data is rebuilt.
@Suite struct ScrubberTests {
  /// Runs one pass like the service, and returns the problems in health afterwards.
  private func problems(_ store: any Store) async throws -> [String] {
    let (rests, resting) = AsyncStream.makeStream(of: Void.self)
    let passes = Locked(0)
    let scrubber = Scrubber(store, log: .discarded) { _ in
      let pass = passes.withLock { passes in
        passes += 1
        return passes
      }
      guard pass > 1 else { return }
      resting.finish()
      // Sleeps because the next pass must never start.
      try await Task.sleep(for: .seconds(3600))
    }
    let service = PersistenceService(store: store, log: .discarded, scrubber: scrubber)
    try await service.start()
    for await _ in rests {}
    let problems = await service.problems()
    await scrubber.stop()
    await scrubber.stop()
    return problems
  }

  private func fill(_ store: any Store) async throws {
    for number in 10...29 {
      _ = try await store.commit(
        Commit(
          changes: [
            .put(
              Document(
                collection: "standups", id: "needle-\(number)", body: json(#"{"text":"said"}"#),
                searchText: "said number \(number)"))
          ],
          events: [.sample("event-\(number)", standup: "needle-\(number)")]))
    }
  }

  @Test(arguments: Engine.allCases)
  func nothingIsFoundWhereNothingIsWrong(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      try await fill(store)
      // Most documents have no search text, some have lost it, and some were deleted.
      let silent = Document(collection: "sessions", id: "silent", body: json("{}"))
      let hushed = Document(collection: "standups", id: "needle-11", body: json("{}"))
      _ = try await store.commit(
        Commit(
          changes: [
            .put(silent), .put(hushed), .delete(collection: "standups", id: "needle-12"),
          ],
          events: [.sample("silence", standup: "needle-11")]))
      #expect(try await problems(store) == [])
      #expect(try await problems(store) == [])
    }
  }

  /// A standup missing from an index is missing from the list, and no reader notices.
  @Test func aBitInAnIndexIsMended() async throws {
    let directory = try TemporaryDirectory()
    try await withStore(at: directory.file("standups.db")) { try await fill($0) }
    var data = try directory.bytes("standups.db")
    // The entries on the index leaves (https://www.sqlite.org/fileformat2.html section 1.6).
    for page in 1..<data.count / 4096 where data[page * 4096] == 0x0A {
      let bytes = page * 4096..<(page + 1) * 4096
      if let entry = data.range(of: Data("standupsneedle-17".utf8), in: bytes) {
        data[entry.lowerBound] ^= 0x04
      }
    }
    try directory.write(data, to: "standups.db")
    try await withStore(at: directory.file("standups.db")) { store async throws in
      #expect(try await store.load(DocumentQuery(collection: "standups")).documents.count < 20)
      #expect(try await store.load("standups", "needle-17") == nil)
      let term = WriterTerm(owner: "standups", id: "1")
      try await store.begin(term)
      let epoch = try await store.range().epoch
      let found = try await problems(store)
      #expect(found.count == 1)
      #expect(found.first?.contains("An index of the table “documents” was damaged") == true)
      #expect(try await store.load(DocumentQuery(collection: "standups")).documents.count == 20)
      #expect(try await store.load("standups", "needle-17") != nil)
      #expect(await PersistenceService(store: store, log: .discarded).obstacle == nil)
      // Readers with incomplete data load again, and write nothing before that.
      let anew = try await store.range().epoch
      #expect(anew != epoch)
      #expect(await code { _ = try await store.commit(Commit(term: term)) } == .superseded)
      // The next pass finds no problem.
      #expect(try await problems(store) == [])
      #expect(try await store.range().epoch == anew)
    }
    // That does not make it another database.
    try await withStore(at: directory.file("standups.db")) { store async throws in
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func whatNobodyHasReadIsFound(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      try await fill(store)
      try await store.damage("documents", "body", "said", "sais", where: "id = 'needle-17'")
      try await store.damage("events", "data", "{}", "[]", where: "sequence = 3")
      let found = try await problems(store)
      #expect(found.count == 1)
      #expect(found.first?.contains("2 items") == true)
      #expect(store.damaged.problem?.contains("“events/3”") == true)
    }
  }

  @Test func wordsThatAreNotFoundAreFoundAgain() async throws {
    try await withStore { store, _ in
      try await fill(store)
      try await store.maintain {
        try $0.execute(
          """
          INSERT INTO search (search, rowid, searchText)
          SELECT 'delete', row, searchText FROM documents WHERE id = 'needle-17'
          """, operation: "damage the index of words")
      }
      #expect(try await store.search("standups", for: "number 17") == [])
      let found = try await problems(store)
      #expect(found.count == 1)
      #expect(found.first?.contains("search index") == true)
      #expect(try await store.search("standups", for: "number 17") == ["needle-17"])
    }
  }

  @Test(arguments: Engine.allCases)
  func aClosedStoreEndsNothing(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ async throws in
      await store.close()
      #expect(try await problems(store) == [])
    }
  }
}

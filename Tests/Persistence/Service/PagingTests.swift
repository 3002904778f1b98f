import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct PagingTests {
  /// A collection with repeated sort keys, so that the id decides.
  private func fill(_ store: any Store, count: Int) async throws {
    for start in stride(from: 0, to: count, by: 1000) {
      let changes = (start..<min(start + 1000, count)).map { number in
        DocumentChange.put(
          Document(
            collection: "meetings", id: "m\(number)",
            parent: number.isMultiple(of: 2) ? "a" : "b", sortKey: Int64(number / 3),
            body: json("{\"n\":\(number)}")))
      }
      _ = try await store.commit(Commit(changes: changes))
    }
  }

  private func walk(
    _ store: any Store, _ first: DocumentQuery, total: Int, maxBytes: Int = .max
  ) async throws -> [[Document]] {
    var query = first
    query.counts = true
    var pages: [[Document]] = []
    while true {
      let page = try await store.load(query, maxBytes: maxBytes)
      #expect(page.total == total)
      pages.append(page.documents)
      guard let next = page.next else { return pages }
      query.after = next
    }
  }

  @Test(arguments: Engine.allCases, [true, false])
  func tenThousandPastMeetingsAreGivenOnceInOrder(_ engine: Engine, newestFirst: Bool) async throws
  {
    try await withStore(on: engine) { store, _ in
      try await fill(store, count: 10_000)
      let pages = try await walk(
        store, DocumentQuery(collection: "meetings", limit: 500, newestFirst: newestFirst),
        total: 10_000)
      #expect(pages.map(\.count) == Array(repeating: 500, count: 20))
      let documents = pages.flatMap { $0 }
      #expect(Set(documents.map(\.id)).count == 10_000)
      let keys = documents.map { ($0.sortKey ?? 0, $0.id) }
      #expect(
        zip(keys, keys.dropFirst()).allSatisfy { newestFirst ? $0 > $1 : $0 < $1 })
      let ofOne = try await walk(
        store,
        DocumentQuery(collection: "meetings", parent: "b", limit: 999, newestFirst: newestFirst),
        total: 5000)
      #expect(ofOne.flatMap { $0 }.count == 5000)
      #expect(ofOne.allSatisfy { $0.allSatisfy { $0.parent == "b" } })
    }
  }

  @Test(arguments: Engine.allCases)
  func whatChangesBetweenPagesNeitherRepeatsNorHidesOthers(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      try await fill(store, count: 9)
      let first = try await store.load(
        DocumentQuery(collection: "meetings", limit: 4, newestFirst: true))
      _ = try await store.commit(
        Commit(changes: [
          .put(
            Document(collection: "meetings", id: "newer", sortKey: 99, body: .emptyObject)),
          .delete(collection: "meetings", id: first.documents[3].id),
        ]))
      let second = try await store.load(
        DocumentQuery(collection: "meetings", after: first.next, limit: 100, newestFirst: true))
      #expect(second.next == nil)
      #expect((first.documents + second.documents).map(\.id).sorted() == (0..<9).map { "m\($0)" })
    }
  }

  @Test(arguments: Engine.allCases)
  func aPageEndsBeforeItGrowsTooLargeButIsNeverEmpty(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let large = filler(1000)
      for id in ["1", "2", "3"] { _ = try await store.commit(.put(id, body: large)) }
      let two = try await walk(
        store, DocumentQuery(collection: "standups"), total: 3, maxBytes: 2999)
      #expect(two.map(\.count) == [2, 1])
      let one = try await walk(
        store, DocumentQuery(collection: "standups"), total: 3, maxBytes: 1)
      #expect(one.map(\.count) == [1, 1, 1])
    }
  }

  @Test(arguments: Engine.allCases)
  func anEmptyCollectionIsOneEmptyPage(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let page = try await store.load(DocumentQuery(collection: "none"))
      #expect(page == DocumentPage(documents: []))
    }
  }

  @Test(arguments: Engine.allCases, [0, -1, 1001, Int.max, Int.min])
  func aLimitOutOfRangeIsRefused(_ engine: Engine, limit: Int) async throws {
    try await withStore(on: engine) { store, _ in
      #expect(
        await code { _ = try await store.load(DocumentQuery(collection: "c", limit: limit)) }
          == .invalid)
      #expect(await code { _ = try await store.replay(after: 0, limit: limit) } == .invalid)
      #expect(await code { _ = try await store.search("c", for: "x", limit: limit) } == .invalid)
      let trace = FindCorrelated(id: "12345678", limit: limit)
      #expect(await code { _ = try await store.correlated(trace) } == .invalid)
    }
  }

  @Test(arguments: Engine.allCases, ["", "x", "no", "1", " a", "1a b", "99999999999999999999 a"])
  func aCursorThatNoPageGaveIsRefused(_ engine: Engine, text: String) async throws {
    try await withStore(on: engine) { store, _ in
      let query = DocumentQuery(collection: "c", after: text)
      #expect(await code { _ = try await store.load(query) } == .invalid)
    }
  }

  @Test(arguments: ["", "a b", " ", "ü", "a\0b"])
  func aCursorReadsWhatItWrote(id: String) throws {
    let cursor = DocumentCursor(sortKey: .min, id: id)
    #expect(DocumentCursor(cursor.text) == cursor)
  }
}

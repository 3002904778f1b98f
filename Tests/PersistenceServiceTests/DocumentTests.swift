import Testing

@testable import PersistenceService

@Suite struct DocumentTests {
  @Test func aPutDocumentIsLoadedAsItWas() async throws {
    try await withStore { store, _ in
      let result = try await store.commit(
        Transaction(changes: [
          .put(
            collection: "meetings", id: "m1", parent: "s1", sortKey: -5,
            body: #"{"transcript":"Grüße \u0000 👋"}"#)
        ]))
      #expect(result.versions == [.init(collection: "meetings", id: "m1", version: 1)])
      let document = try await store.load("meetings", "m1")
      #expect(
        document
          == Document(
            collection: "meetings", id: "m1", parent: "s1", sortKey: -5, version: 1,
            body: #"{"transcript":"Grüße \u0000 👋"}"#))
      #expect(try await store.load("standups", "m1") == nil)
      #expect(try await store.load("meetings", "m2") == nil)
    }
  }

  @Test(arguments: ["", "\0", "a\0b", "' OR 1=1 --", "💥", String(repeating: "x", count: 100_000)])
  func anyTextSurvives(text: String) async throws {
    try await withStore { store, _ in
      _ = try await store.commit(
        Transaction(changes: [
          .put(collection: text, id: text, parent: text, body: text, searchText: text)
        ]))
      let document = try #require(try await store.load(text, text))
      #expect(document.body == text)
      #expect(document.parent == text)
    }
  }

  @Test func eachChangeCountsTheVersionUp() async throws {
    try await withStore { store, _ in
      for version in 1...3 {
        let result = try await store.commit(.put("s", expecting: Int64(version - 1)))
        #expect(result.versions.map(\.version) == [Int64(version)])
      }
    }
  }

  @Test(arguments: [(0, 1), (2, 1), (1, 0), (7, 0)] as [(Int64, Int64)])
  func anotherVersionThanExpectedChangesNothing(expected: Int64, actual: Int64) async throws {
    try await withStore { store, _ in
      if actual == 1 { _ = try await store.commit(.put("s", body: "old")) }
      let changes: [DocumentChange] = [
        .put(collection: "standups", id: "s", body: "new", expectedVersion: expected),
        .delete(collection: "standups", id: "s", expectedVersion: expected),
      ]
      for change in changes {
        let error = await #expect(throws: StoreError.self) {
          try await store.commit(
            Transaction(
              changes: [.put(collection: "standups", id: "other", body: "{}"), change],
              events: [.sample("e")]))
        }
        #expect(error?.code == .conflict)
        #expect(
          error?.conflict
            == .init(collection: "standups", id: "s", expected: expected, actual: actual))
      }
      #expect(try await store.load("standups", "other") == nil)
      #expect(try await store.load("standups", "s")?.body == (actual == 1 ? "old" : nil))
      #expect(try await store.heads().position.sequence == 0)
    }
  }

  @Test func deletingTakesWhatItSaysAndNoMore() async throws {
    try await withStore { store, _ in
      let puts = ["a", "b"].flatMap { (parent: String) -> [DocumentChange] in
        (1...3).map { number in
          DocumentChange.put(
            collection: "meetings", id: "\(parent)\(number)", parent: parent, body: "{}")
        }
      }
      _ = try await store.commit(Transaction(changes: puts))
      _ = try await store.commit(
        Transaction(changes: [
          .delete(collection: "meetings", id: "a1", expectedVersion: 1),
          .delete(collection: "meetings", id: "never"),
          .deleteChildren(collection: "meetings", parent: "b"),
          .deleteChildren(collection: "standups", parent: "a"),
        ]))
      #expect(try await store.count("meetings") == 2)
      #expect(try await store.count("meetings", parent: "a") == 2)
      #expect(try await store.count("meetings", parent: "b") == 0)
    }
  }

  @Test func aCommitCanBeReadAtOnce() async throws {
    try await withStore { store, _ in
      for number in 0..<200 {
        _ = try await store.commit(.put("s", body: "\(number)"))
        #expect(try await store.load("standups", "s")?.body == "\(number)")
      }
    }
  }

  @Test func aClosedStoreSaysSo() async throws {
    try await withStore { store, directory in
      await store.close()
      await store.close()
      #expect(await code { _ = try await store.commit(.put("s")) } == .closed)
      #expect(await code { _ = try await store.load("standups", "s") } == .closed)
      #expect(await code { try await store.compact(keepingLast: 0) } == .closed)
      #expect(await code { try await store.backup(to: directory.file("b")) } == .closed)
    }
  }
}

import Bus
import Documents
import FastJSON
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct DocumentTests {
  @Test(arguments: Engine.allCases)
  func aPutDocumentIsLoadedAsItWasButForItsSearchText(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      var document = Document(
        collection: "meetings", id: "m1", parent: "s1", sortKey: -5,
        body: json(#"{"transcript":"Grüße \u0000 👋"}"#), searchText: "words")
      _ = try await store.commit(Commit(changes: [.put(document)]))
      document.searchText = nil
      #expect(try await store.load("meetings", "m1") == document)
      #expect(try await store.load("standups", "m1") == nil)
      #expect(try await store.load("meetings", "m2") == nil)
    }
  }

  @Test(
    arguments: Engine.allCases,
    ["", "\0", "a\0b", "' OR 1=1 --", "💥", String(repeating: "\u{1}", count: 400)])
  func anyTextSurvives(_ engine: Engine, text: String) async throws {
    try await withStore(on: engine) { store, _ in
      let body = try RawJSON(encoding: text)
      _ = try await store.commit(
        Commit(changes: [
          .put(
            Document(collection: text, id: text, parent: text, body: body, searchText: text))
        ]))
      let document = try #require(try await store.load(text, text))
      #expect(document.body == body)
      #expect(document.parent == text)
    }
  }

  @Test(arguments: Engine.allCases)
  func aLongTextSurvives(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let text = String(repeating: "x", count: 100_000)
      let body = try RawJSON(encoding: text)
      _ = try await store.commit(
        Commit(changes: [.put(Document(collection: "c", id: "d", body: body, searchText: text))]))
      #expect(try await store.load("c", "d")?.body == body)
      #expect(try await store.search("c", for: text) == ["d"])
    }
  }

  @Test(arguments: Engine.allCases)
  func aLaterPutReplacesAllOfADocument(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let first = Document(
        collection: "c", id: "d", parent: "p", sortKey: 7, body: json("1"), searchText: "old")
      let second = Document(
        collection: "c", id: "d", parent: "p", sortKey: 0, body: json("2"))
      _ = try await store.commit(Commit(changes: [.put(first), .put(second)]))
      #expect(try await store.load(DocumentQuery(collection: "c")).documents == [second])
      #expect(try await store.search("c", for: "old").isEmpty)
    }
  }

  /// A transaction that inserts a marker and deletes it again succeeds only without the marker.
  @Test(arguments: Engine.allCases)
  func aMarkerRejectsATransaction(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let marker = Document(collection: "markers", id: "web", body: .emptyObject)
      func changes(_ id: String) -> [DocumentChange] {
        [
          .insert(marker), .delete(collection: "markers", id: "web"),
          .insert(Document(collection: "c", id: id, team: "web", body: .emptyObject)),
        ]
      }
      _ = try await store.commit(Commit(changes: changes("a")))
      #expect(try await store.load("markers", "web") == nil)
      _ = try await store.commit(Commit(changes: [.put(marker)]))
      let error = await #expect(throws: StoreError.self) {
        _ = try await store.commit(Commit(changes: changes("b")))
      }
      #expect(error?.conflictDetail == ["collection": "markers", "document": "web"])
      #expect(try await store.load("markers", "web") != nil)
      #expect(try await store.load(DocumentQuery(collection: "c")).documents.map(\.id) == ["a"])
    }
  }

  @Test(arguments: Engine.allCases)
  func deletingTakesWhatItSaysAndNoMore(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let puts = ["a", "b"].flatMap { (parent: String) -> [DocumentChange] in
        (1...3).map { number in
          DocumentChange.put(
            Document(
              collection: "meetings", id: "\(parent)\(number)", parent: parent,
              body: .emptyObject))
        }
      }
      _ = try await store.commit(Commit(changes: puts))
      _ = try await store.commit(
        Commit(changes: [
          .delete(collection: "meetings", id: "a1"),
          .delete(collection: "meetings", id: "never"),
          .deleteChildren(collection: "meetings", parent: "b"),
          .deleteChildren(collection: "standups", parent: "a"),
        ]))
      #expect(try await store.count("meetings") == 2)
      #expect(try await store.count("meetings", parent: "a") == 2)
      #expect(try await store.count("meetings", parent: "b") == 0)
    }
  }

  @Test(arguments: Engine.allCases)
  func aCommitCanBeReadAtOnce(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for number in 0..<200 {
        _ = try await store.commit(.put("s", body: json("\(number)")))
        #expect(try await store.load("standups", "s")?.body == json("\(number)"))
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func aClosedStoreSaysSo(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, directory in
      await store.close()
      await store.close()
      #expect(await code { _ = try await store.commit(.put("s")) } == .closed)
      #expect(await code { _ = try await store.load("standups", "s") } == .closed)
      #expect(await code { try await store.compact(keepingLast: 0) } == .closed)
      #expect(await code { try await store.backup(to: directory.file("b")) } == .closed)
    }
  }
}

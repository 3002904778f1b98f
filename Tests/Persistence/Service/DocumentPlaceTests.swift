import Bus
import Documents
import FastJSON
import PersistenceAPI
import Testing

@testable import PersistenceService

/// A `put` does not change the parent or the team of a document.
@Suite struct DocumentPlaceTests {
  private static func document(
    _ body: String = "1", parent: String? = "p", team: String? = "web", text: String? = nil
  ) -> Document {
    Document(
      collection: "c", id: "d", parent: parent, team: team, body: json(body), searchText: text)
  }

  @Test(
    arguments: Engine.allCases,
    [
      document("2", parent: "q"), document("2", parent: nil), document("2", team: "ops"),
      document("2", team: nil), document("2", parent: "q", team: "ops", text: "words"),
    ])
  func aPutElsewhereIsRejectedAsAWhole(_ engine: Engine, elsewhere: Document) async throws {
    try await withStore(on: engine) { store, _ in
      let stored = Self.document(text: "budget")
      _ = try await store.commit(Commit(changes: [.put(stored)]))
      let other = Document(collection: "c", id: "e", parent: "q", body: .null)
      let error = await #expect(throws: StoreError.self) {
        _ = try await store.commit(
          Commit(changes: [.put(other), .put(elsewhere)], events: [.sample("e")]))
      }
      let answer = BusError(try #require(error))
      #expect(answer.code == .conflict && answer.message.contains("“c/d”"))
      #expect(answer.detail == ["store": "conflict", "collection": "c", "document": "d"])
      let all = try await store.load(DocumentQuery(collection: "c", form: .whole)).documents
      #expect(all.map(\.id) == ["d"] && all.first?.body == stored.body)
      #expect(all.first?.parent == "p" && all.first?.team == "web")
      #expect(try await store.search("c", for: "budget") == ["d"])
      #expect(try await store.range().head == 0)
      // The document itself can be written again, and others as well.
      _ = try await store.commit(Commit(changes: [.put(other), .put(Self.document("3"))]))
      #expect(try await store.load("c", "d")?.body == json("3"))
    }
  }

  /// Documents that were saved before there were teams belong to the default team, even if their
  /// service states none.
  @Test(arguments: Engine.allCases)
  func noTeamCountsAsTheDefaultTeam(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for team in [TeamScope.defaultTeam, nil, TeamScope.defaultTeam] {
        _ = try await store.commit(Commit(changes: [.put(Self.document(team: team))]))
        #expect(try await store.load("c", "d")?.team == team)
      }
      #expect(try await store.scrub() == [] && store.damaged.problem == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func aDeletedDocumentLeavesItsIDToOthers(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(Commit(changes: [.put(Self.document())]))
      let moved = Self.document(parent: "q", team: "ops")
      _ = try await store.commit(
        Commit(changes: [.delete(collection: "c", id: "d"), .put(moved)]))
      let found = try await store.load("c", "d")
      #expect(found?.parent == "q" && found?.team == "ops")
      _ = try await store.commit(
        Commit(changes: [
          .setTeam(collection: "c", parent: "q", team: "web"),
          .put(Self.document("2", parent: "q")),
        ]))
      #expect(try await store.load("c", "d")?.body == json("2"))
    }
  }

  @Test(arguments: Engine.allCases)
  func oneCommitDoesNotWriteADocumentToTwoParents(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ async throws in
      let both = Commit(changes: [.put(Self.document()), .put(Self.document(parent: "q"))])
      #expect(await code { _ = try await store.commit(both) } == .conflict)
      #expect(try await store.load("c", "d") == nil)
    }
  }

  /// Two transactions in one commit on the disk, of which the first writes the document. If it is
  /// already stored, it is so under another parent.
  typealias Batch = (
    isStored: Bool, second: DocumentChange, codes: [StoreError.Code?], body: String?
  )

  /// The first or the second is rejected, and the other one is not affected.
  @Test(
    arguments: Engine.allCases,
    [
      (false, .put(document("2", parent: "q")), [nil, .conflict], "1"),
      (true, .put(document("2")), [.conflict, nil], "2"),
      (true, .deleteChildren(collection: "c", parent: "q"), [.conflict, nil], "1"),
      (true, .deleteMentioning(collection: "c", text: "9"), [.conflict, nil], "1"),
      (true, .delete(collection: "c", id: "d"), [.conflict, nil], nil),
      (true, .setTeam(collection: "c", parent: "q", team: "web"), [.conflict, nil], "1"),
    ] as [Batch])
  func aPutElsewhereIsRejectedInABatch(_ engine: Engine, batch: Batch) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      @Sendable func outcome(_ change: DocumentChange) async -> StoreError.Code? {
        do {
          _ = try await store.commit(Commit(changes: [change]))
          return nil
        } catch {
          return (error as? StoreError)?.code ?? .internal
        }
      }
      let (body, parent) = batch.isStored ? ("9", "q") : ("1", "p")
      if batch.isStored { #expect(await outcome(.put(Self.document())) == nil) }
      let before = gate.sizes.count
      gate.hold()
      async let held = outcome(.put(Document(collection: "c", id: "held", body: .null)))
      try await until { gate.hasSeen(before + 1) }
      async let first = outcome(.put(Self.document(body, parent: parent)))
      try await until { store.backlog >= 1 }
      async let second = outcome(batch.second)
      try await until { store.backlog >= 2 }
      gate.open()
      let outcomes = await [held, first, second]
      #expect(outcomes == [nil] + batch.codes)
      #expect(try await store.load("c", "d")?.body == batch.body.map(json))
      #expect(gate.sizes.dropFirst(before) == [1, 2])
    }
  }

  /// The reply was lost, and the document moved before the commit was sent again.
  @Test(arguments: Engine.allCases)
  func aRetryIsRecognizedAlthoughItsDocumentMoved(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let commit = Commit(changes: [.put(Self.document())], events: [.sample("e")])
      let first = try await store.commit(commit)
      _ = try await store.commit(
        Commit(changes: [.setTeam(collection: "c", parent: "p", team: "ops")]))
      let again = try await store.commit(commit)
      #expect(again.isRepeated && again.events == first.events)
      #expect(try await store.load("c", "d")?.team == "ops")
    }
  }
}

import Bus
import Documents
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

/// All stored data fits into one message when it is read.
@Suite struct LimitTests {
  func with(
    _ engine: Engine, _ body: (ServiceCaller, any Store) async throws -> Void
  ) async throws {
    try await withStore(on: engine) { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      try await body(ServiceCaller(commands: await service.definition.commands), store)
    }
  }

  func document(_ number: Int, bytes: Int) -> Document {
    Document(
      collection: "meetings", id: UUID().uuidString, parent: "s", sortKey: Int64(number),
      body: filler(bytes + 2), searchText: "word")
  }

  func event(bytes: Int) -> NewEvent {
    NewEvent(
      id: UUID().uuidString, source: "/standups/test",
      labels: EventLabels(
        type: "meeting.segment", subject: UUID().uuidString, standup: UUID().uuidString,
        meeting: UUID().uuidString),
      time: Date(timeIntervalSince1970: 1), traceparent: String(repeating: "t", count: 55),
      data: filler(bytes + 2))
  }

  @Test(arguments: Engine.allCases)
  func aPageOfLargeDocumentsIsCut(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      for number in 0..<5 {
        _ = try await caller.send(Commit(changes: [.put(document(number, bytes: 300_000))]))
      }
      var after: String?
      var pages: [Int] = []
      repeat {
        let page = try await caller.send(
          Load(DocumentQuery(collection: "meetings", after: after, limit: 1000)))
        pages.append(page.documents.count)
        after = page.next
      } while after != nil
      #expect(pages == [1, 1, 1, 1, 1])
      let found = try await caller.send(
        SearchDocuments(TextQuery(collection: "meetings", query: "word", limit: 1000)))
      #expect(found.hits.count == 1)
      #expect(found.total == 5)
    }
  }

  @Test(arguments: Engine.allCases)
  func aThousandSmallOnesFit(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      for start in stride(from: 0, to: 1000, by: 250) {
        _ = try await caller.send(
          Commit(
            changes: (start..<start + 250).map { .put(document($0, bytes: 390)) },
            events: (0..<250).map { _ in event(bytes: 190) }))
      }
      let page = try await caller.send(
        Load(DocumentQuery(collection: "meetings", limit: 1000)))
      #expect(page.documents.count == 1000)
      let replayed = try await caller.send(Replay(JournalQuery(after: 0, limit: 1000)))
      #expect(replayed.events.count == 1000)
      #expect(try BusJSON.encode(replayed).count < Limits.bytes - Limits.headBytes)
    }
  }

  /// A tool may choose names as long as the data.
  @Test(arguments: Engine.allCases)
  func eventsWithLongNamesAreCutToo(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let name = String(repeating: "\u{1}", count: 256)
      for _ in 0..<4 {
        let events = (0..<250).map { _ in
          var event = event(bytes: 10)
          event.labels = EventLabels(
            type: "test.a", subject: name, standup: name, meeting: name,
            team: String(repeating: "\u{1}", count: 32))
          return event
        }
        for part in [events[..<125], events[125...]] {
          _ = try await caller.send(Commit(events: Array(part)))
        }
      }
      var (after, count) = (Int64(0), 0)
      var more = true
      while more {
        let page = try await caller.send(Replay(JournalQuery(after: after, limit: 1000)))
        #expect(try BusJSON.encode(page).count < Limits.bytes - Limits.headBytes)
        (after, more, count) = (page.resume ?? 0, page.hasMore, count + page.events.count)
      }
      #expect(count == 1000)
    }
  }

  @Test(arguments: Engine.allCases)
  func theLargestDocumentCanBeReadAgain(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let largest = document(1, bytes: PersistenceService.maxBytes - 2)
      _ = try await caller.send(Commit(changes: [.put(largest)]))
      let one = Load(DocumentQuery(collection: "meetings", id: largest.id))
      let all = Load(DocumentQuery(collection: "meetings", counts: true))
      #expect(try await caller.send(one).documents.count == 1)
      #expect(try await caller.send(all).documents.count == 1)
      let larger = document(2, bytes: PersistenceService.maxBytes - 1)
      #expect(await caller.refusal(Commit(changes: [.put(larger)]))?.code == .tooLarge)
      #expect(try await caller.send(all).total == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func aCommitWhoseAnswerWouldNotFitIsNotDone(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let many = Commit(events: (0..<1000).map { _ in event(bytes: 500) })
      #expect(await caller.refusal(many)?.code == .tooLarge)
      let heads = try await caller.send(GetJournalRange())
      #expect(heads.head == 0)
      let fits = Commit(events: (0..<1000).map { _ in event(bytes: 280) })
      let reply = try await caller.send(fits)
      #expect(reply.events.count == 1000)
    }
  }

  /// The command fits a message, but its reply would not: events published with long names.
  @Test(arguments: Engine.allCases)
  func aCommitWithLongNamesIsNotDoneWithoutAnAnswer(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let name = String(repeating: "\"", count: 256)
      let events = (0..<750).map { _ in
        var event = event(bytes: 10)
        event.labels = EventLabels(type: "test.a", subject: name, standup: name, meeting: nil)
        return event
      }
      let commit = Commit(events: events)
      #expect(try BusJSON.encode(commit).count < Limits.bytes - Limits.headBytes)
      #expect(await caller.refusal(commit)?.code == .tooLarge)
      let half = try await caller.send(Commit(events: Array(events[..<300])))
      #expect(try BusJSON.encode(half).count < Limits.bytes - Limits.headBytes)
      #expect(try await caller.send(GetJournalRange()).head == 300)
    }
  }

  /// The trace of a command is returned in pages that fit, whatever the events are about.
  @Test(arguments: Engine.allCases)
  func tracesOfLongNames(_ engine: Engine) async throws {
    try await with(engine) { caller, store in
      let correlation = UUID().lowercaseText
      for _ in 0..<4 {
        var commit = Commit(events: (0..<150).map { _ in .sample(UUID().uuidString) })
        for index in commit.events.indices {
          commit.events[index].labels.subject = String(repeating: "\u{1}", count: 512)
        }
        _ = try await store.commit(Transaction(commit: commit, correlation: correlation))
      }
      var (after, count, pages) = (Int64(0), 0, 0)
      var more = true
      while more {
        let page = try await caller.send(
          FindCorrelated(id: correlation, after: after, limit: 1000))
        #expect(try BusJSON.encode(page).count < 450_000)
        (after, more) = (page.events.last?.sequence ?? 0, page.hasMore)
        (count, pages) = (count + page.events.count, pages + 1)
      }
      #expect(count == 600 && pages > 3)
    }
  }

  @Test(arguments: Engine.allCases)
  func aLargeReplyIsFoundAgain(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let reply = filler(800_000)
      _ = try await caller.send(Commit(idempotency: StoredReply(key: "huge", reply: reply)))
      #expect(try await caller.send(FindReply(key: "huge")).reply == reply)
    }
  }

  @Test(arguments: Engine.allCases)
  func replayPassesOverWhatIsNotWanted(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      var first = event(bytes: 1)
      first.labels.type = "rare"
      _ = try await caller.send(Commit(events: [first]))
      for _ in 0..<11 {
        _ = try await caller.send(Commit(events: (0..<1000).map { _ in event(bytes: 1) }))
      }
      var last = event(bytes: 2)
      last.labels.type = "rare"
      _ = try await caller.send(Commit(events: [last]))
      let one = try await caller.send(Replay(JournalQuery(after: 0, types: ["rare"], limit: 1)))
      #expect(one.events.map(\.id) == [first.id])
      #expect(one.hasMore)
      let two = try await caller.send(Replay(JournalQuery(after: 1, types: ["rare"], limit: 1)))
      #expect(two.events.map(\.id) == [last.id])
      let none = try await caller.send(Replay(JournalQuery(after: 0, types: ["never"])))
      #expect(none.events.isEmpty)
      #expect(!none.hasMore)
    }
  }

  @Test(arguments: Engine.allCases, [0, -1, 1001])
  func limitsAreChecked(_ engine: Engine, _ limit: Int) async throws {
    try await with(engine) { caller, _ in
      let refused: [any BusCommand] = [
        Load(DocumentQuery(collection: "c", limit: limit)),
        Load(DocumentQuery(collection: "c", after: "x")),
        Replay(JournalQuery(after: 0, limit: limit)), Replay(JournalQuery(after: -1)),
        SearchDocuments(TextQuery(collection: "c", query: "x", limit: limit)),
      ]
      for command in refused { #expect(await caller.refusal(command)?.code == .invalid) }
    }
  }

  @Test(arguments: Engine.allCases)
  func refusalsHaveTheBussCodes(_ engine: Engine) async throws {
    try await with(engine) { caller, store in
      let one = event(bytes: 1)
      _ = try await caller.send(Commit(events: [one]))
      var other = one
      other.labels.type = "other"
      #expect(await caller.refusal(Commit(events: [other]))?.code == .conflict)
      #expect(
        await caller.refusal(Replay(JournalQuery(after: 0, epoch: "another")))?.code == .compacted)
      await store.close()
      let closed = await caller.refusal(GetJournalRange())
      #expect(closed?.code == .unavailable)
      #expect(closed?.retryable == true)
    }
  }

  @Test(
    arguments: [
      (.newer, .internal, false), (.locked, .unavailable, true), (.damaged, .internal, false),
      (.readOnly, .unavailable, false), (.full, .unavailable, false), (.io, .unavailable, false),
      (.notAFile, .invalid, false), (.conflict, .conflict, false), (.compacted, .compacted, false),
      (.invalid, .invalid, false), (.exists, .conflict, false), (.closed, .unavailable, true),
      (.internal, .internal, false), (.unreachable, .unavailable, true),
      (.fenced, .unavailable, true), (.foreign, .internal, false),
    ] as [(StoreError.Code, BusError.Code, Bool)])
  func theTableOfErrors(_ code: StoreError.Code, _ expected: BusError.Code, _ retryable: Bool) {
    let error = BusError(StoreError(code, "A sentence."))
    #expect(error.code == expected)
    #expect(error.message == "A sentence.")
    #expect(error.retryable == retryable)
    #expect(error.detail == ["store": code.rawValue])
  }
}

import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

extension CommandTests {
  @Test(arguments: Engine.allCases)
  func aCommitThatIsSentAgainIsDoneOnce(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let commit = Commit(events: [event(id: "e1")])
      let first = try await caller.send(commit, idem: "retry-1")
      let second = try await caller.send(commit, idem: "retry-1")
      #expect(second.events == first.events)
      #expect(second.repeated == nil)
      #expect(try await caller.send(GetJournalRange()).head == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func aKnownKeyGivesTheStoredReply(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let reply = StoredReply(key: "k", reply: json(#""done""#))
      let first = Commit(events: [event(id: "e1")], idempotency: reply)
      #expect(try await caller.send(first, idem: "a").repeated == nil)
      // Its reply was lost and it is repeated: it was done by this same commit.
      let again = try await caller.send(first, idem: "a")
      #expect(again.repeated == nil)
      #expect(again.events.count == 1)
      // Different decisions for the same key: nothing is written, even if the reply would be the
      // same.
      let others = [
        Commit(
          events: [event(id: "e2")], idempotency: StoredReply(key: "k", reply: json(#""other""#))),
        Commit(events: [event(id: "e2")], idempotency: reply), Commit(idempotency: reply),
      ]
      for other in others {
        #expect(try await caller.send(other, idem: "b").repeated == reply.reply)
      }
      #expect(try await caller.send(GetJournalRange()).head == 1)
    }
  }

  /// If commits have no events, the reply distinguishes them.
  @Test(arguments: Engine.allCases)
  func aCommitWithoutEventsIsKnownAgainByItsReply(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      func commit(_ body: String, reply: String) -> Commit {
        Commit(
          changes: [.put(Document(collection: "c", id: "d", body: json(body)))],
          idempotency: StoredReply(key: "k", reply: json(reply)))
      }
      let first = commit("1", reply: #"{"revision":1}"#)
      for _ in 1...2 {
        let done = try await caller.send(first, idem: "a")
        #expect(done.repeated == nil)
        #expect(done.events.isEmpty)
      }
      let other = try await caller.send(commit("2", reply: #"{"revision":2}"#), idem: "b")
      #expect(other.repeated == first.idempotency?.reply)
      let page = try await caller.send(Load(DocumentQuery(collection: "c")))
      #expect(page.documents.map(\.body.text) == ["1"])
    }
  }

  /// Another sender's event with that id is a different event.
  @Test(arguments: Engine.allCases)
  func eventsThatAreSentAgainAreThoseThatAreThere(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let commit = Commit(events: [event(id: "e1"), event(id: "e2")])
      let first = try await caller.send(commit, idem: "a")
      _ = try await caller.send(Commit(events: [event(id: "e3")]), idem: "b")
      #expect(try await caller.send(commit, idem: "c").events == first.events)
      var other = commit
      other.events[1].data = json("2")
      #expect(await caller.refusal(other)?.code == .conflict)
      #expect(
        await caller.refusal(Commit(events: [event(id: "e4"), event(id: "e1")]))?.code == .conflict)
      #expect(try await caller.send(GetJournalRange()).head == 3)
    }
  }

  @Test(arguments: Engine.allCases)
  func whatWasDecidedInATermThatIsOverIsRefused(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      func commit(_ id: String, _ term: WriterTerm?) -> Commit {
        Commit(
          changes: [.put(Document(collection: "c", id: id, body: .emptyObject))],
          idempotency: StoredReply(key: id, reply: .emptyObject), term: term)
      }
      let (old, new) = (
        WriterTerm(owner: "standups", id: "1"), WriterTerm(owner: "standups", id: "2")
      )
      #expect(await caller.refusal(commit("none", old))?.detail?["store"] == "superseded")
      _ = try await caller.send(BeginTerm(old))
      _ = try await caller.send(commit("first", old))
      for _ in 1...2 { _ = try await caller.send(BeginTerm(new)) }
      let refusal = await caller.refusal(commit("late", old))
      #expect(refusal?.code == .conflict)
      #expect(refusal?.detail?["store"] == "superseded")
      // A repeated commit as well: its sender must be notified that another process writes now.
      #expect(await caller.refusal(commit("first", old))?.code == .conflict)
      // So must a caller that writes nothing.
      let head = try await caller.send(GetJournalRange())
      #expect(await caller.refusal(Commit(term: old))?.detail?["store"] == "superseded")
      #expect(try await caller.send(Commit(term: new)).events.isEmpty)
      #expect(try await caller.send(GetJournalRange()) == head)
      let second = try await caller.send(commit("second", new))
      #expect(second.isRepeated == nil)
      #expect(try await caller.send(commit("second", new)).isRepeated == true)
      _ = try await caller.send(commit("anybody", nil))
      #expect(
        await caller.refusal(commit("other", WriterTerm(owner: "focus", id: "2")))?.code
          == .conflict)
      let page = try await caller.send(Load(DocumentQuery(collection: "c")))
      #expect(page.documents.map(\.id) == ["anybody", "first", "second"])
    }
  }
}

import Bus
import Documents
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct CausationTests {
  @Test(arguments: Engine.allCases)
  func aCommitStampsItsEventsWithWhatLedToThem(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let caller = ServiceCaller(commands: await service.definition.commands)
      let cause = Header(id: UUID(), corr: UUID())
      let committed = try await caller.send(
        Commit(events: [
          NewEvent(
            id: UUID().lowercaseText, source: "/standups/test",
            labels: EventLabels(type: "test.x", subject: "s"), time: Date(), data: .emptyObject)
        ]), cause: cause)
      let event = try #require(committed.events.first)
      #expect(event.correlation == cause.corr?.lowercaseText)
      #expect(event.causation != nil)
      #expect(event.cloudEvent.correlationid == event.correlation)
      #expect(event.cloudEvent.causationid == event.causation)
      #expect(
        try await caller.send(Replay(JournalQuery(after: 0))).events == [event.cloudEvent])
      let found = try await caller.send(FindCorrelated(id: event.correlation ?? ""))
      #expect(found.events.map(\.id) == [event.event.id])
      #expect(found.events.map(\.cause) == [event.causation])
    }
  }

  @Test(arguments: Engine.allCases)
  func anEventHasTheActorOfItsCommit(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let caller = ServiceCaller(commands: await service.definition.commands)
      func commit(_ number: Int, by actor: String?) async throws -> [JournalEvent] {
        try await caller.send(
          Commit(events: [
            .sample(
              UUID().lowercaseText, standup: number.isMultiple(of: 2) ? "even" : "odd")
          ]), cause: Header(by: actor)
        ).events
      }
      var stored: [JournalEvent] = []
      for (index, actor) in ["tool/a", nil, "tool/b", "tool/a", "service/c", "tool/a"].enumerated()
      {
        stored += try await commit(index + 1, by: actor)
      }
      #expect(
        stored.map(\.by) == ["tool/a", nil, "tool/b", "tool/a", "service/c", "tool/a"])
      let replayed = try await caller.send(Replay(JournalQuery(after: 0))).events
      #expect(replayed == stored.map(\.cloudEvent))
      #expect(replayed.map(\.by) == stored.map(\.by))
      for (query, expected) in [
        (JournalQuery(after: 0, by: "tool/a"), [1, 4, 6]),
        (JournalQuery(after: 1, by: "tool/a", limit: 1), [4]),
        (JournalQuery(after: 0, standup: "odd", by: "tool/a"), [1]),
        (JournalQuery(after: 0, types: ["meeting."], by: "tool/a"), []),
        (JournalQuery(after: 0, by: "tool/unknown"), []),
      ] {
        let page = try await caller.send(Replay(query))
        #expect(page.events.compactMap(\.number) == expected.map { Int64($0) })
      }
      for actor in ["", String(repeating: "x", count: 161)] {
        let refusal = await caller.refusal(Replay(JournalQuery(after: 0, by: actor)))
        #expect(refusal?.code == .invalid)
      }
      let traced = try await caller.send(FindCorrelated(id: stored[0].correlation ?? ""))
      #expect(traced.events.map(\.by) == ["tool/a"])
      #expect(try await store.scrub().isEmpty)
    }
  }
}

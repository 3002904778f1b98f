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
}

import Bus
import Foundation
import Messages
import Testing

@testable import PersistenceService

@Suite struct CausationTests {
  @Test func aCommitStampsItsEventsWithWhatLedToThem() async throws {
    try await withStore { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let caller = ServiceCaller(commands: await service.definition.commands)
      let cause = Header(id: UUID(), corr: UUID())
      let committed = try await caller.send(
        Commit(events: [
          Messages.NewEvent(
            id: UUID().uuidString.lowercased(), source: "/standups/test",
            labels: EventLabels(type: "test.x", subject: "s"), time: Date(), data: .object([:]))
        ]), cause: cause)
      let event = try #require(committed.events.first)
      #expect(event.correlation == cause.corr?.uuidString.lowercased())
      #expect(event.causation != nil)
      #expect(event.cloudEvent.correlationid == event.correlation)
      #expect(event.cloudEvent.causationid == event.causation)
      #expect(try await caller.send(Replay(after: 0)).events == committed.events)
      let found = try await caller.send(FindCorrelated(id: event.correlation ?? ""))
      #expect(found.events.map(\.id) == [event.event.id])
      #expect(found.events.map(\.cause) == [event.causation])
    }
  }
}

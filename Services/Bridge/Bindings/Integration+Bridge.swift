import BridgeAPI
import Bus
import BusRouter
import PersistenceAPI
import RouterAPI
import StandupsAPI

extension Integration {
  /// Binds the bridge, which publishes events from the journal. The router knows which event types
  /// report an erasure.
  mutating func bindBridge() {
    forward(BridgeEventsRequested.self, of: "bridge") { Replay($0.query) }
    bind(BridgeJournalRequested.self, of: "bridge", to: [GetJournalRange.self]) { _, parent in
      BridgeJournal(
        range: try await parent.send(GetJournalRange()),
        erasing: [
          ErasingEvent(type: MeetingErased.type, view: .meeting),
          ErasingEvent(type: MeetingDiscardedEvent.type, view: .meeting),
          ErasingEvent(type: StandupDeleted.type, view: .standup),
          ErasingEvent(type: StandupMoved.type, view: .standup),
          ErasingEvent(type: StandupUpdated.type, view: .standup, member: "forgets"),
        ])
    }
  }
}

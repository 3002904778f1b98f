import BridgeAPI
import Bus
import Composition
import PersistenceAPI

extension Integration {
  /// Binds the bridge, which publishes events from the journal. Each feature declares which of its
  /// event types report an erasure.
  mutating func bindBridge() {
    forward(BridgeEventsRequested.self, of: "bridge") { Replay($0.query) }
    bind(BridgeJournalRequested.self, of: "bridge", to: [GetJournalRange.self]) { _, parent in
      BridgeJournal(
        range: try await parent.send(GetJournalRange()),
        erasing: Feature.all.flatMap(\.erasingEvents))
    }
  }
}

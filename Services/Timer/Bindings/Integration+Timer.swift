import Bus
import Composition
import PersistenceAPI
import RouterAPI
import TimerAPI

extension Integration {
  /// Binds the timer: the countdowns that tools start themselves, and the request for the
  /// countdowns of all features from a timer that is starting.
  ///
  /// The countdowns of tools end with an event and are not stored, so they are lost when the timer
  /// stops.
  mutating func bindTimer() {
    ignore(
      CountdownSpeakerChanged.self, of: "timer", for: OwnedID.tool,
      because: "Ticks carry the current speaker.")
    ignore(
      CountdownSpeakerChanged.self, of: "timer", for: OwnedID.load,
      because: "The load tester reads the speaker from the ticks.")
    ignore(
      CountdownFinished.self, of: "timer", for: OwnedID.load,
      because: "The countdowns of a load tester have no subscribers.")
    bind(
      CountdownFinished.self, of: "timer", for: OwnedID.tool, to: [Commit.self],
      publishing: [CountdownEnded.type]
    ) { call, name, parent in
      _ = try await parent.commit(
        Commit(
          events: [try .of(CountdownEnded(id: name, elapsedMs: call.elapsedMs), about: name)],
          idempotency: parent.once))
      return Done()
    }
    gather(CountdownsRequested.self, of: "timer", from: Feature.all.flatMap(\.countdowns))
  }
}

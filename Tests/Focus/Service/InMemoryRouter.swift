import Bus
import FocusAPI
import TestSupport
import Threads

/// A router with a store and a timer in memory.
final class InMemoryRouter: Sendable {
  let store: InMemoryStore
  /// The running clocks.
  let clocks: Locked<[String: FocusClock]>

  init() {
    let clocks = Locked<[String: FocusClock]>([:])
    self.clocks = clocks
    store = InMemoryStore { message in
      switch message {
      case let message as FocusClocksNeeded:
        clocks.withLock { running in
          for clock in message.clocks { running[clock.person] = clock }
        }
      case let message as FocusClockStopped: clocks.withLock { $0[message.person] = nil }
      default: throw BusError(.unbound, "No script for \(message).")
      }
      return Done()
    }
  }

  var delegate: ScriptedDelegate { store.delegate }
}

import Bus
import Foundation

extension RouterCore {
  /// Performs the work that is due: heartbeats, removal of lost services, expiry of commands. Must
  /// be called at least ten times a second.
  public mutating func upkeep(_ now: BusTime) -> [RouterEffect] {
    var effects: [RouterEffect] = []
    if clock.takeBeat(now, every: configuration.heartbeatMs) {
      for instance in instances.values {
        effects += pulse(to: instance.connection)
      }
    }
    // A router that was itself suspended must first read the messages that its services sent in the
    // meantime.
    let wasSuspended = clock.beginUpkeep(now, suspensionMs: suspensionMs)
    for instance in instances.values {
      if wasSuspended {
        instances.change(instance.connection) { $0.lastHeardMs = now.steadyMs }
      } else if now.steadyMs - instance.lastHeardMs >= configuration.deadAfterMs {
        effects += remove(instance.connection, isExpected: false)
      }
    }
    let deadAfterMs = configuration.deadAfterMs
    waiting.keep { now.steadyMs - $0.lastHeardMs < deadAfterMs }
    return effects + expire(now)
  }

  /// Duration of a pause after which a live service could seem dead, in milliseconds.
  private var suspensionMs: Int64 {
    max(200, configuration.deadAfterMs - 2 * configuration.heartbeatMs)
  }

  private mutating func expire(_ now: BusTime) -> [RouterEffect] {
    var effects: [RouterEffect] = []
    for id in pending.takeDue(now.steadyMs) {
      // A retry under the same id may have a later deadline.
      guard let entry = pending[id], entry.expiresMs <= now.steadyMs else { continue }
      forget(id)
      counters.expired += 1
      let error: BusError
      if entry.service == nil {
        error = BusError(
          .unavailable,
          "The service for “\(entry.target)” was not connected before the deadline; `standups services`"
            + " lists the connected services.")
      } else {
        error = BusError(
          .expired,
          "“\(entry.target)” received no reply in time. \(BusError.outcomeUnknown)"
        )
      }
      effects += fail(entry, error)
    }
    if !effects.isEmpty {
      let pending = pending
      parked.keep { pending[$0] != nil }
    }
    return effects
  }
}

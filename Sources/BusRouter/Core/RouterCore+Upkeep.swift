import Bus
import Foundation

extension RouterCore {
  /// Performs the work that is due: heartbeats, removal of lost services, expiry of commands. Must
  /// be called at least ten times a second.
  public mutating func upkeep(_ now: BusTime) -> [RouterEffect] {
    nowUs = now.steadyUs
    var effects: [RouterEffect] = []
    if now.steadyMs >= lastBeatMs &+ configuration.heartbeatMs || lastBeatMs == .min {
      lastBeatMs = now.steadyMs
      for instance in instances.values {
        effects += pulse(to: instance.connection)
      }
    }
    // A router that was itself suspended must first read the messages that its services sent in the
    // meantime.
    let wasSuspended =
      lastUpkeepMs != .min && now.steadyMs - lastUpkeepMs > suspensionMs
    lastUpkeepMs = now.steadyMs
    for instance in instances.values {
      if wasSuspended {
        instances[instance.connection]?.lastHeardMs = now.steadyMs
      } else if now.steadyMs - instance.lastHeardMs >= configuration.deadAfterMs {
        effects += remove(instance.connection, isExpected: false)
      }
    }
    loading = loading.filter { now.steadyMs - $0.value.lastHeardMs < configuration.deadAfterMs }
    standby = standby.filter { now.steadyMs - $0.value.lastHeardMs < configuration.deadAfterMs }
    return effects + expire(now)
  }

  /// Duration of a pause after which a live service could seem dead, in milliseconds.
  private var suspensionMs: Int64 {
    max(200, configuration.deadAfterMs - 2 * configuration.heartbeatMs)
  }

  private mutating func expire(_ now: BusTime) -> [RouterEffect] {
    var effects: [RouterEffect] = []
    for id in expiries.takeDue(now.steadyMs) {
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
    if !effects.isEmpty { dropExpiredParked() }
    return effects
  }

  private mutating func dropExpiredParked() {
    for (service, commands) in parked {
      let waiting = commands.filter { pending[$0.id] != nil }
      parked[service] = waiting.isEmpty ? nil : waiting
    }
    parkedBytes = parked.values.joined().reduce(0) { $0 + $1.message.byteCount }
  }
}

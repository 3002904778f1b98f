import BridgeAPI
import Bus
import FastJSON
import ServiceShell

extension Reduction {
  mutating func receive(_ caller: CallerID, _ command: BridgeCommand) {
    switch command {
    case .status: answer(caller)
    case .rebuild: rebuild(caller)
    case .remove(let name): remove(caller, name)
    }
  }

  private mutating func answer(_ caller: CallerID) {
    let status = reducer.status(state)
    effects.append(
      .reply(
        caller,
        Result { try RawJSON(encoding: status) }.mapError { BusError(.internal, "\($0)") }))
  }

  private mutating func refuse(_ caller: CallerID, _ error: BusError) {
    effects.append(.reply(caller, .failure(error)))
  }

  private static let off = BusError(
    .invalid, "NATS is not configured; set STANDUPS_NATS_URL for the bridge and restart it.")

  private static let away = BusError(
    .unavailable, "NATS is unavailable; try again later.", retryAfterMs: 1000)

  private mutating func rebuild(_ caller: CallerID) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link, let place = state.place else {
      return refuse(caller, Self.away)
    }
    state.unwanted = place.made
    answer(caller)
    look()
  }

  private mutating func remove(_ caller: CallerID, _ name: String) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link else {
      return refuse(caller, Self.away)
    }
    guard name != state.place?.name else {
      return refuse(
        caller,
        BusError(
          .conflict, "The stream is in use; “bridge.rebuild” rebuilds it from the journal."))
    }
    guard state.left.contains(where: { $0.name == name }) else {
      return refuse(
        caller,
        BusError(
          .notFound,
          "Stream “\(name.prefix(64))” not found; “bridge.status” lists those that can be removed.")
      )
    }
    effects.append(.remove(caller, name))
  }

  mutating func removed(_ caller: CallerID, _ name: String, _ failure: NATSFailure?) {
    if let failure, failure.code != .noStream {
      return refuse(
        caller, BusError(.unavailable, "The stream \(name) could not be removed: \(failure)"))
    }
    state.left.removeAll { $0.name == name }
    answer(caller)
  }
}

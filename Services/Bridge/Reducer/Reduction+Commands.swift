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
    .invalid, "No NATS is set; set STANDUPS_NATS_URL for the bridge and start it again.")

  private mutating func rebuild(_ caller: CallerID) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link, let place = state.place else {
      return refuse(
        caller,
        BusError(.unavailable, "NATS is away; ask again when it is back.", retryAfterMs: 1000))
    }
    state.unwanted = place.made
    answer(caller)
    look()
  }

  private mutating func remove(_ caller: CallerID, _ name: String) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link else {
      return refuse(
        caller,
        BusError(.unavailable, "NATS is away; ask again when it is back.", retryAfterMs: 1000))
    }
    guard name != state.place?.name else {
      return refuse(
        caller,
        BusError(
          .conflict, "The stream is in use; “bridge.rebuild” makes it anew from the journal."))
    }
    guard state.left.contains(where: { $0.name == name }) else {
      return refuse(
        caller,
        BusError(.notFound, "No stream of this name is left; the status names those that are."))
    }
    effects.append(.remove(caller, name))
  }

  mutating func removed(_ caller: CallerID, _ name: String, _ failure: NATSFailure?) {
    if let failure, failure.code != .noStream {
      return refuse(caller, BusError(.unavailable, "The stream \(name) stays: \(failure)"))
    }
    state.left.removeAll { $0.name == name }
    answer(caller)
  }
}

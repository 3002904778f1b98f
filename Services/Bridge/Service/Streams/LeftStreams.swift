import Bus
import ServiceShell

/// Streams of earlier journals, which stay until a person removes them.
extension BridgeReduction {
  mutating func remove(_ caller: CallerID, _ name: String) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link else {
      return refuse(caller, Self.away)
    }
    guard name != state.streamInUse?.name else {
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

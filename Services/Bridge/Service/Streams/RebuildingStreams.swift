import ServiceShell

/// Rebuilds a stream from the journal if it has lost messages, if it contains a wrong message, or
/// on request.
extension BridgeReduction {
  /// Deletes a stream, so that it is created again; `reason` continues a sentence in the log.
  mutating func rebuild(_ stream: StreamFacts, _ reason: String) {
    log(.warning, "Rebuilding the stream \(stream.name) from the journal, \(reason).")
    state.rebuilt += 1
    state.streamInUse = nil
    change(.drop(stream.name))
  }

  /// Rebuilds the stream in use on request.
  mutating func rebuild(_ caller: CallerID) {
    guard reducer.isOn else { return refuse(caller, Self.off) }
    guard state.phase == .running, case .up = state.link, let place = state.streamInUse else {
      return refuse(caller, Self.away)
    }
    state.unwanted = place.made
    answer(caller)
    checkStreams()
  }
}

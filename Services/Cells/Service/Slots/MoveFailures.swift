/// Handles failures while slots move. A failed step is retried after a pause, which doubles with
/// each failure up to `CellsReducer.maxPauseMs`.
extension CellsReduction {
  /// Records a failure.
  mutating func note(_ reason: String) {
    if state.stuck == nil {
      log(.warning, "Moving a slot failed; retrying: \(reason)")
    }
    state.stuck = .init(reason: reason, since: state.stuck?.since ?? reducer.date())
  }

  /// Records that the current step failed, and pauses.
  mutating func fail(_ reason: String) {
    note(reason)
    pause()
  }

  mutating func pause() {
    state.work = .pausing
    closeAtRest()
    let pause = CellsReducer.pauseMs << min(state.failures, 5)
    state.failures += 1
    effects.append(.wait(ms: min(pause, CellsReducer.maxPauseMs), then: .goOn))
  }
}

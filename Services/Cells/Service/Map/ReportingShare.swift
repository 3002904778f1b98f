import Bus
import CellsAPI

/// Reports this cell's share to the composition root, one report at a time, until it is accepted.
extension CellsReduction {
  /// Reports the share, if the composition root has not accepted it yet.
  mutating func reportShare() {
    guard state.phase == .running || state.work.isHolding, state.report == .idle,
      let share = reducer.share(state),
      state.acceptedShare.map({ ($0.slots, $0.others) != (share.slots, share.others) }) ?? true
    else { return }
    state.report = .inProgress(share)
    effects.append(.reportShare(share))
  }

  mutating func shareReported(_ share: CellShare, _ error: BusError?) {
    guard state.report == .inProgress(share) else { return }
    guard let error else {
      state.acceptedShare = share
      state.rejection = nil
      state.refusals = 0
      state.report = .idle
      shareAccepted()
      reportShare()
      return announceArrivals()
    }
    if state.rejection == nil {
      log(.warning, "The router did not accept the slots of this cell; retrying: \(error.message)")
    }
    state.rejection = .init(
      reason: error.message, since: state.rejection?.since ?? reducer.date())
    state.report = .pausing
    let pause = CellsReducer.pauseMs << min(state.refusals, 5)
    state.refusals += 1
    effects.append(.wait(ms: min(pause, CellsReducer.maxPauseMs), then: .tellAgain))
  }
}

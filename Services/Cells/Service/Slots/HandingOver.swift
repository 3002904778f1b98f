import Cells

/// Ends a move: a slot is held, copied for the last time, and given to the other cell. If it cannot
/// be copied, this cell serves it again.
extension CellsReduction {
  /// Handles the map after a slot was held, released or given.
  mutating func changed(_ result: Result<CellMap, CellsFailure>) {
    let work = state.work
    switch result {
    case .failure(let failure):
      // Only the map shows whether the change was made.
      fail(failure.description)
    case .success(let map):
      adoptChange(map)
      guard let map = state.map else { return }
      switch work {
      case .holding(let slot):
        guard map.journeys[slot]?.isHeld ?? false else { return endStep() }
        settle(slot)
      case .giving(let slot): given(slot, map)
      case .releasing: pause()
      default: break
      }
    }
  }

  /// Waits until this cell has stopped serving a slot.
  mutating func settle(_ slot: Slot) {
    state.work = .settling(slot)
    reportShare()
    shareAccepted()
  }

  /// Continues after the composition root has accepted a share.
  mutating func shareAccepted() {
    guard case .settling(let slot) = state.work, let accepted = state.acceptedShare,
      let share = reducer.share(state), accepted.slots == share.slots,
      !accepted.slots.contains(slot)
    else { return }
    finish(slot, round: 1)
  }

  private mutating func finish(_ slot: Slot, round: Int) {
    guard let target = target(of: slot) else { return endStep() }
    state.work = .finishing(slot, round: round)
    effects.append(.copy(slot, to: target.router))
  }

  /// Continues after the last copy. If no document differed, both cells have the same documents.
  mutating func finished(_ slot: Slot, _ round: Int, _ count: Int) {
    guard count == 0 else {
      guard round < Self.maxRounds else {
        return release(
          slot,
          "Slot \(slot) still differs between the cells after \(round) attempts; damaged documents may be the cause"
            + " (documents that differ: \(count))."
        )
      }
      return finish(slot, round: round + 1)
    }
    guard let target = target(of: slot), let cell = reducer.cell else { return endStep() }
    state.work = .giving(slot)
    effects.append(.change(.give(slot, of: cell, to: target.name), known: state.map))
  }

  private mutating func given(_ slot: Slot, _ map: CellMap) {
    guard let cell = reducer.cell, let owner = map.owner(of: slot), owner.name != cell,
      map.givers[slot] == cell
    else { return fail("Slot \(slot) was not handed over: the cell map has changed.") }
    log(.info, "Slot \(slot) is now in cell \(owner.name).")
    hand(slot, to: owner, map)
  }

  mutating func hand(_ slot: Slot, to owner: CellMap.Cell, _ map: CellMap) {
    state.left.insert(slot)
    state.work = .handing(slot)
    effects.append(.hand(slot, to: owner.router, version: map.version))
  }

  /// Serves a slot again that could not be copied.
  mutating func release(_ slot: Slot, _ reason: String) {
    note(reason)
    guard let cell = reducer.cell else { return }
    state.work = .releasing(slot)
    effects.append(.change(.hold(slot, of: cell, false), known: state.map))
  }
}

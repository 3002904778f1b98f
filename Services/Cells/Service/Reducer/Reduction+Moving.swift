import Bus
import Cells
import CellsAPI

/// Slots of this cell that move to another cell, and documents that remain of slots of other cells.
extension Reduction {
  /// Number of differing documents up to which a slot is held: they are sent while no cell serves
  /// it.
  private static let fewDocuments = 20
  /// Number of copies after which a slot is held in any case, because its documents may keep
  /// changing.
  private static let maxRounds = 4

  /// Starts the next step, if none is in progress.
  mutating func goOn() {
    guard state.phase == .running, state.work == .idle, let cell = reducer.cell,
      let map = state.map, map[cell] != nil
    else { return }
    let others = map.owned.subtracting(map[cell]?.slots ?? SlotSet())
      .subtracting(map.coming(to: cell))
    state.left = state.left.intersection(others)
    state.clean = state.clean.intersection(others)
    if let slot = state.left.first(where: { _ in true }) { return remove(slot, map, cell) }
    let unknown = others.subtracting(state.clean)
    if !unknown.isEmpty {
      state.work = .looking(unknown)
      return effects.append(.look(unknown))
    }
    let leaving = map.journeys.filter { map.owner(of: $0.key)?.name == cell }
    let next = leaving.min { ($1.value.isHeld ? 1 : 0, $0.key) < ($0.value.isHeld ? 1 : 0, $1.key) }
    guard let (slot, journey) = next else { return unstick() }
    if journey.isHeld { return settle(slot) }
    copy(slot, round: 1)
  }

  private mutating func unstick() {
    state.stuck = nil
    state.failures = 0
  }

  /// The cell to which a slot moves; nil if it no longer moves.
  private func target(of slot: Slot) -> CellMap.Cell? {
    guard let map = state.map, let journey = map.journeys[slot],
      map.owner(of: slot)?.name == reducer.cell
    else { return nil }
    return map[journey.to]
  }

  private mutating func copy(_ slot: Slot, round: Int) {
    guard let target = target(of: slot) else { return rest() }
    state.work = .copying(slot, round: round)
    effects.append(.copy(slot, to: target.router))
  }

  /// Ends the current step, and starts the next one.
  private mutating func rest() {
    state.work = .idle
    closeAtRest()
    goOn()
  }

  mutating func copied(_ result: Result<Int, CopyFailure>) {
    switch (state.work, result) {
    case (.copying(let slot, let round), .success(let count)):
      guard state.phase == .running else { return rest() }
      guard count <= Self.fewDocuments || round >= Self.maxRounds else {
        return copy(slot, round: round + 1)
      }
      guard target(of: slot) != nil, let cell = reducer.cell else { return rest() }
      state.work = .holding(slot)
      effects.append(.change(.hold(slot, of: cell, true), known: state.map))
    case (.copying, .failure(let failure)): fail(failure.description)
    case (.finishing(let slot, let round), .success(let count)): finished(slot, round, count)
    case (.finishing(let slot, _), .failure(let failure)): release(slot, failure.description)
    default: break
    }
  }

  // MARK: Holding and giving

  /// Handles the map after a slot was held, released or given.
  mutating func changed(_ result: Result<CellMap, CellsFailure>) {
    let work = state.work
    switch result {
    case .failure(let failure):
      // The map shows the result.
      fail(failure.description)
    case .success(let map):
      adoptChange(map)
      guard let map = state.map else { return }
      switch work {
      case .holding(let slot):
        guard map.journeys[slot]?.isHeld ?? false else { return rest() }
        settle(slot)
      case .giving(let slot): given(slot, map)
      case .releasing: pause()
      default: break
      }
    }
  }

  /// Waits until this cell has stopped serving a slot.
  private mutating func settle(_ slot: Slot) {
    state.work = .settling(slot)
    tell()
    settled()
  }

  /// Continues after the composition root has accepted a share.
  mutating func settled() {
    guard case .settling(let slot) = state.work, let told = state.told,
      let share = reducer.share(state), told.slots == share.slots, !told.slots.contains(slot)
    else { return }
    finish(slot, round: 1)
  }

  private mutating func finish(_ slot: Slot, round: Int) {
    guard let target = target(of: slot) else { return rest() }
    state.work = .finishing(slot, round: round)
    effects.append(.copy(slot, to: target.router))
  }

  /// Continues after the last copy: both cells have the same documents if none differed.
  private mutating func finished(_ slot: Slot, _ round: Int, _ count: Int) {
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
    guard let target = target(of: slot), let cell = reducer.cell else { return rest() }
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

  private mutating func hand(_ slot: Slot, to owner: CellMap.Cell, _ map: CellMap) {
    state.left.insert(slot)
    state.work = .handing(slot)
    effects.append(.hand(slot, to: owner.router, version: map.version))
  }

  /// Serves a slot again that could not be copied.
  private mutating func release(_ slot: Slot, _ reason: String) {
    note(reason)
    guard let cell = reducer.cell else { return }
    state.work = .releasing(slot)
    effects.append(.change(.hold(slot, of: cell, false), known: state.map))
  }

  // MARK: Remaining documents

  private mutating func remove(_ slot: Slot, _ map: CellMap, _ cell: String) {
    guard let owner = map.owner(of: slot) else { return }
    guard map.givers[slot] != cell else { return hand(slot, to: owner, map) }
    state.work = .clearing(slot)
    effects.append(.clear(slot, router: nil))
  }

  /// Continues after the other cell has accepted a slot, or its documents were removed here.
  mutating func done(_ error: BusError?) {
    if let error { return fail(error.message) }
    switch state.work {
    case .handing(let slot):
      // If the slot is moving back, its documents stay here, and arriving documents will replace
      // them.
      guard let cell = reducer.cell, let map = state.map, let owner = map.owner(of: slot),
        owner.name != cell, !map.coming(to: cell).contains(slot)
      else { return rest() }
      state.work = .clearing(slot)
      effects.append(.clear(slot, router: owner.router))
      closeAtRest()
    case .clearing(let slot):
      state.left.remove(slot)
      state.clean.insert(slot)
      unstick()
      rest()
    default: break
    }
  }

  mutating func looked(_ result: Result<SlotSet, BusError>) {
    guard case .looking(let slots) = state.work else { return }
    switch result {
    case .failure(let error): fail(error.message)
    case .success(let found):
      state.left = state.left.union(found)
      state.clean = state.clean.union(slots.subtracting(found))
      rest()
    }
  }

  // MARK: Failures

  private mutating func note(_ reason: String) {
    if state.stuck == nil {
      log(.warning, "Moving a slot failed; retrying: \(reason)")
    }
    state.stuck = .init(reason: reason, since: state.stuck?.since ?? reducer.date())
  }

  private mutating func fail(_ reason: String) {
    note(reason)
    pause()
  }

  private mutating func pause() {
    state.work = .pausing
    closeAtRest()
    let pause = CellsReducer.pauseMs << min(state.failures, 5)
    state.failures += 1
    effects.append(.wait(ms: min(pause, CellsReducer.longestPauseMs), then: .goOn))
  }
}

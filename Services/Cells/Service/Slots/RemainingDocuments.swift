import Bus
import Cells

/// Removes the remaining documents of slots of other cells.
extension CellsReduction {
  mutating func remove(_ slot: Slot, _ map: CellMap, _ cell: String) {
    guard let owner = map.owner(of: slot) else { return }
    guard map.givers[slot] != cell else { return hand(slot, to: owner, map) }
    state.work = .clearing(slot)
    effects.append(.clear(slot, router: nil))
  }

  /// Continues after the other cell has accepted a slot, or after its documents were removed here.
  mutating func done(_ error: BusError?) {
    if let error { return fail(error.message) }
    switch state.work {
    case .handing(let slot):
      // If the slot is moving back, its documents stay here, and arriving documents replace them.
      guard let cell = reducer.cell, let map = state.map, let owner = map.owner(of: slot),
        owner.name != cell, !map.coming(to: cell).contains(slot)
      else { return endStep() }
      state.work = .clearing(slot)
      effects.append(.clear(slot, router: owner.router))
      closeAtRest()
    case .clearing(let slot):
      state.left.remove(slot)
      state.clean.insert(slot)
      clearFailures()
      endStep()
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
      endStep()
    }
  }
}

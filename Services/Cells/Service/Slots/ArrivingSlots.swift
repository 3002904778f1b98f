import Bus
import Cells
import CellsAPI
import FastJSON
import ServiceShell

/// Handles slots that arrive from other cells. Their documents never replace existing ones.
extension CellsReduction {
  /// Maximum number of waiting cells.
  private static let maxTaking = 1024

  /// Forwards a request of another cell about a slot that is moving here to the composition root.
  mutating func relay(_ caller: CallerID, _ number: Int, _ relay: (Slot) -> Relay) {
    guard let slot = Slot(number) else { return refuse(caller, Self.invalidSlot(number)) }
    guard let cell = reducer.cell, let map = state.map else {
      return reply(caller, nil as CellsStatus?)
    }
    guard map.owner(of: slot)?.name != cell else {
      return refuse(
        caller,
        BusError(
          .conflict,
          "Slot \(slot) already belongs to this cell, so its documents were not replaced."))
    }
    guard map.journeys[slot]?.to == cell else {
      // The move may be in a version of the map that has not been read yet.
      readEarly()
      return refuse(
        caller,
        BusError(
          .unavailable, "This cell does not know yet that slot \(slot) is moving here; try again.",
          retryAfterMs: 100))
    }
    // Earlier documents must not be written after later ones, and must not be removed together with
    // leftovers.
    guard !state.receiving.values.contains(slot), !state.left.contains(slot),
      state.phase == .running
    else {
      return refuse(
        caller, BusError(.busy, "Slot \(slot) is being written; try again.", retryAfterMs: 100))
    }
    state.receiving[caller] = slot
    effects.append(.relay(caller, relay(slot)))
  }

  mutating func relayed(_ caller: CallerID, _ result: Result<RawJSON, BusError>) {
    state.receiving[caller] = nil
    effects.append(.reply(caller, result))
  }

  private static func invalidSlot(_ number: Int) -> BusError {
    BusError(
      .invalid, "Invalid slot \(number); expected 0 to \(Slot.count - 1).",
      detail: ["field": "slot"])
  }

  /// Accepts a slot that another cell has given.
  mutating func take(_ caller: CallerID, _ number: Int, _ version: Int64) {
    guard let slot = Slot(number) else { return refuse(caller, Self.invalidSlot(number)) }
    guard reducer.cell != nil else { return reply(caller, nil as CellsStatus?) }
    guard state.phase == .running, state.taking.count < Self.maxTaking else {
      return refuse(
        caller,
        BusError(.busy, "Too many slots are moving here at once; try again.", retryAfterMs: 200))
    }
    state.taking.append(.init(caller: caller, slot: slot, version: version))
    if state.map?.version ?? -1 < version { readEarly() } else { announceArrivals() }
  }

  /// Notifies subscribers of slots that arrived, once this cell serves them.
  mutating func announceArrivals() {
    guard !state.taking.isEmpty, let cell = reducer.cell, let map = state.map,
      let accepted = state.acceptedShare, let share = reducer.share(state),
      (accepted.slots, accepted.others) == (share.slots, share.others)
    else { return }
    var rest: [CellsState.Taking] = []
    for var taking in state.taking {
      if taking.isAnnounced || map.version < taking.version {
        rest.append(taking)
      } else if map.owner(of: taking.slot)?.name == cell {
        taking.isAnnounced = true
        effects.append(.announce(taking.caller, taking.slot, version: taking.version))
        rest.append(taking)
      } else {
        // The slot has since moved to another cell.
        reply(taking.caller, Done())
      }
    }
    state.taking = rest
  }

  mutating func announced(_ caller: CallerID, _ error: BusError?) {
    state.taking.removeAll { $0.caller == caller }
    if let error { refuse(caller, error) } else { reply(caller, Done()) }
  }
}

import Cells

/// Current step of moving slots. Slots are moved one at a time.
///
/// The step is derived from the map alone, so that a restarted process can continue where the
/// previous one stopped. A slot of this cell that moves elsewhere is first copied while its
/// standups remain in use. It is then held, copied again, and given to the other cell. Finally, the
/// other cell is notified, and the documents in this cell are removed.
enum SlotWork: Hashable, Sendable {
  case idle
  /// Differences are being sent in this round, while the standups remain in use.
  case copying(Slot, round: Int)
  /// The map is being changed, so that no cell serves the slot.
  case holding(Slot)
  /// The composition root is being notified that the slot is held.
  case settling(Slot)
  /// Differences are being sent for the last time; the slot no longer changes.
  case finishing(Slot, round: Int)
  /// The map is being changed, so that the other cell becomes the owner.
  case giving(Slot)
  /// The slot could not be copied, and is about to be served again.
  case releasing(Slot)
  /// The other cell is being notified that it owns the slot.
  case handing(Slot)
  /// The documents of a slot of another cell are being removed.
  case clearing(Slot)
  /// Slots of other cells are being checked for remaining documents.
  case looking(SlotSet)
  /// A step failed, and is retried after a delay.
  case pausing

  /// True while no cell serves the slot until the step is complete.
  var isHolding: Bool {
    switch self {
    case .holding, .settling, .finishing, .giving, .releasing, .handing: true
    case .idle, .copying, .clearing, .looking, .pausing: false
    }
  }
}

/// Moves slots of this cell, with their documents, to another cell.
extension CellsReduction {
  /// Maximum number of differing documents at which a slot is held; no cell serves the slot while
  /// they are sent.
  private static let fewDocuments = 20

  /// Number of copies after which a slot is held regardless of the differences, because its
  /// documents may keep changing.
  static let maxRounds = 4

  /// Starts the next step, if none is in progress.
  mutating func continueMoving() {
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
    guard let (slot, journey) = next else { return clearFailures() }
    if journey.isHeld { return settle(slot) }
    copy(slot, round: 1)
  }

  mutating func clearFailures() {
    state.stuck = nil
    state.failures = 0
  }

  /// The cell to which a slot moves; nil if it no longer moves.
  func target(of slot: Slot) -> CellMap.Cell? {
    guard let map = state.map, let journey = map.journeys[slot],
      map.owner(of: slot)?.name == reducer.cell
    else { return nil }
    return map[journey.to]
  }

  private mutating func copy(_ slot: Slot, round: Int) {
    guard let target = target(of: slot) else { return endStep() }
    state.work = .copying(slot, round: round)
    effects.append(.copy(slot, to: target.router))
  }

  /// Ends the current step, and starts the next one.
  mutating func endStep() {
    state.work = .idle
    closeAtRest()
    continueMoving()
  }

  mutating func copied(_ result: Result<Int, CopyFailure>) {
    switch (state.work, result) {
    case (.copying(let slot, let round), .success(let count)):
      guard state.phase == .running else { return endStep() }
      guard count <= Self.fewDocuments || round >= Self.maxRounds else {
        return copy(slot, round: round + 1)
      }
      guard target(of: slot) != nil, let cell = reducer.cell else { return endStep() }
      state.work = .holding(slot)
      effects.append(.change(.hold(slot, of: cell, true), known: state.map))
    case (.copying, .failure(let failure)): fail(failure.description)
    case (.finishing(let slot, let round), .success(let count)): finished(slot, round, count)
    case (.finishing(let slot, _), .failure(let failure)): release(slot, failure.description)
    default: break
    }
  }
}

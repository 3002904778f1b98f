/// Slots that move from one cell to another.
public struct SlotMove: Hashable, Sendable {
  /// Slots that change their owner.
  public var slots: SlotSet
  /// Current owner of the slots; nil if they have none.
  public var from: String?
  /// New owner of the slots.
  public var to: String

  /// Creates a move; `from` is nil for slots without an owner.
  public init(slots: SlotSet, from: String?, to: String) {
    self.slots = slots
    self.from = from
    self.to = to
  }
}

extension CellMap {
  /// Returns the moves that balance the cells, so that their numbers of slots differ by at most
  /// one. Only slots that have to move are moved.
  ///
  /// - Parameter leaving: cells that get no slots.
  /// - Returns: at most one move for each pair of cells; empty if the map is balanced, or if no
  ///   cell can receive slots.
  public func balancing(leaving: Set<String> = []) -> [SlotMove] {
    let staying = cells.filter { !leaving.contains($0.name) }
    guard !staying.isEmpty else { return [] }
    // The cells with the most slots may keep one more than the others.
    let (base, more) = Slot.count.quotientAndRemainder(dividingBy: staying.count)
    let byCount = staying.sorted { ($1.slots.count, $0.name) < ($0.slots.count, $1.name) }
    var room: [(name: String, count: Int)] = []
    var spare: [(slot: Slot, from: String?)] = []
    for (rank, cell) in byCount.enumerated() {
      let share = base + (rank < more ? 1 : 0)
      spare += cell.slots.dropFirst(share).map { ($0, cell.name) }
      if cell.slots.count < share { room.append((cell.name, share - cell.slots.count)) }
    }
    for cell in cells where leaving.contains(cell.name) {
      spare += cell.slots.map { ($0, cell.name) }
    }
    spare += SlotSet.all.subtracting(owned).map { ($0, nil) }
    return Self.moves(spare, into: room)
  }

  private static func moves(
    _ spare: [(slot: Slot, from: String?)], into room: [(name: String, count: Int)]
  ) -> [SlotMove] {
    struct Pair: Hashable {
      var from: String?
      var to: String
    }
    var moves: [Pair: SlotSet] = [:]
    var rest = spare[...]
    for (name, count) in room {
      for (slot, from) in rest.prefix(count) {
        moves[Pair(from: from, to: name), default: SlotSet()].insert(slot)
      }
      rest = rest.dropFirst(count)
    }
    return moves.map { SlotMove(slots: $1, from: $0.from, to: $0.to) }
      .sorted { ($0.from ?? "", $0.to) < ($1.from ?? "", $1.to) }
  }

  /// Returns the map after a move. Slots that the source no longer has stay where they are.
  public func moving(_ move: SlotMove) -> CellMap {
    var map = self
    guard let target = map.cells.firstIndex(where: { $0.name == move.to }) else { return self }
    let given: SlotSet
    if let from = move.from {
      guard let source = map.cells.firstIndex(where: { $0.name == from }) else { return self }
      given = map.cells[source].slots.intersection(move.slots)
      map.cells[source].slots = map.cells[source].slots.subtracting(given)
    } else {
      given = move.slots.subtracting(owned)
    }
    guard !given.isEmpty else { return self }
    map.cells[target].slots = map.cells[target].slots.union(given)
    for slot in given { (map.journeys[slot], map.givers[slot]) = (nil, move.from) }
    map.version += 1
    return map
  }
}

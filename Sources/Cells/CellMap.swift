/// Which cell has which slots.
public struct CellMap: Hashable, Sendable {
  /// A cell: a pair of routers with its services and its journal.
  public struct Cell: Hashable, Sendable {
    /// Letters, digits and hyphens; unique.
    public var name: String
    /// Where its routers take commands, as in `STANDUPS_ROUTER`.
    public var router: String
    /// Where its page is, as `https://host/`; nil where that is not known.
    public var web: String?
    /// What it has.
    public var slots: SlotSet

    /// A cell; without slots it has no standups.
    public init(name: String, router: String, web: String? = nil, slots: SlotSet = SlotSet()) {
      self.name = name
      self.router = router
      self.web = web
      self.slots = slots
    }
  }

  /// Where a slot goes that is on its way.
  public struct Journey: Hashable, Sendable {
    /// The cell that is to have it.
    public var to: String
    /// Whether its cell answers nothing about it any more, so that what is copied stays as it is.
    public var isHeld: Bool

    /// A slot that leaves its cell.
    public init(to: String, isHeld: Bool = false) {
      self.to = to
      self.isHeld = isHeld
    }
  }

  /// Rises with every change.
  public var version: Int64
  /// In the order of their names.
  public internal(set) var cells: [Cell]
  /// The slots that are on their way to another cell; until they are there they are their cell's.
  public internal(set) var journeys: [Slot: Journey]
  /// Who gave a slot to the cell that has it; the others were never given.
  public internal(set) var givers: [Slot: String]

  /// - Returns: nil if a slot has two cells, a name comes twice, or a slot goes where there is no cell, or where it is.
  public init?(
    version: Int64, cells: [Cell], journeys: [Slot: Journey] = [:], givers: [Slot: String] = [:]
  ) {
    guard Self.owned(cells).count == cells.reduce(0, { $0 + $1.slots.count }),
      Set(cells.map(\.name)).count == cells.count
    else { return nil }
    self.version = version
    self.cells = cells.sorted { $0.name < $1.name }
    self.journeys = journeys
    self.givers = givers
    for (slot, journey) in journeys {
      guard let owner = owner(of: slot), self[journey.to] != nil, owner.name != journey.to
      else { return nil }
    }
  }

  /// The slots that are somebody's.
  public var owned: SlotSet { Self.owned(cells) }

  private static func owned(_ cells: [Cell]) -> SlotSet {
    cells.reduce(SlotSet()) { $0.union($1.slots) }
  }

  /// The cell of that name.
  public subscript(name: String) -> Cell? { cells.first { $0.name == name } }

  /// What a cell answers for: its slots but those that are held on their way.
  public func served(by name: String) -> SlotSet {
    let held = SlotSet(journeys.filter(\.value.isHeld).keys)
    return (self[name]?.slots ?? SlotSet()).subtracting(held)
  }

  /// The slots that are on their way to a cell.
  public func coming(to name: String) -> SlotSet {
    SlotSet(journeys.filter { $0.value.to == name }.keys)
  }

  /// Slots that are on their way, by the cells that give and get them, in the order of their names.
  public var moves: [SlotMove] {
    var moves: [[String]: SlotSet] = [:]
    for (slot, journey) in journeys {
      guard let owner = owner(of: slot) else { continue }
      moves[[owner.name, journey.to], default: SlotSet()].insert(slot)
    }
    return moves.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      SlotMove(slots: $1, from: $0.first, to: $0.last ?? "")
    }
  }

  /// Whose a slot is; nil if it is nobody's.
  public func owner(of slot: Slot) -> Cell? { cells.first { $0.slots.contains(slot) } }
}

/// The assignment of slots to cells.
public struct CellMap: Hashable, Sendable {
  /// A cell: a pair of routers with its services and its journal.
  public struct Cell: Hashable, Sendable {
    /// Name of the cell: letters, digits and hyphens; unique.
    public var name: String
    /// Address at which the cell's routers accept commands, as in `STANDUPS_ROUTER`.
    public var router: String
    /// URL of the cell's page, such as `https://host/`; nil if unknown.
    public var web: String?
    /// The slots that the cell owns.
    public var slots: SlotSet

    /// Creates a cell. Without slots, it has no standups.
    public init(name: String, router: String, web: String? = nil, slots: SlotSet = SlotSet()) {
      self.name = name
      self.router = router
      self.web = web
      self.slots = slots
    }
  }

  /// The destination of a moving slot.
  public struct Journey: Hashable, Sendable {
    /// The cell that will own the slot.
    public var to: String
    /// True if the current owner no longer serves the slot, so that its documents cannot change
    /// after they were copied.
    public var isHeld: Bool

    /// Creates the journey of a moving slot.
    public init(to: String, isHeld: Bool = false) {
      self.to = to
      self.isHeld = isHeld
    }
  }

  /// Version of the map; increases with every change.
  public var version: Int64
  /// The cells, ordered by name.
  public internal(set) var cells: [Cell]
  /// The slots that are moving to another cell; until they arrive, they belong to their current
  /// cell.
  public internal(set) var journeys: [Slot: Journey]
  /// The previous owner of each slot that has moved; slots that never moved are absent.
  public internal(set) var givers: [Slot: String]

  /// Creates a map.
  ///
  /// - Returns: nil if a slot has two owners, a name occurs twice, or a slot moves to an unknown
  ///   cell or to its owner.
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

  /// The slots that have an owner.
  public var owned: SlotSet { Self.owned(cells) }

  private static func owned(_ cells: [Cell]) -> SlotSet {
    cells.reduce(SlotSet()) { $0.union($1.slots) }
  }

  /// The cell with this name.
  public subscript(name: String) -> Cell? { cells.first { $0.name == name } }

  /// Returns the slots that a cell serves: its slots except those that are held during a move.
  public func served(by name: String) -> SlotSet {
    let held = SlotSet(journeys.filter(\.value.isHeld).keys)
    return (self[name]?.slots ?? SlotSet()).subtracting(held)
  }

  /// Returns the slots that are moving to a cell.
  public func coming(to name: String) -> SlotSet {
    SlotSet(journeys.filter { $0.value.to == name }.keys)
  }

  /// The moves in progress, one per source and destination, ordered by their names.
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

  /// Returns the owner of a slot; nil if the slot has none.
  public func owner(of slot: Slot) -> Cell? { cells.first { $0.slots.contains(slot) } }
}

/// Which cell has which slots.
public struct CellMap: Hashable, Sendable {
  /// A cell: a pair of routers with its services and its journal.
  public struct Cell: Hashable, Sendable {
    /// Letters, digits and hyphens; unique.
    public var name: String
    /// Where its routers take commands, as in `STANDUPS_ROUTER`.
    public var router: String
    /// What it has.
    public var slots: SlotSet

    /// A cell; without slots it has no standups.
    public init(name: String, router: String, slots: SlotSet = SlotSet()) {
      self.name = name
      self.router = router
      self.slots = slots
    }
  }

  /// Rises with every change.
  public var version: Int64
  /// In the order of their names.
  public internal(set) var cells: [Cell]

  /// - Returns: nil if a slot has two cells, or a name comes twice.
  public init?(version: Int64, cells: [Cell]) {
    guard Self.owned(cells).count == cells.reduce(0, { $0 + $1.slots.count }),
      Set(cells.map(\.name)).count == cells.count
    else { return nil }
    self.version = version
    self.cells = cells.sorted { $0.name < $1.name }
  }

  /// The slots that are somebody's.
  public var owned: SlotSet { Self.owned(cells) }

  private static func owned(_ cells: [Cell]) -> SlotSet {
    cells.reduce(SlotSet()) { $0.union($1.slots) }
  }

  /// The cell of that name.
  public subscript(name: String) -> Cell? { cells.first { $0.name == name } }

  /// Whose a slot is; nil if it is nobody's.
  public func owner(of slot: Slot) -> Cell? { cells.first { $0.slots.contains(slot) } }
}

public import Bus
public import Cells

/// Which cells are there, and which of them has which standups?
public struct GetCells: BusCommand, Hashable {
  /// All of them; no cells where none are set.
  public typealias Reply = CellsStatus
  /// The name on the wire; the cells service answers it from what it read last.
  public static let target = "cells.list"
  /// It changes nothing, and tells nothing of what standups say.
  public static var isForObservers: Bool { true }
  /// Asks for all: there are a thousand at most.
  public init() {}
}

/// Adds a cell, or says where its routers and its page are now.
public struct AddCell: BusCommand, Hashable {
  /// All cells afterwards.
  public typealias Reply = CellsStatus
  /// The name on the wire; where no cells are set it is refused as `invalid`.
  ///
  /// The first cell has all standups; a later one has none until slots are moved to it.
  public static let target = "cells.add"
  /// 1 to 32 letters, digits and hyphens.
  public var name: String
  /// Where its routers take commands, as in `STANDUPS_ROUTER`; several with commas between.
  public var router: String
  /// Where its page is, as `https://host/`; nil leaves that as it is, and the empty text is nowhere.
  public var web: String?
  /// Adds one, or changes where one is.
  public init(name: String, router: String, web: String? = nil) {
    self.name = name
    self.router = router
    self.web = web
  }
}

/// Sends slots to a cell, with the standups in them and their meetings, also live ones.
///
/// It is answered when it is noted in the map: the cells that have the slots give them one after the other, while
/// meetings go on, and go on with it after a restart. What is sent to the cell that has it stays there.
public struct MoveSlots: BusCommand, Hashable {
  /// All cells afterwards, with what is on its way.
  public typealias Reply = CellsStatus
  /// The name on the wire; `not_found` for a cell that is not in the map.
  public static let target = "cells.move"
  /// Which, as `0-511,700`; whose they are does not matter.
  public var slots: SlotSet
  /// The name of the cell that is to have them.
  public var to: String
  /// Sends slots to a cell.
  public init(slots: SlotSet, to: String) {
    self.slots = slots
    self.to = to
  }
}

/// Cells as a map has them.
public struct CellsStatus: Codable, Hashable, Sendable {
  /// The name of the cell that answers; nil where none is set.
  public var cell: String?
  /// Rises with every change of the map; 0 where there is none.
  public var version: Int64
  /// In the order of their names.
  public var cells: [CellPlace]
  /// What is on its way; nil for nothing.
  public var moves: [CellMove]?

  /// A map as it was read; without a name there are no cells.
  public init(
    cell: String? = nil, version: Int64 = 0, cells: [CellPlace] = [], moves: [CellMove]? = nil
  ) {
    self.cell = cell
    self.version = version
    self.cells = cells
    self.moves = moves
  }
}

/// Slots that are on their way from one cell to another.
public struct CellMove: Codable, Hashable, Sendable {
  /// Which, as `0-511,700`.
  public var slots: SlotSet
  /// The name of the cell that has them.
  public var from: String
  /// The name of the cell that is to have them.
  public var to: String

  /// Slots that move.
  public init(slots: SlotSet, from: String, to: String) {
    self.slots = slots
    self.from = from
    self.to = to
  }
}

/// A cell, where it is, and what it has.
public struct CellPlace: Codable, Hashable, Sendable {
  /// Unique among cells.
  public var name: String
  /// Where its routers take commands, as in `STANDUPS_ROUTER`.
  public var router: String
  /// Where its page is, as `https://host/`; nil where that is not known.
  public var web: String?
  /// The slots of the ids of its standups, as `0-511,700`.
  public var slots: SlotSet

  /// A cell of the map.
  public init(name: String, router: String, web: String? = nil, slots: SlotSet) {
    self.name = name
    self.router = router
    self.web = web
    self.slots = slots
  }
}

/// What belongs to this cell? The parent asks it for a child that starts.
public struct GetCellShare: BusCommand, Hashable {
  /// What this cell has, and where all else is.
  public typealias Reply = CellShare
  /// The name on the wire; `unavailable` as long as the map was never read.
  public static let target = "cells.share"
  /// Asks for the whole of it.
  public init() {}
}

/// The cells service calls: this is what the cell has from now on.
public struct CellShareChanged: DelegateMessage, Hashable {
  /// That it holds: nothing else is changed here any more.
  public typealias Reply = Done
  /// The name on the wire; told twice, it is the same.
  public static let target = "cells.shareChanged"
  /// What this cell has now, and where all else is.
  public var share: CellShare
  /// Tells of a map that was read.
  public init(share: CellShare) { self.share = share }
}

/// What one cell has, and where all else is.
public struct CellShare: Codable, Hashable, Sendable {
  /// Of two the later one has the higher number.
  public var version: Int64
  /// What this cell has; all where there are no cells.
  public var slots: SlotSet
  /// The other cells that have something.
  public var others: [CellPlace]

  /// A share of a map.
  public init(version: Int64, slots: SlotSet, others: [CellPlace]) {
    self.version = version
    self.slots = slots
    self.others = others
  }

  /// Where there are no cells.
  public static let everything = CellShare(version: 0, slots: .all, others: [])
}

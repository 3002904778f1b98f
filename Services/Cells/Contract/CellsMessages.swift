public import Bus
public import Cells
public import Schema

/// Lists the cells, with the slots of each.
public struct GetCells: BusCommand, Hashable {
  /// All cells; none if cells are not configured.
  public typealias Reply = CellsStatus
  /// Wire name. Answered by the cells service from the map that it read last.
  public static let target = "cells.list"
  public static let traits = CommandTraits(access: .observer, in: .default)
  /// Requests all cells at once, because there are at most 1000.
  public init() {}
}

/// Adds a cell, or changes the addresses of its routers and its page.
///
/// The first cell gets all standups. A later cell gets none until slots are moved to it.
public struct AddCell: BusCommand, Hashable {
  /// All cells after the change.
  public typealias Reply = CellsStatus
  /// Wire name. Fails with `invalid` if cells are not configured.
  public static let target = "cells.add"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict])
  /// Name of the cell: 1 to 32 letters, digits and hyphens.
  public var name: String
  /// Address at which the routers of the cell accept commands, as in `STANDUPS_ROUTER`:
  /// `tcp://host` without a port; up to eight, separated by commas. For cells on one machine, it is
  /// the absolute path of a runtime directory.
  public var router: String
  /// Address of the cell's page, `https://host/`, at most 300 characters; the final slash is
  /// optional, and an empty string removes the address. Default: unchanged.
  public var web: String?
  public static let bounds: MemberBounds<Self> = [
    \.name: .cellName,
    \.router: .cellRouter,
    \.web: .text(0...300),
  ]
  /// Adds a cell, or changes its addresses.
  public init(name: String, router: String, web: String? = nil) {
    self.name = name
    self.router = router
    self.web = web
  }
}

/// Moves slots to a cell, with their standups and all of their meetings, including live ones.
///
/// The reply arrives when the move is recorded in the map. The cells that have the slots then hand
/// them over one after another while meetings continue, and resume after a restart. A slot that the
/// target cell already has stays there.
public struct MoveSlots: BusCommand, Hashable {
  /// All cells, with the moves in progress.
  public typealias Reply = CellsStatus
  /// Wire name. Fails with `not_found` for a cell that is not in the map.
  public static let target = "cells.move"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict, .notFound])
  /// Slots to move, such as `0-511,700`, regardless of which cells have them.
  public var slots: SlotSet
  /// Name of the cell that gets the slots.
  public var to: String
  public static let bounds: MemberBounds<Self> = [\.to: .cellName]
  /// Moves the slots to the cell.
  public init(slots: SlotSet, to: String) {
    self.slots = slots
    self.to = to
  }
}

/// Cells, as listed in the map. Without `cell`, cells are not configured, and this installation has
/// all standups.
public struct CellsStatus: Codable, Hashable, Sendable, Bounded {
  /// Name of the cell that answers. Absent if cells are not configured.
  public var cell: String?
  /// Version of the map, which increases with every change; 0 without a map.
  public var version: Int64
  /// Cells in the order of their names, at most 1000.
  public var cells: [CellPlace]
  /// Moves in progress. Absent if no slot is moving.
  public var moves: [CellMove]?
  public static let bounds: MemberBounds<Self> = [\.cells: .count(0...1000)]

  /// Creates a status from a map; `cell` is nil if cells are not configured.
  public init(
    cell: String? = nil, version: Int64 = 0, cells: [CellPlace] = [], moves: [CellMove]? = nil
  ) {
    self.cell = cell
    self.version = version
    self.cells = cells
    self.moves = moves
  }
}

/// Slots that are moving from one cell to another.
public struct CellMove: Codable, Hashable, Sendable, Bounded {
  /// Slots that are moving, such as `0-511,700`.
  public var slots: SlotSet
  /// Name of the cell that has the slots.
  public var from: String
  /// Name of the cell that gets the slots.
  public var to: String
  public static let bounds: MemberBounds<Self> = [\.from: .cellName, \.to: .cellName]

  /// Creates the description of a move.
  public init(slots: SlotSet, from: String, to: String) {
    self.slots = slots
    self.from = from
    self.to = to
  }
}

/// A cell with its addresses and slots.
public struct CellPlace: Codable, Hashable, Sendable, Bounded {
  /// Name of the cell, unique among all cells.
  public var name: String
  /// Address at which the routers of the cell accept commands, as in `STANDUPS_ROUTER`:
  /// `tcp://host` without a port; up to eight, separated by commas. For cells on one machine, it is
  /// the absolute path of a runtime directory.
  public var router: String
  /// Address of the cell's page: the root of a host, such as `https://host/`. Absent if it is
  /// unknown.
  public var web: String?
  /// Slots of the cell, such as `0-511,700`.
  public var slots: SlotSet
  public static let bounds: MemberBounds<Self> = [
    \.name: .cellName,
    \.router: .cellRouter,
    \.web: .webAddress,
  ]

  /// Creates a cell of the map.
  public init(name: String, router: String, web: String? = nil, slots: SlotSet) {
    self.name = name
    self.router = router
    self.web = web
    self.slots = slots
  }
}

/// Returns the slots of this cell, and the cells that have the others.
///
/// The router requests them for a service that is starting.
public struct GetCellShare: BusCommand, Hashable {
  /// Share of this cell, with the addresses of the other cells.
  public typealias Reply = CellShare
  /// Wire name. Fails with `unavailable` until the map has been read for the first time.
  public static let target = "cells.share"
  public static let traits = CommandTraits(access: .operator)
  /// Creates the command, whose body is `{}`.
  public init() {}
}

/// Reports the slots that this cell has from now on.
public struct CellShareChanged: DelegateMessage, Hashable {
  /// Empty reply once the share applies. From then on, this cell no longer changes standups of
  /// other cells.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "cells.shareChanged"
  /// Slots that this cell has now, and the cells that have the others.
  public var share: CellShare
  /// Reports the share according to the map that was read.
  public init(share: CellShare) { self.share = share }
}

/// Slots of one cell, and the cells that have the others.
public struct CellShare: Codable, Hashable, Sendable, Bounded {
  /// Version of the share. The share with the higher version is newer.
  public var version: Int64
  /// Slots that this cell has, such as `0-511,700`; all of them if cells are not configured.
  public var slots: SlotSet
  /// Other cells that have slots, at most 1000.
  public var others: [CellPlace]
  public static let bounds: MemberBounds<Self> = [\.others: .count(0...1000)]

  /// Creates a share of a map.
  public init(version: Int64, slots: SlotSet, others: [CellPlace]) {
    self.version = version
    self.slots = slots
    self.others = others
  }

  /// Share of an installation without cells.
  public static let everything = CellShare(version: 0, slots: .all, others: [])
}

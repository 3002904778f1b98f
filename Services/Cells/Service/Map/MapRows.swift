import Cells
import StandupsConfiguration

/// The map as database rows, which any program with access may have changed.
struct MapRows: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    var name: String
    var router: String
    var web: String?
  }

  struct Owned: Hashable, Sendable {
    var slot: Int64
    var cell: String
    /// The cell to which the slot moves.
    var target: String?
    var isHeld = false
    /// The cell that gave the slot.
    var giver: String?
  }

  /// Versions in all rows. A valid map has exactly one.
  var versions: [Int64]
  var cells: [Cell]
  var slots: [Owned]

  /// Range of the integers that every JSON reader represents exactly.
  private static let versions: ClosedRange<Int64> = 0...(1 << 53 - 1)

  /// Converts the rows to a map.
  ///
  /// - Parameter known: the last map; nil for none.
  /// - Throws: `refused` if the rows are invalid, or older than the known map; `full` if there are
  ///   too many cells.
  func map(after known: CellMap?) throws(CellsFailure) -> CellMap {
    guard let version = versions.first, versions.count == 1, Self.versions.contains(version) else {
      throw .refused("It does not have exactly one valid version.")
    }
    guard cells.count <= CellMap.maxCells else { throw .full }
    var owned: [String: SlotSet] = [:]
    for cell in cells {
      guard CellMap.isName(cell.name), owned[cell.name] == nil else {
        throw .refused("It has a cell with an invalid or duplicate name.")
      }
      guard Endpoint.isPlace(cell.router) else {
        throw .refused("Cell \(cell.name) has an invalid router address.")
      }
      guard cell.web.map({ Endpoint.page($0) == $0 }) ?? true else {
        throw .refused("Cell \(cell.name) has an invalid page address.")
      }
      owned[cell.name] = SlotSet()
    }
    var journeys: [Slot: CellMap.Journey] = [:]
    var givers: [Slot: String] = [:]
    for row in slots {
      guard let slot = Int(exactly: row.slot).flatMap(Slot.init) else {
        throw .refused("It has the invalid slot \(row.slot); expected 0 to \(Slot.count - 1).")
      }
      guard owned[row.cell] != nil else {
        throw .refused("Slot \(slot) belongs to a cell that is not in the map.")
      }
      owned[row.cell]?.insert(slot)
      journeys[slot] = row.target.map { CellMap.Journey(to: $0, isHeld: row.isHeld) }
      givers[slot] = row.giver
    }
    let map = CellMap(
      version: version,
      cells: cells.map {
        CellMap.Cell(
          name: $0.name, router: $0.router, web: $0.web, slots: owned[$0.name] ?? SlotSet())
      }, journeys: journeys, givers: givers)
    guard let map else {
      throw .refused(
        "A slot belongs to two cells, or is moving to a cell that is not in the map or already has it."
      )
    }
    guard let known, known != map else { return map }
    guard known.version < map.version else {
      throw .refused(
        "It has version \(map.version), but a different map of version \(known.version) is in use. If the database"
          + " was restored from a backup, restart the cells services to accept it.")
    }
    return map
  }
}

import Cells
import Configuration

/// The map as the rows of a database have it, which anybody may have changed.
struct MapRows: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    var name: String
    var router: String
    var web: String?
  }

  struct Owned: Hashable, Sendable {
    var slot: Int64
    var cell: String
    /// Where it goes.
    var target: String?
    var isHeld = false
    /// Who gave it.
    var giver: String?
  }

  /// Those of all rows that there are: one.
  var versions: [Int64]
  var cells: [Cell]
  var slots: [Owned]

  /// What a number of JSON can be.
  private static let versions: ClosedRange<Int64> = 0...(1 << 53 - 1)

  /// The map.
  ///
  /// - Parameter known: the last one; nil for none.
  /// - Throws: `refused` where it makes no sense, or comes before the one that is known.
  func map(after known: CellMap?) throws(CellsFailure) -> CellMap {
    guard let version = versions.first, versions.count == 1, Self.versions.contains(version) else {
      throw .refused("It has no version.")
    }
    guard cells.count <= CellMap.mostCells else { throw .full }
    var owned: [String: SlotSet] = [:]
    for cell in cells {
      guard CellMap.isName(cell.name), owned[cell.name] == nil else {
        throw .refused("It has a cell with a name that is none, or that comes twice.")
      }
      guard Endpoint.isPlace(cell.router) else {
        throw .refused("The address of the cell \(cell.name) is none.")
      }
      guard cell.web.map({ Endpoint.page($0) == $0 }) ?? true else {
        throw .refused("The address of the page of the cell \(cell.name) is none.")
      }
      owned[cell.name] = SlotSet()
    }
    var journeys: [Slot: CellMap.Journey] = [:]
    var givers: [Slot: String] = [:]
    for row in slots {
      guard let slot = Int(exactly: row.slot).flatMap(Slot.init) else {
        throw .refused("It has the slot \(row.slot); they are from 0 to \(Slot.count - 1).")
      }
      guard owned[row.cell] != nil else {
        throw .refused("The slot \(slot) is a cell’s that there is not.")
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
      throw .refused("A slot has two cells, or goes to one that there is not, or that has it.")
    }
    guard let known, known != map else { return map }
    guard known.version < map.version else {
      throw .refused(
        "It is of version \(map.version), and another one of version \(known.version) is known: was the database put back?"
          + " Then start the cells services again, which take it.")
    }
    return map
  }
}

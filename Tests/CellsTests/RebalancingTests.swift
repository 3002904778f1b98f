import Cells
import StandupsDependencies
import Foundation
import Testing

/// Cells are added, removed and lost, with hundreds of thousands of standups: the figures in docs/scaling.md.
@Suite struct RebalancingTests {
  private static let standups = 1_000_000

  /// Number of standups in each slot.
  private static let load: [Int] = {
    var random = SeededGenerator(seed: 7)
    var load = [Int](repeating: 0, count: Slot.count)
    for _ in 0..<standups {
      let (high, low) = (random.next(), random.next())
      let id = UUID(uuid: unsafeBitCast((high, low), to: uuid_t.self))
      load[Slot(of: id).number] += 1
    }
    return load
  }()

  private func load(_ slots: SlotSet) -> Int { slots.reduce(0) { $0 + Self.load[$1.number] } }

  private func map(of count: Int) throws -> CellMap {
    let cells = (0..<count).map { CellMap.Cell(name: String(format: "c%04d", $0), router: "") }
    let empty = try #require(CellMap(version: 0, cells: cells))
    return empty.balancing().reduce(empty) { $0.moving($1) }
  }

  /// With many cells relative to slots, some have two slots and others one: the fullest then has twice the mean.
  @Test(arguments: [(2, 1.01), (40, 1.08), (100, 1.13), (1000, 2.15)])
  func theFullestCellHasLittleMoreThanTheMean(_ count: Int, _ bound: Double) throws {
    let map = try map(of: count)
    let loads = map.cells.map { load($0.slots) }
    #expect(loads.reduce(0, +) == Self.standups)
    let mean = Double(Self.standups) / Double(count)
    #expect(Double(loads.max() ?? 0) <= bound * mean)
  }

  /// Adding or removing a cell moves only its share.
  @Test(arguments: [2, 40, 100, 1000])
  func onlyTheShareOfWhoComesOrGoesMoves(_ count: Int) throws {
    let map = try map(of: count)
    let share = Slot.count / count + 1
    for leaving in [0, count / 2, count - 1] {
      let name = map.cells[leaving].name
      let moves = map.balancing(leaving: [name])
      #expect(moves.reduce(0) { $0 + $1.slots.count } == map.cells[leaving].slots.count)
      #expect(moves.allSatisfy { $0.from == name })
      // The cell returns.
      let without = moves.reduce(map) { $0.moving($1) }
      let back = without.balancing()
      #expect(back.reduce(0) { $0 + $1.slots.count } <= share)
      #expect(back.allSatisfy { $0.to == name })
    }
  }

  /// A thousand cells, any of which may be lost and return: no slot is ever lost or has two cells, and a loss moves
  /// only its cell's slots.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func randomLossesLeaveEveryStandupWithOneCell(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var map = try map(of: 1000)
    var lost: Set<String> = []
    var moved = 0
    for _ in 0..<40 {
      if let back = lost.min(), Bool.random(using: &random) {
        lost.remove(back)
      } else if let cell = map.cells.randomElement(using: &random)?.name {
        lost.insert(cell)
      }
      let moves = map.balancing(leaving: lost)
      moved += moves.reduce(0) { $0 + $1.slots.count }
      let before = map.version
      for move in moves { map = map.moving(move) }
      #expect(map.version == before + Int64(moves.count))
      #expect(map.owned.isAll && map.cells.reduce(0) { $0 + $1.slots.count } == Slot.count)
      let isRight = map.cells.allSatisfy { lost.contains($0.name) == $0.slots.isEmpty }
      #expect(isRight)
      #expect(map.cells.reduce(0) { $0 + load($1.slots) } == Self.standups)
    }
    // Each step moves one cell's slots, and one slot for each cell that has one more than others.
    #expect(moved <= 40 * 3)
  }
}

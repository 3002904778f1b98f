import Cells
import StandupsDependencies
import Testing

@Suite struct CellMapTests {
  private func map(_ cells: (String, String)...) throws -> CellMap {
    let cells = try cells.map { name, slots in
      let slots = try #require(SlotSet(slots))
      return CellMap.Cell(name: name, router: "tcp://\(name):5550", slots: slots)
    }
    return try #require(CellMap(version: 1, cells: cells))
  }

  @Test func aSlotHasOneCellAndANameIsOnes() throws {
    let one = CellMap.Cell(name: "a", router: "", slots: .all)
    #expect(CellMap(version: 1, cells: [one, CellMap.Cell(name: "a", router: "")]) == nil)
    #expect(
      CellMap(
        version: 1, cells: [one, .init(name: "b", router: "", slots: SlotSet("7") ?? .init())])
        == nil)
    let map = try map(("b", "1-2"), ("a", "0"))
    #expect(map.cells.map(\.name) == ["a", "b"])
    #expect(map.owner(of: try #require(Slot(2)))?.name == "b")
    #expect(map.owner(of: try #require(Slot(3))) == nil)
    #expect(map["a"]?.router == "tcp://a:5550" && map["c"] == nil)
  }

  /// Without the argument the page's address stays, and an empty string removes it.
  @Test func aCellSaysWhereItsPageIs() throws {
    let map = try #require(try map().adding("a", router: "tcp://a", web: "https://a/"))
    #expect(map["a"]?.web == "https://a/" && map["a"]?.slots == .all)
    let moved = try #require(map.adding("a", router: "tcp://b"))
    #expect(moved["a"]?.web == "https://a/" && moved.version == map.version + 1)
    #expect(moved.adding("a", router: "tcp://b", web: "https://a/") == moved)
    let other = try #require(moved.adding("a", router: "tcp://b", web: "https://b/"))
    #expect(other["a"]?.web == "https://b/" && other.version == moved.version + 1)
    let none = try #require(other.adding("a", router: "tcp://b", web: ""))
    #expect(none["a"]?.web == nil && none.version == other.version + 1)
    #expect(none.adding("a", router: "tcp://b", web: "") == none)
  }

  @Test func theFirstCellTakesAll() throws {
    let moves = try map(("a", "")).balancing()
    #expect(moves == [SlotMove(slots: .all, from: nil, to: "a")])
    #expect(try map(("a", "")).moving(moves[0])["a"]?.slots == .all)
  }

  @Test func aNewCellTakesItsShareAndNothingElseMoves() throws {
    let map = try map(("a", "0-511"), ("b", "512-1023"), ("c", ""))
    let moves = map.balancing()
    #expect(moves.map(\.from) == ["a", "b"] && moves.allSatisfy { $0.to == "c" })
    let after = moves.reduce(map) { $0.moving($1) }
    #expect(after.cells.map(\.slots.count).sorted() == [341, 341, 342])
    #expect(after.balancing().isEmpty)
    #expect(after.version == 3)
  }

  @Test func aCellThatLeavesGivesAllThatItHas() throws {
    let map = try map(("a", "0-9"), ("b", "10-1023"))
    let after = map.balancing(leaving: ["b"]).reduce(map) { $0.moving($1) }
    #expect(after["a"]?.slots == .all && after["b"]?.slots.isEmpty == true)
    #expect(map.balancing(leaving: ["a", "b"]).isEmpty)
  }

  @Test func nobodyGivesWhatIsNotTheirs() throws {
    let map = try map(("a", "0-9"), ("b", "10-1023"))
    let slots = try #require(SlotSet("5-14"))
    let after = map.moving(SlotMove(slots: slots, from: "a", to: "b"))
    #expect(after["a"]?.slots == SlotSet("0-4") && after["b"]?.slots == SlotSet("5-1023"))
    #expect(after.moving(SlotMove(slots: slots, from: "a", to: "b")) == after)
    #expect(map.moving(SlotMove(slots: slots, from: nil, to: "b")) == map)
    #expect(map.moving(SlotMove(slots: slots, from: "a", to: "c")) == map)
    #expect(map.moving(SlotMove(slots: slots, from: "c", to: "a")) == map)
  }

  @Test func theFirstCellThatIsAddedHasAll() throws {
    let empty = try map()
    let first = try #require(empty.adding("b", router: "tcp://b"))
    #expect(first.version == 2 && first["b"]?.slots == .all)
    let second = try #require(first.adding("a", router: "tcp://a"))
    #expect(second.cells.map(\.name) == ["a", "b"] && second["a"]?.slots.isEmpty == true)
    let moved = try #require(second.adding("b", router: "tcp://c"))
    #expect(moved.version == 4 && moved["b"]?.router == "tcp://c" && moved["b"]?.slots == .all)
    #expect(moved.adding("b", router: "tcp://c") == moved)
  }

  @Test func cellsHaveABound() throws {
    let names = (0..<CellMap.maxCells).map { "c\($0)" }
    let full = try names.reduce(try map()) { try #require($0.adding($1, router: "")) }
    #expect(full.adding("one-more", router: "") == nil)
    #expect(full.adding("c0", router: "tcp://a")?["c0"]?.router == "tcp://a")
    #expect(CellMap.isName("North-1") && !CellMap.isName("") && !CellMap.isName("né"))
    #expect(!CellMap.isName(String(repeating: "n", count: 33)))
  }
}

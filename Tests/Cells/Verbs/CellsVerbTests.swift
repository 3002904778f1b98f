import Bus
import Cells
import CellsAPI
import CommandLineKit
import Testing

@testable import Command

@Suite("cells")
struct CellsVerbTests {
  private static func bench(_ status: CellsStatus) -> Bench {
    let bench = Bench()
    bench.caller.on(GetCells.self) { _ in status }
    bench.caller.on(AddCell.self) { command in
      var status = status
      status.cells.append(
        CellPlace(
          name: command.name, router: command.router, web: command.web, slots: SlotSet()))
      return status
    }
    return bench
  }

  private static let two = CellsStatus(
    cell: "north", version: 4,
    cells: [
      CellPlace(name: "north", router: "tcp://n-a,tcp://n-b", slots: SlotSet("0-681") ?? .all),
      CellPlace(name: "south", router: "tcp://s", slots: SlotSet("682-1023") ?? .all),
    ])

  @Test("all cells, with a star for the one that answers")
  func list() async {
    let expected = """
         NAME   ROUTER               SLOTS
      *  north  tcp://n-a,tcp://n-b  682 (66.6 %)
         south  tcp://s              342 (33.4 %)

      """
    for line in ["cells", "cells list"] {
      let bench = Self.bench(Self.two)
      #expect(await bench.run(line) == .ok)
      #expect(bench.output == expected)
    }
  }

  @Test("without cells that is said")
  func none() async {
    let none = Self.bench(CellsStatus())
    #expect(await none.run("cells") == .ok)
    #expect(await none.run("cells plan") == .ok)
    #expect(none.output.contains("STANDUPS_CELLS"))
    let empty = Self.bench(CellsStatus(cell: "north"))
    #expect(await empty.run("cells") == .ok)
    #expect(empty.output.contains("standups cells add north"))
  }

  @Test("slots are sent where the plan says, or where one says")
  func move() async {
    let bench = Self.bench(Self.two)
    bench.caller.on(MoveSlots.self) { command in
      var status = Self.two
      status.moves = [CellMove(slots: command.slots, from: "north", to: command.to)]
      return status
    }
    #expect(await bench.run("cells move") == .ok)
    #expect(bench.output.contains("Moving 170 slots from north to south"))
    let some = Self.bench(Self.two)
    some.caller.on(MoveSlots.self) { command in
      #expect(command == MoveSlots(slots: SlotSet("0-9,700") ?? .all, to: "south"))
      return Self.two
    }
    #expect(await some.run("cells move --slots 0-9,700 --to south --wait") == .ok)
    for line in [
      "cells move --slots 0-9", "cells move --to south", "cells move --slots x --to south",
      "cells move --slots 1024 --to south",
    ] {
      #expect(await Self.bench(Self.two).run(line) == .usage, "\(line)")
    }
    #expect(await Self.bench(Self.two).run("cells move --without west") == .noInput)
  }

  @Test("a cell is added, with the address of its routers")
  func add() async {
    let bench = Self.bench(Self.two)
    #expect(await bench.run("cells add west --router tcp://w") == .ok)
    #expect(bench.output.contains("   west   tcp://w              0 (0.0 %)"))
    #expect(await bench.run("cells add west") == .usage)
    let page = Self.bench(Self.two)
    #expect(await page.run("cells add west --router tcp://w --web https://w.example/") == .ok)
    #expect(
      page.output == """
           NAME   ROUTER               SLOTS         PAGE
        *  north  tcp://n-a,tcp://n-b  682 (66.6 %)
           south  tcp://s              342 (33.4 %)
           west   tcp://w              0 (0.0 %)     https://w.example/

        """)
    let none = Self.bench(Self.two)
    none.caller.on(AddCell.self) { command in
      #expect(command == AddCell(name: "south", router: "tcp://s", web: ""))
      return Self.two
    }
    #expect(await none.run(["cells", "add", "south", "--router", "tcp://s", "--web", ""]) == .ok)
  }

  @Test("what would have to move")
  func plan() async {
    let bench = Self.bench(Self.two)
    #expect(await bench.run("cells plan") == .ok)
    #expect(
      bench.output == """
        FROM   TO     SHARE         SLOTS
        north  south  170 (16.6 %)  512-681

        """)
    let leaving = Self.bench(Self.two)
    #expect(await leaving.run("cells plan --without south --json") == .ok)
    #expect(
      leaving.output
        == #"{"moves":[{"from":"south","slots":"682-1023","to":"north"}],"version":4}"# + "\n")
    let nobody = Self.bench(Self.two)
    #expect(await nobody.run("cells plan --without south --without north") == .ok)
    #expect(nobody.output.contains("no cell is left"))
    #expect(await nobody.run("cells plan --without east") == .noInput)
  }
}

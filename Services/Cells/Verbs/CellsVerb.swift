import Bus
import Cells
import CellsAPI

/// The `standups cells` command.
enum CellsVerb {
  private static let name = Argument<String>.required(
    "NAME", help: "Name of the cell: its STANDUPS_CELL.")
  private static let router = Argument<String?>.option(
    "--router", placeholder: "tcp://HOST",
    help: "Address of the cell’s router, as in STANDUPS_ROUTER, or several separated by commas.")
  private static let web = Argument<String?>.option(
    "--web", placeholder: "https://HOST/",
    help: "Address of the cell’s web page, for links from other cells; an empty string removes it.")
  private static let leaving = Argument<[String]>.options(
    "--without", placeholder: "NAME", help: "Cell to empty. Repeatable.")

  static let verb = Verb(
    "cells", summary: "Show the cells, and move standups between them.",
    details: """
      A cell is an installation: routers, services and a journal. Several cells can share the standups: each standup \
      belongs to one of 1,024 slots, and a map in a database assigns the slots to cells. Cells are in use if \
      STANDUPS_CELL and STANDUPS_CELLS are set. A star marks the cell that answered.
      """,
    examples: [
      .init("standups cells", "All cells and their shares."),
      .init("standups cells --json", "As JSON."),
    ],
    json: json, verbs: [list, add, plan, move]
  ) { _, context in try await list(context) }

  private static let json = """
    {“cell”, “version”, “cells”: [{“name”, “router”, “web”, “slots”}], “moves”: [{“slots”, “from”, “to”}]}
    """

  private static let slots = Argument<String?>.option(
    "--slots", placeholder: "0-511,700", help: "Slots to move, as numbers and ranges.")
  private static let target = Argument<String?>.option(
    "--to", placeholder: "NAME", help: "Cell to move them to.")
  private static let waits = Argument<Bool>.flag(
    "--wait", help: "Wait until the move is complete.")

  private static let move = Verb(
    "move", summary: "Move slots to another cell, with their standups and meetings.",
    details: """
      Without --slots and --to, carries out the moves that “plan” shows. Cells hand over one slot at a time while \
      meetings continue; “standups cells” shows the slots that are still moving.
      """,
    arguments: [slots, target, leaving, waits],
    examples: [
      .init("standups cells move", "Gives every cell an equal share."),
      .init("standups cells move --without north", "Empties a cell."),
      .init("standups cells move --slots 0-127 --to north --wait", "Moves some slots, and waits."),
    ], json: json
  ) { values, context in
    var status = try await context.send(GetCells())
    let chosen = try values[slots], target = try values[target]
    var moves: [SlotMove]
    if let chosen, let target {
      guard let slots = SlotSet(chosen), !slots.isEmpty else {
        throw Failure.usage(
          "Invalid --slots “\(DisplayText.safe(chosen))”; expected numbers and ranges from 0 to 1023,"
            + " such as 0-511,700.")
      }
      moves = [SlotMove(slots: slots, from: nil, to: target)]
    } else if chosen == nil, target == nil {
      moves = try balancing(status, without: Set(try values[leaving]))
    } else {
      throw Failure.usage("Use --slots and --to together.")
    }
    for move in moves {
      status = try await context.send(MoveSlots(slots: move.slots, to: move.to))
    }
    while try values[waits], status.moves != nil {
      try await Task.sleep(for: .milliseconds(500))
      status = try await context.send(GetCells())
    }
    try context.show(status) { lines(status, context) }
  }

  private static let list = Verb(
    "list", summary: "List the cells.",
    examples: [.init("standups cells list", "The same as “standups cells”.")], json: json
  ) { _, context in try await list(context) }

  private static func list(_ context: CommandContext) async throws {
    let status = try await context.send(GetCells())
    try context.show(status) { lines(status, context) }
  }

  private static let add = Verb(
    "add", summary: "Add a cell, or change its address.",
    details: """
      The first cell has all standups. A cell that is added later has none until “standups cells move” moves slots to \
      it. Without --web, the address of the cell’s page stays the same.
      """,
    arguments: [name, router, web],
    examples: [
      .init("standups cells add north --router tcp://north", "A cell with one router."),
      .init(
        "standups cells add north --router tcp://north-a,tcp://north-b",
        "A cell with a pair of routers."),
      .init(
        "standups cells add north --router tcp://north --web https://north.example/",
        "Pages of other cells link to its page."),
    ], json: json
  ) { values, context in
    guard let router = try values[router] else {
      throw Failure.usage("Missing --router tcp://HOST, the address of the cell’s router.")
    }
    let status = try await context.send(
      AddCell(name: try values[name], router: router, web: try values[web]))
    try context.show(status) { lines(status, context) }
  }

  private static let plan = Verb(
    "plan", summary: "Show the moves that would give every cell an equal share.",
    details: "Changes nothing.",
    arguments: [leaving],
    examples: [
      .init("standups cells plan", "Slots for a new cell, and the cells that they come from."),
      .init("standups cells plan --without north", "Cells that would get the slots of north."),
    ], json: "{“version”, “moves”: [{“slots”, “from”, “to”}]}"
  ) { values, context in
    let status = try await context.send(GetCells())
    let leaving = Set(try values[leaving])
    let moves = try balancing(status, without: leaving)
    let plan = Plan(version: status.version, moves: moves.map(Plan.Move.init))
    try context.show(plan) {
      guard !status.cells.isEmpty else { return [none] }
      guard leaving.count < status.cells.count else {
        return ["Nothing can move: no cell is left to receive the slots."]
      }
      return plan.moves.isEmpty ? ["Nothing needs to move."] : lines(moves, context)
    }
  }

  /// Moves that balance the slots between the cells.
  ///
  /// - Throws: `Failure` if a cell in `leaving` does not exist.
  private static func balancing(
    _ status: CellsStatus, without leaving: Set<String>
  ) throws -> [SlotMove] {
    guard status.cells.isEmpty || leaving.isSubset(of: status.cells.map(\.name)) else {
      let unknown = leaving.subtracting(status.cells.map(\.name)).sorted()
      throw Failure.notFound("Cell", unknown.joined(separator: ", "), list: "standups cells")
    }
    guard let map = CellMap(status) else {
      throw Failure(.data, code: "invalid", "The cell map is inconsistent.")
    }
    return map.balancing(leaving: leaving)
  }

  /// The planned moves as JSON.
  private struct Plan: Encodable {
    struct Move: Encodable {
      var slots: SlotSet
      var from: String?
      var to: String

      init(_ move: SlotMove) {
        slots = move.slots
        from = move.from
        to = move.to
      }
    }

    var version: Int64
    var moves: [Move]
  }

  // MARK: Output

  private static let none =
    "Cells are not in use (STANDUPS_CELL and STANDUPS_CELLS are not set): this installation contains all standups."

  private static func lines(_ status: CellsStatus, _ context: CommandContext) -> [String] {
    guard let own = status.cell else { return [none] }
    guard !status.cells.isEmpty else {
      return [
        "The map has no cells yet. Add this one with “standups cells add \(DisplayText.safe(own)) --router tcp://…”."
      ]
    }
    let havePages = status.cells.contains { $0.web != nil }
    var table = Table(
      header: ["", "NAME", "ROUTER", "SLOTS"] + (havePages ? ["PAGE"] : []), flexible: 2)
    table.rows = status.cells.map {
      [
        $0.name == own ? "*" : "", DisplayText.safe($0.name), DisplayText.safe($0.router),
        share($0.slots),
      ] + (havePages ? [DisplayText.safe($0.web ?? "")] : [])
    }
    var lines = table.lines(width: context.console.width, ink: context.console.ink)
    for move in status.moves ?? [] {
      let names = "\(DisplayText.safe(move.from)) to \(DisplayText.safe(move.to))"
      lines.append("Moving \(DisplayText.count(move.slots.count, "slot")) from \(names)")
    }
    return lines
  }

  private static func lines(_ moves: [SlotMove], _ context: CommandContext) -> [String] {
    var table = Table(header: ["FROM", "TO", "SHARE", "SLOTS"], flexible: 3)
    table.rows = moves.map {
      [
        $0.from.map(DisplayText.safe) ?? "no cell", DisplayText.safe($0.to), share($0.slots),
        $0.slots.description,
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  /// The number of slots and their percentage of all slots.
  private static func share(_ slots: SlotSet) -> String {
    let tenths = (slots.count * 1000 + Slot.count / 2) / Slot.count
    return "\(slots.count) (\(tenths / 10).\(tenths % 10) %)"
  }
}

extension CellMap {
  fileprivate init?(_ status: CellsStatus) {
    self.init(
      version: status.version,
      cells: status.cells.map { Cell(name: $0.name, router: $0.router, slots: $0.slots) })
  }
}

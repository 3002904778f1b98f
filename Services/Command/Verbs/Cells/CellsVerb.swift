import Bus
import Cells
import CellsAPI

/// `standups cells`
enum CellsVerb {
  private static let name = Argument<String>.required(
    "NAME", help: "What the cell is called: its STANDUPS_CELL.")
  private static let router = Argument<String?>.option(
    "--router", placeholder: "tcp://HOST",
    help: "Where its routers take commands, as in STANDUPS_ROUTER; several with commas.")
  private static let web = Argument<String?>.option(
    "--web", placeholder: "https://HOST/",
    help: "Where its page is, for the pages of the other cells; the empty text is nowhere.")
  private static let leaving = Argument<[String]>.options(
    "--without", placeholder: "NAME", help: "A cell that shall have nothing; once for each.")

  static let verb = Verb(
    "cells", summary: "See which cell has which standups.",
    details: """
      A cell is an installation: routers, services and a journal. Several share the standups, each of which belongs to \
      one of 1,024 slots; a map in a database says which cell has which slots. It is where STANDUPS_CELL and \
      STANDUPS_CELLS are set. The cell that answers has a star.
      """,
    examples: [
      .init("standups cells", "All cells, and how much each of them has."),
      .init("standups cells --json", "For programs."),
    ],
    json: json, verbs: [list, add, plan, move]
  ) { _, context in try await list(context) }

  private static let json = """
    {“cell”, “version”, “cells”: [{“name”, “router”, “web”, “slots”}], “moves”: [{“slots”, “from”, “to”}]}
    """

  private static let slots = Argument<String?>.option(
    "--slots", placeholder: "0-511,700", help: "Which slots, as numbers and ranges.")
  private static let target = Argument<String?>.option(
    "--to", placeholder: "NAME", help: "The cell that is to have them.")
  private static let waits = Argument<Bool>.flag(
    "--wait", help: "Come back when all of it is there.")

  private static let move = Verb(
    "move", summary: "Move slots to another cell, with their standups and meetings.",
    details: """
      Without --slots and --to it moves what “plan” shows. The cells that have the slots give them one after the other, \
      while meetings go on; “standups cells” shows what is still on its way.
      """,
    arguments: [slots, target, leaving, waits],
    examples: [
      .init("standups cells move", "Give every cell its share."),
      .init("standups cells move --without north", "Take everything from a cell."),
      .init("standups cells move --slots 0-127 --to north --wait", "Some slots, and wait."),
    ], json: json
  ) { values, context in
    var status = try await context.send(GetCells())
    let chosen = try values[slots], target = try values[target]
    var moves: [SlotMove]
    if let chosen, let target {
      guard let slots = SlotSet(chosen), !slots.isEmpty else {
        throw Failure.usage("--slots takes numbers and ranges from 0 to 1023, such as 0-511,700.")
      }
      moves = [SlotMove(slots: slots, from: nil, to: target)]
    } else if chosen == nil, target == nil {
      moves = try balancing(status, without: Set(try values[leaving]))
    } else {
      throw Failure.usage("--slots and --to go together: which slots, and to which cell.")
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
    "add", summary: "Add a cell, or say where one is now.",
    details: """
      The first cell has all standups. A later one has none until slots are moved to it, which “standups cells move” does. \
      Without --web the address of its page stays as it is.
      """,
    arguments: [name, router, web],
    examples: [
      .init("standups cells add north --router tcp://north", "A cell with one router."),
      .init(
        "standups cells add north --router tcp://north-a,tcp://north-b", "With a pair of them."),
      .init(
        "standups cells add north --router tcp://north --web https://north.example/",
        "The other cells’ pages lead to its own."),
    ], json: json
  ) { values, context in
    guard let router = try values[router] else {
      throw Failure.usage("Where its routers are is missing: --router tcp://HOST.")
    }
    let status = try await context.send(
      AddCell(name: try values[name], router: router, web: try values[web]))
    try context.show(status) { lines(status, context) }
  }

  private static let plan = Verb(
    "plan", summary: "Show what would have to move for every cell to have as much.",
    details: "It only reads.",
    arguments: [leaving],
    examples: [
      .init("standups cells plan", "What a new cell would get, and from whom."),
      .init("standups cells plan --without north", "Who would get what north has."),
    ], json: "{“version”, “moves”: [{“slots”, “from”, “to”}]}"
  ) { values, context in
    let status = try await context.send(GetCells())
    let leaving = Set(try values[leaving])
    let moves = try balancing(status, without: leaving)
    let plan = Plan(version: status.version, moves: moves.map(Plan.Move.init))
    try context.show(plan) {
      guard !status.cells.isEmpty else { return [none] }
      guard leaving.count < status.cells.count else {
        return ["Nothing can move: no cell is left that could take it."]
      }
      return plan.moves.isEmpty ? ["Nothing has to move."] : lines(moves, context)
    }
  }

  /// What would have to move.
  ///
  /// - Throws: `Failure` for a cell that there is not.
  private static func balancing(
    _ status: CellsStatus, without leaving: Set<String>
  ) throws -> [SlotMove] {
    guard status.cells.isEmpty || leaving.isSubset(of: status.cells.map(\.name)) else {
      let unknown = leaving.subtracting(status.cells.map(\.name)).sorted()
      throw Failure.notFound("There is no cell \(unknown.joined(separator: ", ")).")
    }
    guard let map = CellMap(status) else {
      throw Failure(.data, code: "invalid", "The map of cells makes no sense.")
    }
    return map.balancing(leaving: leaving)
  }

  /// What would have to move, for programs.
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

  // MARK: Showing

  private static let none =
    "There are no cells (STANDUPS_CELL, STANDUPS_CELLS): all standups are in this installation."

  private static func lines(_ status: CellsStatus, _ context: CommandContext) -> [String] {
    guard let own = status.cell else { return [none] }
    guard !status.cells.isEmpty else {
      return [
        "The map has no cells yet: “standups cells add \(DisplayText.safe(own)) --router tcp://…” adds this one."
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
      lines.append("\(move.slots.count) on the way from \(names)")
    }
    return lines
  }

  private static func lines(_ moves: [SlotMove], _ context: CommandContext) -> [String] {
    var table = Table(header: ["FROM", "TO", "SLOTS", "WHICH"], flexible: 3)
    table.rows = moves.map {
      [
        $0.from.map(DisplayText.safe) ?? "nobody", DisplayText.safe($0.to), share($0.slots),
        $0.slots.description,
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  /// How many, and how much that is of all.
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

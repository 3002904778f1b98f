import Bus
import Cells
import CellsAPI
import Dependencies
import Foundation
import Logging
import ServiceShell

/// The logic of the cells service: an action in, the state changed, effects out. It does no I/O.
///
/// The map is in a database that all cells share. It is read each second and kept in memory, so a database that is away
/// changes nothing but that nobody hears of changes; and the parent is told whenever what this cell has is another.
struct CellsReducer: Sendable {
  /// For the shell, which does what the effects say.
  let world: World
  /// Which cell this is; nil where there are none.
  let cell: String?
  var date: DateGenerator = .live

  /// How long the map is left alone after it was read, in milliseconds.
  static let pauseMs = 1000
  /// How long the parent is left alone at most when it did not take what it was told, in milliseconds.
  static let longestPauseMs = 32_000
  /// After how many seconds somebody should look.
  static let problemAfter: Double = 10

  /// Takes an action.
  ///
  /// - Returns: what the shell has to do, in order.
  func reduce(_ state: inout CellsState, _ action: CellsAction) -> [CellsEffect] {
    var reduction = Reduction(state: state, reducer: self)
    reduction.take(action)
    state = reduction.state
    return reduction.effects
  }

  /// What this cell has, and where all else is; nil as long as the map was never read.
  func share(_ state: CellsState) -> CellShare? {
    guard let cell else { return .everything }
    guard let map = state.map else { return nil }
    let others = map.cells.filter { $0.name != cell && !$0.slots.isEmpty }
    return CellShare(
      version: map.version, slots: map.served(by: cell),
      others: others.map(CellPlace.init))
  }

  /// All cells; nil as long as the map was never read.
  func status(_ state: CellsState) -> CellsStatus? {
    guard let cell else { return CellsStatus() }
    return state.map.map {
      CellsStatus(
        cell: cell, version: $0.version, cells: $0.cells.map(CellPlace.init),
        moves: $0.moves.isEmpty ? nil : $0.moves.map(CellMove.init))
    }
  }

  /// The beginning of a sentence, to which a reason may be added.
  static let unread = "The map of cells has not been read yet"

  /// What keeps it from its work, in a sentence; nil if nothing does.
  func obstacle(_ state: CellsState) -> String? {
    guard cell != nil, state.map == nil else { return nil }
    return Self.unread + ((state.away?.reason ?? state.refused).map { ": \($0)" } ?? ".")
  }

  /// What is wrong and needs a person, one sentence each.
  func problems(_ state: CellsState) -> [String] {
    guard let cell else { return [] }
    var problems: [String] = []
    let rest = state.map == nil ? "no map is in use" : "the last map stays in use"
    if let away = state.away, isOld(away) {
      problems.append(
        "The map of cells has been unavailable since \(Timestamp.format(away.since)); \(rest): \(away.reason)"
      )
    }
    if let refused = state.refused {
      problems.append("The map of cells in the database is invalid; \(rest): \(refused)")
    }
    if let map = state.map, map[cell] == nil {
      problems.append(
        "This cell is not in the map of cells; add it with “standups cells add \(cell) --router tcp://…”."
      )
    }
    if let untold = state.untold, isOld(untold) {
      problems.append(
        "The router has not accepted the slots of this cell since \(Timestamp.format(untold.since)):"
          + " \(untold.reason)")
    }
    if let stuck = state.stuck, isOld(stuck) {
      problems.append(
        "Moving slots has been failing since \(Timestamp.format(stuck.since)); retrying: \(stuck.reason)"
      )
    }
    return problems
  }

  private func isOld(_ trouble: CellsState.Trouble) -> Bool {
    date().timeIntervalSince(trouble.since) >= Self.problemAfter
  }
}

extension CellPlace {
  init(_ cell: CellMap.Cell) {
    self.init(name: cell.name, router: cell.router, web: cell.web, slots: cell.slots)
  }
}

extension CellMove {
  init(_ move: SlotMove) {
    self.init(slots: move.slots, from: move.from ?? "", to: move.to)
  }
}

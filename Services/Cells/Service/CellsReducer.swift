import Bus
import Cells
import CellsAPI
import StandupsDependencies
import Foundation
import StandupsLogging
import ServiceShell

/// The logic of the cells service: it handles an action, changes the state, and returns effects. It
/// does no I/O.
///
/// The map is stored in a database that all cells share. It is read every second and cached, so an
/// unavailable database only delays changes of the map. The composition root receives the share of
/// this cell whenever it changes.
struct CellsReducer: Sendable {
  /// Input and output, which the shell uses to perform effects.
  let io: CellsIO
  /// Name of this cell; nil if cells are not configured.
  let cell: String?
  var date: DateGenerator = .live

  /// Delay between two reads of the map, in milliseconds.
  static let pauseMs = 1000
  /// Maximum delay before the share is sent again after a rejection, in milliseconds.
  static let maxPauseMs = 32_000
  /// Time for which a failure has to last before it is reported as a problem, in seconds.
  static let problemAfter: Double = 10

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout CellsState, _ action: CellsAction) -> [CellsEffect] {
    CellsReduction(state: CellsState(), reducer: self).change(&state) { $0.take(action) }
  }

  /// Slots of this cell, and the cells that have the others; nil until the map has been read.
  func share(_ state: CellsState) -> CellShare? {
    guard let cell else { return .everything }
    guard let map = state.map else { return nil }
    let others = map.cells.filter { $0.name != cell && !$0.slots.isEmpty }
    return CellShare(
      version: map.version, slots: map.served(by: cell),
      others: others.map(CellPlace.init))
  }

  /// All cells; nil until the map has been read.
  func status(_ state: CellsState) -> CellsStatus? {
    guard let cell else { return CellsStatus() }
    return state.map.map {
      CellsStatus(
        cell: cell, version: $0.version, cells: $0.cells.map(CellPlace.init),
        moves: $0.moves.isEmpty ? nil : $0.moves.map(CellMove.init))
    }
  }

  /// Beginning of an error message, to which a reason may be added.
  static let unread = "The cell map has not been read yet"

  /// Reason why the service cannot work, as a sentence; nil if it can.
  func obstacle(_ state: CellsState) -> String? {
    guard cell != nil, state.map == nil else { return nil }
    return Self.unread + ((state.away?.reason ?? state.refused).map { ": \($0)" } ?? ".")
  }

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: CellsState) -> [String] {
    guard let cell else { return [] }
    var problems: [String] = []
    let rest = state.map == nil ? "no map is in use" : "the last map remains in use"
    if let away = state.away, isOld(away) {
      problems.append(
        "The cell map has been unavailable since \(Timestamp.format(away.since)); \(rest): \(away.reason)"
      )
    }
    if let refused = state.refused {
      problems.append("The cell map in the database is invalid; \(rest): \(refused)")
    }
    if let map = state.map, map[cell] == nil {
      problems.append(
        "This cell is not in the cell map; add it with “standups cells add \(cell) --router tcp://…”."
      )
    }
    if let rejection = state.rejection, isOld(rejection) {
      problems.append(
        "The router has not accepted the slots of this cell since \(Timestamp.format(rejection.since)):"
          + " \(rejection.reason)")
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

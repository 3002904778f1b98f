import Bus
import Cells
import CellsAPI
import StandupsDependencies
import FastJSON
import Foundation
import TestSupport
import Testing
import Threads

@testable import CellsService

/// Drives the reducer: every effect is asserted except log lines.
struct Scenario {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  let time = Locked(Scenario.start)
  let reducer: CellsReducer
  var store: TestStore<CellsState, CellsAction, CellsEffect, Int>

  init(cell: String? = "north") {
    let time = time
    let reducer = CellsReducer(
      io: .off, cell: cell, date: DateGenerator { time.withLock { $0 } })
    self.reducer = reducer
    store = TestStore(
      CellsState(), view: { _ in 0 },
      ignoring: { if case .log = $0 { true } else { false } }, reduce: { reducer.reduce(&$0, $1) })
  }

  var problems: [String] { reducer.problems(store.state) }
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

  static func map(_ version: Int64, _ cells: (String, String)...) throws -> CellMap {
    let cells = try cells.map { name, slots in
      CellMap.Cell(name: name, router: "tcp://\(name)", slots: try #require(SlotSet(slots)))
    }
    return try #require(CellMap(version: version, cells: cells))
  }

  /// A map with slots that are moving, or were given.
  static func map(
    _ version: Int64, _ cells: [(String, String)], _ journeys: [Int: CellMap.Journey],
    givers: [Int: String] = [:]
  ) throws -> CellMap {
    let cells = try cells.map { name, slots in
      CellMap.Cell(name: name, router: "tcp://\(name)", slots: try #require(SlotSet(slots)))
    }
    func keyed<Value>(_ values: [Int: Value]) throws -> [Slot: Value] {
      var keyed: [Slot: Value] = [:]
      for (number, value) in values { keyed[try #require(Slot(number))] = value }
      return keyed
    }
    return try #require(
      CellMap(
        version: version, cells: cells, journeys: keyed(journeys), givers: keyed(givers)))
  }

  static func share(_ version: Int64, _ slots: String, _ others: (String, String)...) throws
    -> CellShare
  {
    CellShare(
      version: version, slots: try #require(SlotSet(slots)),
      others: try others.map { name, slots in
        CellPlace(name: name, router: "tcp://\(name)", slots: try #require(SlotSet(slots)))
      })
  }

  /// Reads the map for the first time; the composition root accepts the share.
  mutating func begin(_ map: CellMap) throws {
    store.send(.start)
    store.expect(.read(1, known: nil))
    store.send(.read(1, .success(map)))
    store.expect(.ready)
    let share = try told()
    let others = reducer.cell.flatMap { map[$0] }.map { map.owned.subtracting($0.slots) }
    let foreign = others?.subtracting(map.coming(to: reducer.cell ?? "")) ?? SlotSet()
    if !foreign.isEmpty { store.expect(.look(foreign)) }
    if foreign.isEmpty, let (slot, target) = next(map) { store.expect(.copy(slot, to: target)) }
    store.expect(Self.pause)
    store.send(.told(share, nil))
    if !foreign.isEmpty { store.send(.looked(.success(SlotSet()))) }
  }

  /// The slot of this cell that moves first, and its target router.
  private func next(_ map: CellMap) -> (Slot, String)? {
    let slot = map.journeys.keys.filter { map.owner(of: $0)?.name == reducer.cell }.min()
    guard let slot, let target = map.journeys[slot].flatMap({ map[$0.to] }) else { return nil }
    return (slot, target.router)
  }

  /// Triggers the next read, with this result.
  mutating func look(
    _ result: Result<CellMap?, CellsFailure>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    store.send(.readAgain, sourceLocation: sourceLocation)
    let token = try store.take(
      { if case .read(let token, _) = $0 { token } else { nil } }, sourceLocation: sourceLocation)
    store.send(.read(token, result), sourceLocation: sourceLocation)
  }

  /// Takes the report of the share.
  mutating func told(sourceLocation: SourceLocation = #_sourceLocation) throws -> CellShare {
    try store.take(
      { if case .reportShare(let share) = $0 { share } else { nil } },
      sourceLocation: sourceLocation)
  }

  static let pause = CellsEffect.wait(ms: 1000, then: .readAgain)

  mutating func refusal(
    of command: CellsCommand, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BusError.Code {
    store.send(.received(7, command), sourceLocation: sourceLocation)
    return try store.take(
      { if case .reply(7, .failure(let error)) = $0 { error.code } else { nil } },
      sourceLocation: sourceLocation)
  }

  mutating func reply<Reply: Decodable>(
    _ type: Reply.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Reply {
    let json = try store.take(
      { if case .reply(7, .success(let json)) = $0 { json } else { nil } },
      sourceLocation: sourceLocation)
    return try BusJSON.decode(type, from: Data(json.text.utf8))
  }
}

import Bus
import Cells
import CellsAPI
import Connecting
import Foundation
import PostgreSQL
import TestSupport
import Testing
import ZeroMQ

@testable import CellsService

/// The map in a real PostgreSQL server.
@Suite(
  .serialized,
  .needs(.postgreSQL))
struct CellStoreTests {
  /// A database for one test.
  private struct Database {
    let server: PostgreSQLServer
    let name = "cells_\(UUID().uuidString.prefix(8).lowercased())"

    init() throws {
      server = try PostgreSQLServer.shared()
      try psql("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres")
    }

    @discardableResult
    func psql(_ statement: String, in database: String? = nil) throws -> String {
      try server.psql(database ?? name, statement)
    }

    func store() throws -> CellStore {
      try CellStore(try #require(PostgreSQLAddress(server.address(name))))
    }
  }

  @Test func theFirstCellHasEverything() async throws {
    let database = try Database()
    let store = try database.store()
    let empty = try #require(try await store.read(after: nil))
    #expect(empty == CellMap(version: 0, cells: []))
    #expect(try await store.read(after: empty) == nil)
    let first = try await store.add("north", router: "tcp://n", after: empty)
    #expect(first.version == 1 && first["north"]?.slots == .all)
    let second = try await store.add("south", router: "tcp://s-1,tcp://s-2", after: first)
    #expect(second.version == 2 && second["south"]?.slots.isEmpty == true)
    let moved = try await store.add("north", router: "tcp://n2", after: second)
    #expect(moved.version == 3 && moved["north"]?.router == "tcp://n2")
    #expect(moved["north"]?.slots == .all)
    // Repeating it changes nothing.
    #expect(try await store.add("north", router: "tcp://n2", after: moved) == moved)
    let page = try await store.add(
      "north", router: "tcp://n2", web: "https://north.example/", after: moved)
    #expect(page.version == 4 && page["north"]?.web == "https://north.example/")
    #expect(try await store.read(after: moved) == page)
    #expect(try await store.add("north", router: "tcp://n2", after: page) == page)
    let none = try await store.add("north", router: "tcp://n2", web: "", after: page)
    #expect(none.version == 5 && none["north"]?.web == nil)
    let other = try database.store()
    #expect(try await other.read(after: nil) == none)
    #expect(try await other.read(after: second) == none)
    await store.close()
    await other.close()
  }

  /// Two concurrent additions see each other's change.
  @Test func severalAddAtOnce() async throws {
    let database = try Database()
    let stores = try (0..<3).map { _ in try database.store() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for cell in 0..<5 {
            _ = try await store.add("c-\(number)-\(cell)", router: "tcp://a", after: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    let map = try #require(try await stores[0].read(after: nil))
    #expect(map.version == 15 && map.cells.count == 15)
    #expect(map.cells.reduce(0) { $0 + $1.slots.count } == Slot.count)
    #expect(map.cells.filter { !$0.slots.isEmpty }.count == 1)
    for store in stores { await store.close() }
  }

  @Test func thereAreAThousandAtMost() async throws {
    let database = try Database()
    let store = try database.store()
    _ = try await store.read(after: nil)
    try database.psql(
      """
      INSERT INTO standups_cells.cells SELECT 'c' || i, 'tcp://a' FROM generate_series(1, 1000) AS i
      """)
    await #expect(throws: CellsFailure.full) {
      try await store.add("more", router: "tcp://a", after: nil)
    }
    #expect(try await store.add("c1", router: "tcp://b", after: nil).version == 1)
    await store.close()
  }

  /// An invalid map is rejected completely and not changed; once repaired, it is accepted at once.
  @Test func aMapThatMakesNoSenseIsRefused() async throws {
    let database = try Database()
    let store = try database.store()
    let map = try await store.add("north", router: "tcp://n", after: nil)
    try database.psql("ALTER TABLE standups_cells.slots DROP CONSTRAINT slots_slot_check")
    try database.psql(
      "INSERT INTO standups_cells.slots VALUES (1024, 'north'); UPDATE standups_cells.map SET version = 2"
    )
    await #expect(throws: CellsFailure.refused("It has the invalid slot 1024; expected 0 to 1023."))
    {
      try await store.read(after: map)
    }
    await #expect(throws: CellsFailure.self) {
      try await store.add("south", router: "tcp://s", after: map)
    }
    try database.psql("DELETE FROM standups_cells.slots WHERE slot = 1024")
    let mended = try #require(try await store.read(after: map))
    #expect(mended.version == 2 && mended.cells == map.cells)
    await store.close()
  }

  /// An unavailable database is a failure with a message; once it is back, the map is read as
  /// before.
  @Test func aServerMayGoAndComeBack() async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    let store = try CellStore(try #require(PostgreSQLAddress(server.address("postgres"))))
    let map = try await store.add("north", router: "tcp://n", after: nil)
    server.crash()
    do {
      _ = try await store.read(after: map)
      Issue.record("There is no server.")
    } catch {
      guard case .away = error else { throw error }
    }
    try server.start()
    #expect(try await store.read(after: map) == nil)
    await store.close()
  }

  /// The whole service: changes by others are noticed, and reported to the composition root until
  /// it accepts them.
  @Test func theParentIsToldOfChanges() async throws {
    let database = try Database()
    let router = ScriptedDelegate { _ in Done() }
    let loop = try SocketLoop(name: "cells")
    let store = try database.store()
    let service = CellsService(
      on: loop, delegate: router,
      reducer: CellsReducer(io: CellsIO(store, Neighbours([:])), cell: "north"))
    try await service.start()
    let other = try database.store()
    var map = try await other.add("north", router: "tcp://n", after: nil)
    map = try await other.add("south", router: "tcp://s", after: map)
    try database.psql(
      "UPDATE standups_cells.slots SET cell = 'south' WHERE slot > 9; UPDATE standups_cells.map SET version = version + 1"
    )
    let wanted = CellShare(
      version: 3, slots: try #require(SlotSet("0-9")),
      others: [
        CellPlace(name: "south", router: "tcp://s", slots: try #require(SlotSet("10-1023")))
      ])
    await router.told.wait { ($0.last as? CellShareChanged)?.share == wanted }
    #expect(service.shell.logic.problems(await service.shell.state).isEmpty)
    await service.drain()
    await other.close()
    await loop.stop()
  }
}

extension CellStoreTests {
  /// The complete move: a slot is sent, held and given, and no other cell can give it again.
  @Test func aSlotIsSentHeldAndGiven() async throws {
    let database = try Database()
    let store = try database.store()
    var map = try await store.add("north", router: "tcp://n", after: nil)
    map = try await store.add("south", router: "tcp://s", after: map)
    let slots = try #require(SlotSet("7,9"))
    let (slot, other) = (try #require(Slot(7)), try #require(Slot(9)))
    map = try await store.change(.send(slots, to: "south"), after: map)
    #expect(map.version == 3 && map.moves == [SlotMove(slots: slots, from: "north", to: "south")])
    // Repeating it changes nothing; sending it to its own cell cancels the move.
    #expect(try await store.change(.send(slots, to: "south"), after: map) == map)
    map = try await store.change(.send(SlotSet([other]), to: "north"), after: map)
    #expect(map.version == 4 && map.coming(to: "south") == SlotSet([slot]))
    // A slot that is not held cannot be given, and only its cell can hold it.
    #expect(try await store.change(.give(slot, of: "north", to: "south"), after: map) == map)
    #expect(try await store.change(.hold(slot, of: "south", true), after: map) == map)
    #expect(try await store.change(.hold(other, of: "north", true), after: map) == map)
    map = try await store.change(.hold(slot, of: "north", true), after: map)
    #expect(map.version == 5 && map.served(by: "north").count == Slot.count - 1)
    #expect(map["north"]?.slots == .all)
    // The move of a held slot continues, and cannot be cancelled.
    #expect(try await store.change(.send(slots, to: "north"), after: map) == map)
    map = try await store.change(.hold(slot, of: "north", false), after: map)
    map = try await store.change(.hold(slot, of: "north", true), after: map)
    map = try await store.change(.give(slot, of: "north", to: "south"), after: map)
    #expect(map.version == 8 && map["south"]?.slots == SlotSet([slot]) && map.journeys.isEmpty)
    #expect(map.givers == [slot: "north"])
    #expect(try await store.change(.give(slot, of: "north", to: "south"), after: map) == map)
    #expect(try await store.read(after: nil) == map)
    // The database rejects an unknown cell.
    await #expect(throws: CellsFailure.self) {
      try await store.change(.send(slots, to: "west"), after: map)
    }
    #expect(try await store.read(after: map) == nil)
    await store.close()
  }
}

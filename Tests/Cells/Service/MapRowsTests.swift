import Cells
import StandupsConfiguration
import ServiceCatalog
import TestSupport
import Testing

@testable import CellsService

/// The meaning of database rows, and settings.
@Suite struct MapRowsTests {
  private func rows(
    versions: [Int64] = [4], cells: [(String, String)] = [("a", "tcp://a"), ("b", "tcp://b")],
    slots: [(Int64, String)] = [(0, "a"), (1023, "b")]
  ) -> MapRows {
    MapRows(
      versions: versions, cells: cells.map { .init(name: $0, router: $1) },
      slots: slots.map { .init(slot: $0, cell: $1) })
  }

  @Test func rowsAreAMap() throws {
    let map = try rows().map(after: nil)
    #expect(map.version == 4 && map.cells.map(\.name) == ["a", "b"])
    #expect(map["a"]?.slots == SlotSet("0") && map["b"]?.slots == SlotSet("1023"))
    #expect(try rows(cells: [], slots: []).map(after: nil).cells.isEmpty)
  }

  @Test func aPageIsARootOfAHost() throws {
    func map(_ web: String?) throws -> CellMap {
      var rows = rows()
      rows.cells[1].web = web
      return try rows.map(after: nil)
    }
    #expect(try map("https://b.example/")["b"]?.web == "https://b.example/")
    #expect(try map(nil)["b"]?.web == nil)
    for wrong in ["", "https://b.example", "javascript://b/", "https://b.example/page/"] {
      #expect(throws: CellsFailure.self, "\(wrong)") { try map(wrong) }
    }
  }

  @Test func rowsThatMakeNoSenseAreNone() {
    for wrong in [
      rows(versions: []), rows(versions: [1, 2]), rows(versions: [-1]), rows(versions: [.max]),
      rows(cells: [("a", "tcp://a"), ("a", "tcp://a")], slots: []),
      rows(cells: [("a b", "tcp://a")], slots: []),
      rows(cells: [("a", "http://a")], slots: []), rows(slots: [(1024, "a")]),
      rows(slots: [(-1, "a")]), rows(slots: [(.max, "a")]), rows(slots: [(0, "c")]),
      rows(slots: [(0, "a"), (0, "b")]),
    ] {
      #expect(throws: CellsFailure.self, "\(wrong)") { try wrong.map(after: nil) }
    }
    let many = (0...CellMap.maxCells).map { ("c\($0)", "tcp://a") }
    #expect(throws: CellsFailure.full) { try rows(cells: many, slots: []).map(after: nil) }
  }

  /// As after a backup, or on a standby that lacked data.
  @Test func aMapThatWasPutBackIsNotTaken() throws {
    let known = try rows().map(after: nil)
    #expect(try rows().map(after: known) == known)
    #expect(try rows(versions: [5]).map(after: known).version == 5)
    for earlier in [rows(versions: [3]), rows(slots: [])] {
      #expect(throws: CellsFailure.self) { try earlier.map(after: known) }
    }
  }

  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "cells" }?.settings
    #expect(CellsSettings.variables.map(\.name) == known)
  }

  @Test func aNameAndADatabaseBelongTogether() throws {
    #expect(try CellsSettings.reading([:]).place == nil)
    #expect(try CellsSettings.reading(["STANDUPS_CELL": "", "STANDUPS_CELLS": ""]).place == nil)
    let place = try CellsSettings.reading([
      "STANDUPS_CELL": "north-1", "STANDUPS_CELLS": "postgres://ann:secret@db/cells",
    ]).place
    #expect(place?.cell == "north-1" && place.map { "\($0.database)" } == "“cells” on db")
    #expect(CellsSettings.problems(["STANDUPS_CELL": "north"]) == ["STANDUPS_CELLS"])
    let database = ["STANDUPS_CELLS": "postgres://db/cells"]
    #expect(CellsSettings.problems(database) == ["STANDUPS_CELL"])
    for name in ["north 1", "né", String(repeating: "n", count: 33)] {
      #expect(
        CellsSettings.problems(database.merging(["STANDUPS_CELL": name]) { $1 })
          == ["STANDUPS_CELL"])
    }
    for other in ["/var/cells.db", "mysql://db/cells", "postgres://db/cells?nothing=1"] {
      #expect(
        CellsSettings.problems(["STANDUPS_CELL": "north", "STANDUPS_CELLS": other])
          == ["STANDUPS_CELLS"])
    }
  }
}

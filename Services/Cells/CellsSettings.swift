import Configuration
import PostgreSQL

/// What the cells service reads from the environment.
struct CellsSettings: ProgramSettings {
  /// Which cell this is, and where the map is.
  struct Place: Hashable, Sendable {
    var cell: String
    var database: PostgreSQLAddress
  }

  /// Nil where there are no cells.
  var place: Place?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "there are no cells",
      "the name of this installation among those that share the standups"),
    EnvironmentVariable(
      "STANDUPS_CELLS", form: "postgres://user@host,host/database?…",
      fallback: "there are no cells",
      "the PostgreSQL database of all cells that says which of them has which standups"),
  ]

  init(_ reader: inout EnvironmentReader) {
    let isNamed = reader.value("STANDUPS_CELL") != nil
    let cell = reader.name("STANDUPS_CELL")
    let text = reader.value("STANDUPS_CELLS")
    let database = text.flatMap(PostgreSQLAddress.init)
    // Not repeated: it may hold a password.
    if text != nil, database == nil {
      reader.refuse(
        "STANDUPS_CELLS",
        "it must be the URI of a PostgreSQL database, such as postgres://user@host/cells.")
    }
    switch (isNamed, text) {
    case (false, .some):
      reader.refuse("STANDUPS_CELL", "set it, or leave out STANDUPS_CELLS: a cell has a name.")
    case (true, nil):
      reader.refuse("STANDUPS_CELLS", "set it, or leave out STANDUPS_CELL: the map is there.")
    default: break
    }
    if let cell, let database { place = Place(cell: cell, database: database) }
  }
}

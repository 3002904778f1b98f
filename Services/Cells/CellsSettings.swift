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
      "STANDUPS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "none",
      "name of this cell among those that share the standups"),
    EnvironmentVariable(
      "STANDUPS_CELLS", form: "postgres://user@host,host/database?…",
      fallback: "none: cells are off",
      "PostgreSQL database with the map of cells; the same for all cells"),
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
        "expected the URI of a PostgreSQL database, such as postgres://user@host/cells.")
    }
    switch (isNamed, text) {
    case (false, .some):
      reader.refuse(
        "STANDUPS_CELL",
        "required by STANDUPS_CELLS; set the name of this cell, or unset STANDUPS_CELLS.")
    case (true, nil):
      reader.refuse(
        "STANDUPS_CELLS",
        "required by STANDUPS_CELL; set the database of the cells, or unset STANDUPS_CELL.")
    default: break
    }
    if let cell, let database { place = Place(cell: cell, database: database) }
  }
}

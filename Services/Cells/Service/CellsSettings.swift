import StandupsConfiguration
import PostgreSQL

/// Settings of the cells service from the environment.
struct CellsSettings: ProgramSettings {
  /// The name of this cell, and the database with the map.
  struct Place: Hashable, Sendable {
    var cell: String
    var database: PostgreSQLAddress
  }

  /// Nil if cells are not configured.
  var place: Place?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_CELL", form: "1 to 32 letters, digits and hyphens", fallback: "none",
      "name of this cell; different for each cell that shares the standups"),
    EnvironmentVariable(
      "STANDUPS_CELLS", form: "postgres://user@host,host/database?…",
      fallback: "none: cells are off",
      "PostgreSQL database that holds the cell map; the same for every cell"),
  ]

  init(_ reader: inout EnvironmentReader) {
    let isNamed = reader.value("STANDUPS_CELL") != nil
    let cell = reader.name("STANDUPS_CELL")
    let text = reader.value("STANDUPS_CELLS")
    let database = text.flatMap(PostgreSQLAddress.init)
    // The error message omits the value, which may contain a password.
    if text != nil, database == nil {
      reader.refuse(
        "STANDUPS_CELLS",
        "expected the URI of a PostgreSQL database, such as postgres://user@host/cells.")
    }
    switch (isNamed, text) {
    case (false, .some):
      reader.refuse(
        "STANDUPS_CELL",
        "required by STANDUPS_CELLS; set it to the name of this cell, or unset STANDUPS_CELLS.")
    case (true, nil):
      reader.refuse(
        "STANDUPS_CELLS",
        "required by STANDUPS_CELL; set it to the database of the cell map, or unset STANDUPS_CELL."
      )
    default: break
    }
    if let cell, let database { place = Place(cell: cell, database: database) }
  }
}

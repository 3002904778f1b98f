import Configuration

/// Where the service keeps things: a file in its directory, or a database on a server.
struct StorePlace: Sendable {
  /// With what is kept beside a database on a server, too.
  var directory: String
  /// nil for a file.
  var database: PostgreSQLAddress?

  /// The name of the file, and of what is beside it.
  static let file = "standups.db"

  /// - Parameter fenced: called once another process has taken the database over.
  /// - Throws: what ends the service, with the variable that says where the store is.
  func open(
    _ configuration: StoreConfiguration, fenced: @escaping @Sendable () -> Void
  ) async throws -> any Store {
    do {
      guard let database else {
        var file = SQLiteConfiguration(path: "\(directory)/\(Self.file)")
        file.common = configuration
        return try await SQLiteStore.open(file, orReadsOnly: true)
      }
      var server = PostgreSQLConfiguration(database)
      server.mark = "\(directory)/postgresql"
      server.fenced = fenced
      server.common = configuration
      return try await PostgreSQLStore.open(server)
    } catch let error as StoreError {
      throw error.atStart(database == nil ? "STANDUPS_DATA" : "STANDUPS_DATABASE")
    }
  }
}

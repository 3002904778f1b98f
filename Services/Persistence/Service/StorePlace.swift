import PostgreSQL

/// Location of the store: a file in the data directory, or a PostgreSQL database.
struct StorePlace: Sendable {
  /// Data directory; for PostgreSQL, it contains the durability watermark.
  var directory: String
  /// PostgreSQL database; nil for a file.
  var database: PostgreSQLAddress?
  /// Instance of the service, shown to others while it waits.
  var instance: String

  /// Name of the database file, and prefix of the related files.
  static let file = "standups.db"

  /// Opens the store. If another persistence service uses the PostgreSQL database, this one waits
  /// as a standby. A file in use is an error, because it is more likely a mistake.
  ///
  /// - Parameters:
  ///   - standby: runs the wait.
  ///   - fenced: called when another process has taken over the database.
  /// - Throws: an error that ends the service and names the setting; `CancellationError`.
  func open(
    _ configuration: StoreConfiguration,
    standby: (@Sendable () async throws -> any Store) async throws -> any Store,
    fenced: @escaping @Sendable () -> Void
  ) async throws -> any Store {
    do {
      guard let database else {
        var file = SQLiteConfiguration(path: "\(directory)/\(Self.file)")
        file.common = configuration
        return try await SQLiteStore.open(file, orReadsOnly: true)
      }
      var server = PostgreSQLConfiguration(database)
      server.watermarkPath = "\(directory)/postgresql"
      server.fenced = fenced
      server.common = configuration
      do {
        return try await PostgreSQLStore.open(server)
      } catch let error as StoreError where error.code == .locked {
        return try await standby { [server, instance] in
          try await Self.wait(for: server, as: instance)
        }
      }
    } catch let error as StoreError {
      throw error.atStart(database == nil ? "STANDUPS_DATA" : "STANDUPS_DATABASE")
    }
  }
}

import Configuration
import PostgreSQL

/// Where the service keeps things: a file in its directory, or a database on a server.
struct StorePlace: Sendable {
  /// With what is kept beside a database on a server, too.
  var directory: String
  /// nil for a file.
  var database: PostgreSQLAddress?
  /// Which instance of the service this is, for others while it waits.
  var instance: String

  /// The name of the file, and of what is beside it.
  static let file = "standups.db"

  /// How often one that waits for another persistence to go looks again.
  private static let pause = Duration.milliseconds(200)

  /// Opens it. While another persistence has the database on a server it is waited for; a file that another program has
  /// is an error, as that is more likely to be a slip.
  ///
  /// - Parameters:
  ///   - fenced: called once another process has taken the database over.
  ///   - standby: runs the wait.
  /// - Throws: what ends the service, with the variable that says where the store is; `CancellationError`.
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
      server.mark = "\(directory)/postgresql"
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

  /// The server may go away meanwhile, and another one be made the primary.
  private static func wait(
    for server: PostgreSQLConfiguration, as instance: String
  ) async throws -> any Store {
    let notice = try WaitingNotice(server.address, instance: instance)
    do {
      let store = try await wait(for: server, showing: notice)
      await notice.close()
      return store
    } catch {
      await notice.close()
      throw error
    }
  }

  private static func wait(
    for server: PostgreSQLConfiguration, showing notice: WaitingNotice
  ) async throws -> any Store {
    while true {
      try await Task.sleep(for: pause)
      // That it cannot be shown is no reason not to wait; what hinders it hinders what comes next, too.
      try? await notice.show()
      do {
        return try await PostgreSQLStore.open(server)
      } catch let error as StoreError where [.locked, .unreachable, .readOnly].contains(error.code)
      {
        continue
      }
    }
  }
}

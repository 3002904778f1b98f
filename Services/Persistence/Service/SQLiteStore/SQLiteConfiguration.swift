/// Settings of a SQLite store.
struct SQLiteConfiguration: Sendable {
  /// Path of the database file. A missing directory is created.
  var path: String
  /// Maximum time that a statement waits for the lock of another connection, in milliseconds.
  var patience: Int32 = 250
  var common = StoreConfiguration()

  init(path: String) { self.path = path }
}

/// What a store in a file needs to know.
struct SQLiteConfiguration: Sendable {
  /// The database's file. Its directory is made when it is missing.
  var path: String
  /// How long a statement waits for another connection's lock, in milliseconds.
  var patience: Int32 = 250
  var common = StoreConfiguration()

  init(path: String) { self.path = path }
}

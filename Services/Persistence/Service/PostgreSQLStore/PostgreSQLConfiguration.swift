import PostgreSQL

/// Settings of a PostgreSQL store.
struct PostgreSQLConfiguration: Sendable {
  var address: PostgreSQLAddress
  /// Path of the durability watermark, without its suffix; nil to write none. See `PromiseMark`.
  var mark: String?
  /// Name of the journal; a database may contain several.
  var cell = "main"
  /// Time after the last write of another process during which it counts as alive, in milliseconds.
  var lease: Int64 = 3000
  /// Waits until the next renewal; throws if the task is cancelled.
  var renewal: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  /// Called when another process has taken over the database; this process has to exit.
  var fenced: @Sendable () -> Void = {}
  var common = StoreConfiguration()

  init(_ address: PostgreSQLAddress) { self.address = address }
}

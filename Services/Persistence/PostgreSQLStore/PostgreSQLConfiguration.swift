import PostgreSQL

/// What a store on a server needs to know.
struct PostgreSQLConfiguration: Sendable {
  var address: PostgreSQLAddress
  /// The file that says how much was acknowledged, without its suffix; nil for none. See `PromiseMark`.
  var mark: String?
  /// The journal that is written; a database may have several.
  var cell = "main"
  /// For how long after its last sign of life another process is left alone, in milliseconds.
  var lease: Int64 = 3000
  /// Waits before the next sign of life; it throws when the task is cancelled.
  var renewal: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  /// Called once another process has taken the database over: this one has to end.
  var fenced: @Sendable () -> Void = {}
  var common = StoreConfiguration()

  init(_ address: PostgreSQLAddress) { self.address = address }
}

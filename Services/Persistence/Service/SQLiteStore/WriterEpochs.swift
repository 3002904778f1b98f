import Documents
import StandupsSQLite

/// Writer epochs of the services and of the router, within the caller's transaction.
struct WriterEpochs {
  var connection: SQLiteConnection

  private static let find = SQL("SELECT id FROM terms WHERE owner = ?")

  /// Begins a writer epoch, and ends the previous one.
  func begin(_ term: WriterTerm) throws {
    try connection.run(
      "INSERT OR REPLACE INTO terms (owner, id) VALUES (?, ?)",
      [.text(term.owner), .text(term.id)], operation: "start a writer epoch")
  }

  /// Checks that a writer epoch is the current one of its owner.
  ///
  /// - Throws: `StoreError` with `superseded` if it is not.
  func check(_ term: WriterTerm) throws {
    let current = try connection.first(
      Self.find, [.text(term.owner)], operation: "read a writer epoch"
    ) { $0.text(0) }
    guard current != term.id else { return }
    throw StoreError.superseded(term)
  }

  /// Records the epoch of the router that forwarded a message.
  ///
  /// - Throws: `StoreError` with `outdated` if a router with a later epoch has already written.
  func accept(router: Int64?) throws {
    guard let router else { return }
    let meta = Meta(connection: connection)
    let latest = try meta.integer(.router)
    guard router >= latest else { throw StoreError.outdated(router, since: latest) }
    if router > latest { try meta.set(.router, .integer(router)) }
  }

  /// Ends all writer epochs of services.
  func clear() throws {
    try connection.run("DELETE FROM terms", [], operation: "end all writer epochs")
  }
}

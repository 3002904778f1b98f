import Documents
import SQLite

/// The terms in which services write, inside a transaction that its caller opened.
struct TermBook {
  var connection: SQLiteConnection

  /// Begins a term; the one before is over.
  func begin(_ term: WriterTerm) throws {
    try connection.run(
      "INSERT OR REPLACE INTO terms (owner, id) VALUES (?, ?)",
      [.text(term.owner), .text(term.id)], operation: "start a writer epoch")
  }

  /// - Throws: `StoreError` with `superseded` unless the term is the one that its owner began last.
  func check(_ term: WriterTerm) throws {
    let current = try connection.first(
      "SELECT id FROM terms WHERE owner = ?", [.text(term.owner)], operation: "read a writer epoch"
    ) { $0.text(0) }
    guard current != term.id else { return }
    throw StoreError.superseded(term)
  }

  /// Takes down the term of the router that something came through.
  ///
  /// - Throws: `StoreError` with `outdated` if one with a later term has written before.
  func take(router: Int64?) throws {
    guard let router else { return }
    let meta = Meta(connection: connection)
    let latest = try meta.integer(.router)
    guard router >= latest else { throw StoreError.outdated(router, since: latest) }
    if router > latest { try meta.set(.router, .integer(router)) }
  }

  /// All terms are over.
  func clear() throws {
    try connection.run("DELETE FROM terms", [], operation: "end all writer epochs")
  }
}

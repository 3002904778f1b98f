import Documents
import FastJSON
import FoundationEssentials
import PostgreSQL

extension PostgreSQLOpener {
  /// Checks whether acknowledged changes are missing, and begins a new journal if they are, or if
  /// the database was copied from another server.
  func opened(
    _ connection: PostgreSQLConnection, _ claim: Claim, _ problems: [String]
  ) throws -> Opened {
    var problems = problems
    var (epoch, revision) = (claim.epoch, claim.revision)
    var loss: String?
    if let path = configuration.watermarkPath {
      switch try WatermarkFile.read(of: path) {
      case .none: break
      case .unreadable: problems.append(WatermarkFile.unreadable)
      case .watermark(let watermark):
        if watermark.epoch == epoch, watermark.revision > revision {
          loss =
            Watermark.missing(watermark.revision - revision)
            + ": an earlier copy of the database was restored, or a server without them was promoted to primary."
            + " The remaining data is in use."
        }
      }
    }
    if loss != nil || claim.isAnother {
      epoch = configuration.common.uuid().lowercaseText
      revision += 1
      try beginAnew(connection, claim, epoch: epoch, loss)
    }
    let rows = try connection.run(
      "SELECT owner, id FROM terms", operation: "read the writer epochs")
    let terms = Dictionary(
      uniqueKeysWithValues: (0..<rows.count).map { (rows.text($0, 0), rows.text($0, 1)) })
    return Opened(
      connection: connection, epoch: epoch, head: claim.head, term: claim.term,
      router: claim.router, watermark: Watermark(epoch: epoch, revision: revision),
      isErasing: claim.isErasing, terms: terms,
      problems: problems)
  }

  /// Begins a new journal for a database that was restored from a dump or has lost changes, because
  /// subscribers have received events, and services know documents, that the database no longer
  /// contains.
  private func beginAnew(
    _ connection: PostgreSQLConnection, _ claim: Claim, epoch: String, _ loss: String?
  ) throws {
    var statements = [
      PostgreSQLStatement("BEGIN"),
      Fence(cell: configuration.cell, term: claim.term, head: claim.head, router: claim.router)
        .statement(next: claim.head, counts: true),
      PostgreSQLStatement(
        "UPDATE journal SET epoch = $2::text WHERE cell = $1::text", [cell, .text(epoch)]),
      PostgreSQLStatement("DELETE FROM terms"),
    ]
    if let loss {
      let notice = DataFailedToLoad(
        path: "\(address)", reason: loss, date: configuration.common.now().formatted(.iso8601))
      var segment = BatchSegment()
      segment.add(
        .put(
          Document(
            collection: DataFailedToLoad.collection, id: DataFailedToLoad.id,
            body: try RawJSON(encoding: notice))))
      statements += segment.statements(cell: configuration.cell, now: 0)
    }
    statements.append(PostgreSQLStatement("COMMIT"))
    _ = try connection.run(statements, operation: "start a new journal")
  }
}

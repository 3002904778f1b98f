import FoundationEssentials
import PostgreSQL

/// Leases in a database of a PostgreSQL server, which several hosts can reach.
///
/// Each step is a single statement, and takes effect only if the row is unchanged since it was
/// read. A write waits for the synchronous standby, if there is one, so that a promoted server
/// knows the holders.
final class PostgreSQLLease: LeaseStore {
  /// A separate schema, because the schema of the document store must not contain anything else.
  static let schema = "standups_leases"

  private let address: PostgreSQLAddress
  private var connection: PostgreSQLConnection?
  private var witness = LeaseWitness()
  /// True if other instances see that this one waits.
  private var isAnnounced = false

  private static let role = "router"

  init(_ address: PostgreSQLAddress) { self.address = address }

  private func connected(_ claim: LeaseClaim) throws -> PostgreSQLConnection {
    if let connection, !connection.isLost { return connection }
    close()
    let new = try PostgreSQLConnection.connect(to: address, patience: .short)
    do {
      try prepare(new, claim)
    } catch {
      new.close()
      throw error
    }
    // Observations over another connection may belong to another server.
    witness = LeaseWitness()
    isAnnounced = false
    connection = new
    return new
  }

  /// Creates the table and the row if they do not exist. Does not write to an existing row, because
  /// the renewal of another instance may have locked it while waiting for an unavailable standby.
  private func prepare(_ connection: PostgreSQLConnection, _ claim: LeaseClaim) throws {
    try connection.prepare(
      "the leases table", schema: Self.schema, table: "leases",
      making: [
        PostgreSQLStatement(
          """
          CREATE TABLE IF NOT EXISTS \(Self.schema).leases (
            name text COLLATE "C" PRIMARY KEY,
            holder text NOT NULL,
            term int8 NOT NULL,
            beat int8 NOT NULL,
            renewed timestamptz NOT NULL,
            backend int4,
            started timestamptz,
            server timestamptz
          ) WITH (fillfactor = 10)
          """)
      ])
    try connection.run(
      """
      INSERT INTO \(Self.schema).leases (name, holder, term, beat, renewed)
      SELECT $1::text, '', 0, 0, clock_timestamp()
      WHERE NOT EXISTS (SELECT 1 FROM \(Self.schema).leases WHERE name = $1::text)
      ON CONFLICT DO NOTHING
      """, [.text(claim.name)], operation: "create the lease")
  }

  func attempt(_ claim: LeaseClaim, term: Int64?) throws -> LeaseAnswer {
    let connection = try connected(claim)
    try tell(connection, claim, waits: term == nil)
    if let term {
      let rows = try connection.run(
        "\(Self.touch) WHERE name = $1::text AND holder = $2::text AND term = $3::int8 RETURNING term",
        [.text(claim.name), .text(claim.holder), .integer(term)], operation: "renew the lease")
      if rows.count == 1 { return .held(term: term) }
      let row = try look(connection, claim).row
      return .refused(by: row.holder, term: row.term)
    }
    let (row, wallMs) = try look(connection, claim)
    guard witness.isFree(row, ttlMs: claim.ttlMs, now: .now) else {
      return .refused(by: row.holder, term: row.term)
    }
    let next = row.next(wallMs: wallMs)
    let rows = try connection.run(
      """
      \(Self.touch), holder = $2::text, term = $3::int8
      WHERE name = $1::text AND holder = $4::text AND term = $5::int8 AND beat = $6::int8
      RETURNING term
      """,
      [
        .text(claim.name), .text(claim.holder), .integer(next), .text(row.holder),
        .integer(row.term), .integer(row.beat),
      ], operation: "acquire the lease")
    return rows.count == 1 ? .held(term: next) : .refused(by: row.holder, term: row.term)
  }

  /// Announces this instance before its claim. If the claim succeeds immediately, the instance
  /// withdraws the announcement with its next renewal.
  private func tell(
    _ connection: PostgreSQLConnection, _ claim: LeaseClaim, waits: Bool
  ) throws {
    guard waits != isAnnounced else { return }
    if waits {
      try WaitingSession.announce(Self.role, claim.holder, over: connection)
    } else {
      try WaitingSession.withdraw(Self.role, over: connection)
    }
    isAnnounced = waits
  }

  func waiting(_ claim: LeaseClaim) throws -> [LeaseWaiter] {
    guard let connection, !connection.isLost else { return [] }
    return try WaitingSession.all(Self.role, over: connection)
      .filter { $0.name != claim.holder }
      .map { LeaseWaiter(holder: $0.name, waitedMs: $0.waitedMs) }
  }

  /// Stores the identity of the holder's connection, by which other instances check its presence.
  private static let touch = """
    UPDATE \(schema).leases SET beat = beat + 1, renewed = clock_timestamp(),
      backend = pg_backend_pid(), started =
        (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()),
      server = pg_postmaster_start_time()
    """

  private func look(
    _ connection: PostgreSQLConnection, _ claim: LeaseClaim
  ) throws -> (row: LeaseRow, wallMs: Int64) {
    let rows = try connection.run(
      """
      SELECT holder, term, beat,
        EXISTS (SELECT 1 FROM pg_stat_activity AS a
          WHERE a.pid = backend AND a.backend_start = started),
        server IS NOT DISTINCT FROM pg_postmaster_start_time(),
        (extract(epoch FROM clock_timestamp()) * 1000)::int8
      FROM \(Self.schema).leases WHERE name = $1::text
      """, [.text(claim.name)], operation: "read the lease")
    guard rows.count == 1 else {
      // The row was deleted; the next connection creates it again.
      connection.close()
      throw PostgreSQLError(nil, operation: "read the lease", reason: "its row is missing")
    }
    let row = LeaseRow(
      holder: rows.text(0, 0), term: rows.integer(0, 1), beat: rows.integer(0, 2),
      isPresent: rows.boolean(0, 3), isCertain: rows.boolean(0, 4), nowMs: rows.integer(0, 5))
    return (row, row.nowMs)
  }

  func release(_ claim: LeaseClaim, term: Int64) throws {
    guard let connection, !connection.isLost else { return }
    try connection.run(
      """
      UPDATE \(Self.schema).leases SET holder = '', beat = beat + 1, backend = NULL
      WHERE name = $1::text AND holder = $2::text AND term = $3::int8
      """, [.text(claim.name), .text(claim.holder), .integer(term)], operation: "release the lease")
  }

  var descriptor: Int32? { connection.flatMap { $0.isLost ? nil : $0.descriptor } }

  func listen() -> Bool {
    connection?.listen()
    return connection?.isLost ?? false
  }

  func close() {
    connection?.close()
    connection = nil
  }
}

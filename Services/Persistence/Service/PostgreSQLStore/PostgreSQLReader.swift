import Documents
import PostgreSQL
import Threads

/// Connection for reading, which is independent of the writer. It connects on demand, and
/// reconnects after a loss.
actor PostgreSQLReader {
  private let executor: BlockingExecutor
  private let configuration: PostgreSQLConfiguration
  private let acknowledged: DurableSequence
  private var connection: PostgreSQLConnection?
  private var statementTimeout = 0
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ configuration: PostgreSQLConfiguration, _ acknowledged: DurableSequence,
    name: String = "store-reader"
  ) throws {
    executor = try .forStore(name)
    self.configuration = configuration
    self.acknowledged = acknowledged
  }

  func close() {
    isClosed = true
    connection?.close()
    connection = nil
  }

  /// Runs `body` with the connection and the last sequence that may be read. If the connection was
  /// lost, it reconnects once.
  ///
  /// - Parameter limit: timeout of a statement; nil for none.
  /// - Throws: `StoreError`: `unreachable` while it is unknown which data is durable; `invalid`
  ///   after a timeout.
  func read<Result: Sendable>(
    within limit: Duration? = nil,
    _ body: @Sendable (PostgreSQLConnection, _ head: Int64) throws -> Result
  ) throws -> Result {
    do {
      return try attempt(within: limit, body)
    } catch let error as StoreError where error.code == .unreachable && connection?.isLost == true {
      return try attempt(within: limit, body)
    }
  }

  private func attempt<Result: Sendable>(
    within limit: Duration?,
    _ body: @Sendable (PostgreSQLConnection, _ head: Int64) throws -> Result
  ) throws -> Result {
    guard !isClosed else { throw StoreError.closed }
    guard let head = acknowledged.value else {
      throw StoreError(PostgreSQLError(nil, operation: "read"), configuration.address)
    }
    return try StoreError.translating(configuration.address) {
      try body(try connected(within: limit), head)
    }
  }

  private func connected(within limit: Duration?) throws -> PostgreSQLConnection {
    // The server interprets 0 as no limit.
    let timeout = limit.map { max(1, Int($0 / .milliseconds(1))) } ?? 0
    if let connection, !connection.isLost {
      if timeout != statementTimeout {
        try PostgreSQLOpener.configure(connection, statementTimeout: timeout)
        statementTimeout = timeout
      }
      return connection
    }
    connection?.close()
    let connection = try PostgreSQLConnection.connect(to: configuration.address)
    self.connection = connection
    try PostgreSQLOpener.configure(connection, statementTimeout: timeout)
    statementTimeout = timeout
    return connection
  }
}

extension PostgreSQLConnection {
  /// Runs `body` on one snapshot of the database, which also includes the result of `first`.
  func snapshot<Result>(
    _ first: PostgreSQLStatement, operation: String,
    _ body: (PostgreSQLRows) throws -> Result
  ) throws -> Result {
    let begin = PostgreSQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    let rows = try run([begin, first], operation: operation)
    do {
      let result = try body(rows[1])
      try run("COMMIT", operation: operation)
      return result
    } catch {
      abandon()
      throw error
    }
  }
}

/// Last sequence of the journal that is known to be durable; readers do not receive later events.
///
/// Visible rows may still be lost: a commit whose backend was terminated while it waited for a
/// standby is visible, but gone once that standby is promoted. Only an acknowledged write proves
/// that everything before it is durable
/// (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION).
final class DurableSequence: Sendable {
  private let head = Locked<Int64?>(nil)

  /// Records that everything up to this sequence is durable.
  func record(_ head: Int64) { self.head.withLock { $0 = head } }

  /// Records that a reply was lost, so that it is unknown whether visible rows are durable.
  func doubt() { head.withLock { $0 = nil } }

  /// Last sequence that readers may receive; nil while it is unknown.
  var value: Int64? { head.withLock { $0 } }
}

import CPostgreSQL
import Glibc

/// One connection to a server.
///
/// Not `Sendable`: the compiler confines it to the actor that opened it. No pointer of libpq leaves
/// this directory.
package final class PostgreSQLConnection {
  private let pointer: OpaquePointer
  /// Names of the statements that the server has prepared, by their SQL.
  private var prepared: [String: String] = [:]
  private var lastName = 0

  private let patience: PostgreSQLPatience
  private let notices = Notices()

  private init(_ pointer: OpaquePointer, _ patience: PostgreSQLPatience) {
    self.pointer = pointer
    self.patience = patience
  }

  deinit { close() }

  package private(set) var isClosed = false

  /// Connects; blocks until the connection is open or every host has timed out.
  ///
  /// - Throws: `PostgreSQLError` without a code if no host accepts the connection.
  ///
  /// - Parameter patience: see `PostgreSQLAddress.settings`.
  package static func connect(
    to address: PostgreSQLAddress, patience: PostgreSQLPatience = .usual
  ) throws -> PostgreSQLConnection {
    let settings = address.settings(patience)
    let pointer = withStrings(settings.map(\.name)) { names in
      withStrings(settings.map(\.value)) { PQconnectdbParams(names, $0, 1) }
    }
    guard let pointer else {
      throw PostgreSQLError(nil, operation: "connect", reason: "out of memory")
    }
    let connection = PostgreSQLConnection(pointer, patience)
    guard PQstatus(pointer) == CONNECTION_OK else {
      throw PostgreSQLError(nil, operation: "connect", reason: connection.message)
    }
    PQsetNoticeReceiver(
      pointer,
      { notices, notice in
        guard let notices else { return }
        Unmanaged<Notices>.fromOpaque(notices).takeUnretainedValue().take(notice)
      }, Unmanaged.passUnretained(connection.notices).toOpaque())
    guard PQenterPipelineMode(pointer) == 1 else {
      throw PostgreSQLError(nil, operation: "connect", reason: connection.message)
    }
    return connection
  }

  /// libpq's message about the last failure, on one line.
  private var message: String {
    let text = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").map { $0.drop { $0.isWhitespace } }.joined(separator: "; ")
  }

  /// Closes the connection. Idempotent.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    PQfinish(pointer)
  }

  /// True if the connection is closed or broken.
  package var isLost: Bool { isClosed || PQstatus(pointer) != CONNECTION_OK }

  /// Descriptor that becomes readable when the server sends data or disconnects; -1 for a closed
  /// connection.
  package var descriptor: Int32 { isClosed ? -1 : PQsocket(pointer) }

  /// Reads unsolicited messages of the server. If the server disconnected, the connection is lost.
  package func listen() {
    guard !isClosed else { return }
    if PQconsumeInput(pointer) == 0 { close() }
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  package func run(
    _ sql: String, _ values: [PostgreSQLValue] = [], operation: String
  ) throws -> PostgreSQLRows {
    let rows = try run([PostgreSQLStatement(sql, values)], operation: operation)
    return rows[0]
  }

  /// Sends all statements at once, each prepared once and cached, and waits for all results. Unless
  /// the statements begin a transaction themselves, they form one.
  ///
  /// - Throws: `PostgreSQLError` of the first statement that failed; the statements after it were
  ///   not run, and a transaction that they were part of is rolled back. If the server warns that a
  ///   commit may not have reached a standby, the connection counts as lost: the changes were
  ///   committed but may be lost.
  package func run(_ statements: [PostgreSQLStatement], operation: String) throws
    -> [PostgreSQLRows]
  {
    guard !isClosed else { throw PostgreSQLError(nil, operation: operation) }
    var sent: [Sent] = []
    notices.isInDoubt = false
    let (rows, failure) = try exchange(statements, &sent, operation)
    if let failure {
      abandon()
      throw failure
    }
    guard !notices.isInDoubt else {
      close()
      throw PostgreSQLError(
        nil, operation: operation, reason: "the wait for the standby server was canceled")
    }
    return rows
  }

  /// Sends all statements and reads all results. If that fails, the connection is closed.
  private func exchange(
    _ statements: [PostgreSQLStatement], _ sent: inout [Sent], _ operation: String
  ) throws -> (rows: [PostgreSQLRows], failure: PostgreSQLError?) {
    do {
      for statement in statements { try send(statement, &sent, operation) }
      guard PQpipelineSync(pointer) == 1 else { throw lost(operation) }
      return try receive(sent, operation)
    } catch {
      close()
      throw error
    }
  }

  // MARK: Sending

  /// A message whose result is outstanding.
  private enum Sent {
    case preparation(sql: String, name: String)
    case statement
  }

  private func send(
    _ statement: PostgreSQLStatement, _ sent: inout [Sent], _ operation: String
  ) throws {
    let name: String
    if let known = prepared[statement.sql] ?? Self.name(of: statement.sql, in: sent) {
      name = known
    } else {
      lastName += 1
      name = "s\(lastName)"
      guard PQsendPrepare(pointer, name, statement.sql, 0, nil) == 1 else { throw lost(operation) }
      sent.append(.preparation(sql: statement.sql, name: name))
    }
    let result = Self.withPointers(statement.values) { values, lengths in
      PQsendQueryPrepared(
        pointer, name, Int32(values.count), values.baseAddress, lengths.baseAddress,
        [Int32](repeating: 1, count: values.count), 1)
    }
    guard result == 1 else { throw lost(operation) }
    sent.append(.statement)
  }

  private static func name(of sql: String, in sent: [Sent]) -> String? {
    for case .preparation(let other, let name) in sent where other == sql { return name }
    return nil
  }

  /// Calls `body` with pointers to the values.
  private static func withPointers<Result>(
    _ values: [PostgreSQLValue],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>, UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    var pointers: [UnsafePointer<CChar>?] = []
    var lengths: [Int32] = []
    pointers.reserveCapacity(values.count)
    lengths.reserveCapacity(values.count)
    func lend(from index: Int) -> Result {
      guard index < values.count else {
        return pointers.withUnsafeBufferPointer { pointers in
          lengths.withUnsafeBufferPointer { body(pointers, $0) }
        }
      }
      guard case .encoded(let bytes) = values[index] else {
        pointers.append(nil)
        lengths.append(0)
        return lend(from: index + 1)
      }
      return bytes.withUnsafeBytes { buffer in
        // A null pointer would mean NULL, so an empty value has a separate, non-null address.
        let start = buffer.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
        pointers.append(start.assumingMemoryBound(to: CChar.self))
        lengths.append(Int32(truncatingIfNeeded: buffer.count))
        return lend(from: index + 1)
      }
    }
    return lend(from: 0)
  }

  // MARK: Receiving

  private func receive(
    _ sent: [Sent], _ operation: String
  ) throws -> (rows: [PostgreSQLRows], failure: PostgreSQLError?) {
    var rows: [PostgreSQLRows] = []
    var failure: PostgreSQLError?
    for expected in sent {
      guard let result = try next(operation) else { throw lost(operation) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        if case .preparation(let sql, let name) = expected {
          prepared[sql] = name
          PQclear(result)
        } else {
          rows.append(PostgreSQLRows(result))
        }
      case PGRES_PIPELINE_ABORTED:
        PQclear(result)
      default:
        failure = failure ?? Self.failure(result, operation)
        PQclear(result)
      }
      // A null result ends each reply.
      while let more = try next(operation) { PQclear(more) }
      if isLost { throw failure ?? lost(operation) }
    }
    guard let end = try next(operation) else { throw failure ?? lost(operation) }
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else {
      throw failure ?? Self.failure(end, operation)
    }
    return (rows, failure)
  }

  /// Waits for the next result and returns it.
  ///
  /// - Throws: an error if the wait times out, in which case the connection is closed.
  private func next(_ operation: String) throws -> OpaquePointer? {
    guard let limit = patience.answerMs else { return PQgetResult(pointer) }
    let end = ContinuousClock.now + .milliseconds(limit)
    while PQisBusy(pointer) == 1 {
      let left = Int32(clamping: Int64((end - .now) / .milliseconds(1)))
      var item = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
      let ready = left > 0 ? poll(&item, 1, left) : 0
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, PQconsumeInput(pointer) == 1 else { throw lost(operation) }
    }
    return PQgetResult(pointer)
  }

  private static func failure(_ result: OpaquePointer, _ operation: String) -> PostgreSQLError {
    let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    return PostgreSQLError(code.map(PostgreSQLError.Code.init), operation: operation)
  }

  private func lost(_ operation: String) -> PostgreSQLError {
    PostgreSQLError(nil, operation: operation)
  }

  /// Rolls back an open transaction, if there is one. If that fails, the connection is closed.
  package func abandon() {
    guard !isLost else { return }
    switch PQtransactionStatus(pointer) {
    case PQTRANS_IDLE: return
    case PQTRANS_INTRANS, PQTRANS_INERROR:
      var sent: [Sent] = []
      let result = try? exchange([PostgreSQLStatement("ROLLBACK")], &sent, "roll back")
      if result == nil || result?.failure != nil { close() }
    // A command is still running, but no caller waits for its result.
    default: close()
    }
  }
}

/// The notices and warnings that accompany the results. Without a receiver, libpq writes them to
/// standard error.
private final class Notices {
  /// True if a commit may not have reached a standby. The wait for the standby was cancelled, for
  /// example by `pg_cancel_backend`; the reply is then the usual one plus a warning. That warning
  /// has no specific SQLSTATE, so any warning without one counts.
  var isInDoubt = false

  func take(_ notice: OpaquePointer?) {
    guard let code = PQresultErrorField(notice, Int32(UInt8(ascii: "C"))) else { return }
    if String(cString: code) == "01000" { isInDoubt = true }
  }
}

/// Non-null address for empty values.
private let empty: StaticString = ""

/// Calls `body` with C strings in an array that ends with a null pointer.
private func withStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafePointer<CChar>?] = []
  func lend(_ rest: ArraySlice<String>) -> Result {
    guard let first = rest.first else {
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { buffer in
        // The array always holds at least the null pointer.
        body(buffer.baseAddress.unsafelyUnwrapped)
      }
    }
    return first.withCString { string in
      pointers.append(string)
      return lend(rest.dropFirst())
    }
  }
  return lend(strings[...])
}

import CSQLite

/// A failure that SQLite reported.
///
/// The description never contains SQL or values, so it may be logged.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// A primary result code of SQLite (https://www.sqlite.org/rescode.html), including unknown ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let error = Code(rawValue: SQLITE_ERROR)
    package static let permission = Code(rawValue: SQLITE_PERM)
    package static let abort = Code(rawValue: SQLITE_ABORT)
    package static let busy = Code(rawValue: SQLITE_BUSY)
    package static let locked = Code(rawValue: SQLITE_LOCKED)
    package static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    package static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
    package static let inputOutput = Code(rawValue: SQLITE_IOERR)
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    package static let full = Code(rawValue: SQLITE_FULL)
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    package static let misuse = Code(rawValue: SQLITE_MISUSE)
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }

  /// Primary result code, the low byte of `extendedCode`.
  package var code: Code
  /// Result code that SQLite returned, with its detail in the higher bytes.
  package var extendedCode: Int32
  /// `errno` of the cause, or 0 if the operating system was not the cause.
  package var systemError: Int32
  /// The operation that failed, in a few words without SQL: "open the database".
  package var operation: String

  /// Creates an error from a result code.
  ///
  /// - Parameters:
  ///   - extendedCode: result code that a function of SQLite returned.
  ///   - systemError: `errno` at that time, or 0.
  ///   - operation: the operation that failed.
  package init(extendedCode: Int32, systemError: Int32 = 0, operation: String) {
    self.code = Code(rawValue: extendedCode & 0xff)
    self.extendedCode = extendedCode
    self.systemError = systemError
    self.operation = operation
  }

  /// Creates an error from the last failure that SQLite recorded for `database`.
  package init(result: Int32, database: OpaquePointer?, operation: String) {
    var extendedCode = result
    var systemError: Int32 = 0
    if let database {
      let remembered = sqlite3_extended_errcode(database)
      if remembered & 0xff == result & 0xff { extendedCode = remembered }
      systemError = sqlite3_system_errno(database)
    }
    self.init(extendedCode: extendedCode, systemError: systemError, operation: operation)
  }

  package var description: String {
    let meaning = sqlite3_errstr(extendedCode).map { String(cString: $0) } ?? "unknown error"
    return "SQLite could not \(operation): \(meaning) (\(extendedCode))"
  }
}

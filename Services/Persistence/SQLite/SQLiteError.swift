import CSQLite

/// A failure that SQLite reported.
///
/// The description never holds SQL or values: it may be logged.
struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// A primary result code of SQLite (https://www.sqlite.org/rescode.html), open to unknown ones.
  struct Code: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32

    static let error = Code(rawValue: SQLITE_ERROR)
    static let permission = Code(rawValue: SQLITE_PERM)
    static let abort = Code(rawValue: SQLITE_ABORT)
    static let busy = Code(rawValue: SQLITE_BUSY)
    static let locked = Code(rawValue: SQLITE_LOCKED)
    static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    static let readOnly = Code(rawValue: SQLITE_READONLY)
    static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
    static let inputOutput = Code(rawValue: SQLITE_IOERR)
    static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    static let full = Code(rawValue: SQLITE_FULL)
    static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    static let misuse = Code(rawValue: SQLITE_MISUSE)
    static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }

  /// The primary result code: the low byte of `extendedCode`.
  var code: Code
  /// The result code as SQLite gave it, with its detail in the higher bytes.
  var extendedCode: Int32
  /// The `errno` behind it, or 0 when the operating system was not to blame.
  var systemError: Int32
  /// What was being done, in a few words without SQL: "open the database".
  var operation: String

  /// - Parameters:
  ///   - extendedCode: what a function of SQLite returned.
  ///   - systemError: `errno` at that time, or 0.
  ///   - operation: what was being done.
  init(extendedCode: Int32, systemError: Int32 = 0, operation: String) {
    self.code = Code(rawValue: extendedCode & 0xff)
    self.extendedCode = extendedCode
    self.systemError = systemError
    self.operation = operation
  }

  /// What SQLite remembers of the last failure on `database`.
  init(result: Int32, database: OpaquePointer?, operation: String) {
    var extendedCode = result
    var systemError: Int32 = 0
    if let database {
      let remembered = sqlite3_extended_errcode(database)
      if remembered & 0xff == result & 0xff { extendedCode = remembered }
      systemError = sqlite3_system_errno(database)
    }
    self.init(extendedCode: extendedCode, systemError: systemError, operation: operation)
  }

  var description: String {
    let meaning = sqlite3_errstr(extendedCode).map { String(cString: $0) } ?? "unknown error"
    return "SQLite could not \(operation): \(meaning) (\(extendedCode))"
  }
}

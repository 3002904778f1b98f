import CSQLite

/// The tokenizer `standups` of full-text search, which divides texts by `SearchWords`.
///
/// Source: https://www.sqlite.org/fts5.html section 7.1.
enum SearchTokenizer {
  /// Name in `tokenize = …`.
  static let name = "standups"

  private typealias Receive =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  /// Makes the tokenizer available to a connection. Does not read the file.
  static func register(on database: OpaquePointer) throws {
    var statement: OpaquePointer?
    var api: UnsafeMutablePointer<fts5_api>?
    defer { sqlite3_finalize(statement) }
    let result = withUnsafeMutablePointer(to: &api) { place -> Int32 in
      let prepared = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nil)
      guard prepared == SQLITE_OK else { return prepared }
      // SQLite keeps the address of the type's name, so a String, which is copied for the call, would
      // be freed before it is compared.
      let type: StaticString = "fts5_api_ptr"
      let bound = sqlite3_bind_pointer(
        statement, 1, place,
        UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self), nil)
      guard bound == SQLITE_OK else { return bound }
      let stepped = sqlite3_step(statement)
      return stepped == SQLITE_ROW ? SQLITE_OK : stepped
    }
    guard result == SQLITE_OK, let api else {
      throw SQLiteError(
        result: result == SQLITE_OK ? SQLITE_ERROR : result, database: database,
        operation: "prepare the search")
    }
    var functions = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
    let created = api.pointee.xCreateTokenizer(api, name, api, &functions, nil)
    guard created == SQLITE_OK else {
      throw SQLiteError(result: created, database: database, operation: "prepare the search")
    }
  }

  /// FTS5 requires an object for each table; a tokenizer of this kind has no state.
  private final class Tokenizer {}

  private static let create:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { _, _, _, made in
      guard let made else { return SQLITE_ERROR }
      made.pointee = OpaquePointer(Unmanaged.passRetained(Tokenizer()).toOpaque())
      return SQLITE_OK
    }

  private static let delete: @convention(c) (OpaquePointer?) -> Void = { tokenizer in
    guard let tokenizer else { return }
    Unmanaged<Tokenizer>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
  }

  private static let tokenize:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Receive?
    ) -> Int32 = { _, context, _, text, count, receive in
      guard let receive else { return SQLITE_ERROR }
      // An empty text may have no address.
      guard let text, count > 0 else { return SQLITE_OK }
      var words = SearchWords()
      var result = SQLITE_OK
      words.divide(UnsafeRawBufferPointer(start: text, count: Int(count))) { word, range in
        result = word.withUnsafeBytes { bytes in
          // FTS5 gives its callback the length of the text as an Int32, so all of these fit.
          receive(
            context, 0, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(clamping: bytes.count), Int32(clamping: range.lowerBound),
            Int32(clamping: range.upperBound))
        }
        return result == SQLITE_OK
      }
      return result
    }
}

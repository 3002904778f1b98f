import CSQLite

/// Characters of scripts that are written without spaces between words: Chinese, Japanese, and also
/// Korean, whose particles follow a word without a space.
///
/// In searches, each of these characters counts as a word, so that a word is found anywhere in a
/// sentence.
package enum UnspacedScript {
  /// Returns true for a character of such a script.
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Radicals, kana, Hangul compatibility letters, Han; https://www.unicode.org/Public/15.0.0/ucd/Scripts.txt
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303C, 0x3041...0x30FA,
      0x30FC...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// The tokenizer `standups` of full-text search: `unicode61` without diacritics, but each character
/// of an `UnspacedScript` is a separate word.
///
/// Source: https://www.sqlite.org/fts5.html section 7.1.
enum SearchTokenizer {
  /// Name in `tokenize = …`.
  static let name = "standups"

  /// The wrapped tokenizer of one table.
  private final class Inner {
    var functions = fts5_tokenizer()
    var pointer: OpaquePointer?
    deinit { functions.xDelete?(pointer) }
  }

  private typealias Receive =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  /// The function that receives the tokens of a text, and its context.
  private struct Receiver {
    var context: UnsafeMutableRawPointer?
    var receive: Receive
  }

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

  private static let create:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { context, _, _, made in
      guard let api = context?.assumingMemoryBound(to: fts5_api.self), let made else {
        return SQLITE_ERROR
      }
      let inner = Inner()
      var innerContext: UnsafeMutableRawPointer?
      let found = api.pointee.xFindTokenizer(api, "unicode61", &innerContext, &inner.functions)
      guard found == SQLITE_OK else { return found }
      let result = "remove_diacritics".withCString { name in
        "2".withCString { value in
          var arguments: [UnsafePointer<CChar>?] = [name, value]
          return inner.functions.xCreate(innerContext, &arguments, 2, &inner.pointer)
        }
      }
      guard result == SQLITE_OK else { return result }
      made.pointee = OpaquePointer(Unmanaged.passRetained(inner).toOpaque())
      return SQLITE_OK
    }

  private static let delete: @convention(c) (OpaquePointer?) -> Void = { tokenizer in
    guard let tokenizer else { return }
    Unmanaged<Inner>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
  }

  private static let tokenize:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Receive?
    ) -> Int32 = { tokenizer, context, flags, text, count, receive in
      guard let tokenizer, let receive else { return SQLITE_ERROR }
      let inner = Unmanaged<Inner>.fromOpaque(UnsafeRawPointer(tokenizer)).takeUnretainedValue()
      var receiver = Receiver(context: context, receive: receive)
      return withUnsafeMutablePointer(to: &receiver) {
        inner.functions.xTokenize(inner.pointer, $0, flags, text, count, split)
      }
    }

  /// Splits a token of `unicode61` at characters of unspaced scripts, and passes on the parts.
  private static let split: Receive = { context, flags, token, count, start, end in
    guard let receiver = context?.assumingMemoryBound(to: Receiver.self).pointee, let token else {
      return SQLITE_ERROR
    }
    let bytes = UnsafeRawBufferPointer(start: token, count: Int(count))
    // All characters of unspaced scripts have at least three bytes in UTF-8.
    guard bytes.contains(where: { $0 >= 0xE2 }) else {
      return receiver.receive(receiver.context, flags, token, count, start, end)
    }
    // Folding may have changed the length of a token. All parts of such a token then have the
    // position of the whole token.
    let isSameLength = count == end - start
    func pass(_ range: Range<Int>) -> Int32 {
      receiver.receive(
        receiver.context, flags, token + range.lowerBound, Int32(range.count),
        isSameLength ? start + Int32(range.lowerBound) : start,
        isSameLength ? start + Int32(range.upperBound) : end)
    }
    var begin = 0
    var at = 0
    while at < bytes.count {
      let (scalar, length) = decoded(bytes, at)
      let next = min(at + length, bytes.count)
      if UnspacedScript.contains(scalar) {
        if begin < at {
          let result = pass(begin..<at)
          guard result == SQLITE_OK else { return result }
        }
        let result = pass(at..<next)
        guard result == SQLITE_OK else { return result }
        begin = next
      }
      at = next
    }
    return begin < bytes.count ? pass(begin..<bytes.count) : SQLITE_OK
  }

  /// Returns the scalar at a position of UTF-8, and its length in bytes. An invalid byte counts as
  /// one scalar.
  private static func decoded(
    _ bytes: UnsafeRawBufferPointer, _ at: Int
  ) -> (scalar: UInt32, length: Int) {
    let first = UInt32(bytes[at])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, at + length <= bytes.count else { return (first, 1) }
    var scalar = first & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[at + offset]) & 0x3F }
    return (scalar, length)
  }
}

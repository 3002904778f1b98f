import Foundation

/// Parses a header of the usual form in one pass, without copying: a flat object of integers and of
/// strings without escapes. The library reads any other header.
///
/// Valid as long as the bytes are.
package struct HeaderScan {
  package private(set) var id = MessageID.none
  package private(set) var corr: MessageID?
  package private(set) var cause: MessageID?
  package private(set) var deadline: Int64?
  package private(set) var attempt: Int?
  package private(set) var term: Int64?
  package private(set) var idem: UnsafeRawBufferPointer?
  package private(set) var traceparent: TraceParent?
  package private(set) var key: UnsafeRawBufferPointer?
  package private(set) var via: UnsafeRawBufferPointer?

  /// - Returns: nil if `read` returns false.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard read(bytes) else { return nil }
  }

  init() {}

  /// Reads a header into this empty value, which is too large to be passed around.
  ///
  /// - Returns: false for anything unusual, and for a known member of the wrong type, for which the
  ///   library has the error message.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var cursor = JSONCursor(bytes: bytes)
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    var hasID = false
    repeat {
      guard let name = cursor.string(), cursor.take(UInt8(ascii: ":")) else { return false }
      switch name.count {
      case 2 where name.isText("id"):
        guard let value = cursor.id() else { return false }
        id = value
        hasID = true
      case 4 where name.isText("corr"):
        guard let value = cursor.id() else { return false }
        corr = value
      case 5 where name.isText("cause"):
        guard let value = cursor.id() else { return false }
        cause = value
      case 8 where name.isText("deadline"):
        guard let value = cursor.integer() else { return false }
        deadline = value
      case 7 where name.isText("attempt"):
        guard let value = cursor.integer() else { return false }
        attempt = Int(value)
      case 4 where name.isText("term"):
        guard let value = cursor.integer() else { return false }
        term = value
      case 4 where name.isText("idem"):
        guard let value = cursor.string() else { return false }
        idem = value
      case 3 where name.isText("key"):
        guard let value = cursor.string() else { return false }
        key = value
      case 3 where name.isText("via"):
        guard let value = cursor.string() else { return false }
        via = value
      case 11 where name.isText("traceparent"):
        guard let value = cursor.string(), let parent = TraceParent(value) else { return false }
        traceparent = parent
      default:
        guard cursor.skip() else { return false }
      }
    } while cursor.take(UInt8(ascii: ","))
    return cursor.take(UInt8(ascii: "}")) && cursor.isAtEnd && hasID
  }
}

extension Header {
  package init(_ scan: HeaderScan) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      id: scan.id.uuid, corr: scan.corr?.uuid, cause: scan.cause?.uuid, deadline: scan.deadline,
      idem: scan.idem.map(text), attempt: scan.attempt, traceparent: scan.traceparent,
      key: scan.key.map(text), term: scan.term, via: scan.via.map(text))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns true if these are the bytes of an ASCII string of the same length.
  @inline(__always)
  fileprivate func isText(_ text: StaticString) -> Bool {
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }
}

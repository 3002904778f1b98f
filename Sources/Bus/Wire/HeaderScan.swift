import Foundation

/// A header of the usual form, read in one pass and left where it lies: a flat object of strings without
/// escapes and of integers. Anything else goes to the library.
///
/// Valid as long as the bytes are.
struct HeaderScan {
  private(set) var id = MessageID.none
  private(set) var corr: MessageID?
  private(set) var cause: MessageID?
  private(set) var deadline: Int64?
  private(set) var attempt: Int?
  private(set) var idem: UnsafeRawBufferPointer?
  private(set) var traceparent: UnsafeRawBufferPointer?
  private(set) var key: UnsafeRawBufferPointer?

  /// - Returns: nil for anything unusual.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(bytes: bytes)
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    var hasID = false
    repeat {
      guard let name = cursor.string(), cursor.take(UInt8(ascii: ":")) else { return nil }
      if cursor.peek() == UInt8(ascii: "\"") {
        guard let value = cursor.string(), take(value, as: name, &hasID) else { return nil }
      } else {
        guard let value = cursor.integer(), take(value, as: name) else { return nil }
      }
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")), cursor.isAtEnd, hasID else { return nil }
  }

  /// - Returns: false if the library has to look at it.
  private mutating func take(
    _ value: UnsafeRawBufferPointer, as name: UnsafeRawBufferPointer, _ hasID: inout Bool
  ) -> Bool {
    switch name.count {
    case 2 where name.isText("id"):
      guard let read = MessageID(value) else { return false }
      id = read
      hasID = true
    case 4 where name.isText("corr"):
      guard let read = MessageID(value) else { return false }
      corr = read
    case 5 where name.isText("cause"):
      guard let read = MessageID(value) else { return false }
      cause = read
    case 4 where name.isText("idem"): idem = value
    case 3 where name.isText("key"): key = value
    case 11 where name.isText("traceparent"): traceparent = value
    case 8 where name.isText("deadline"): return false
    case 7 where name.isText("attempt"): return false
    default: break
    }
    return true
  }

  private mutating func take(_ value: Int64, as name: UnsafeRawBufferPointer) -> Bool {
    switch name.count {
    case 8 where name.isText("deadline"): deadline = value
    case 7 where name.isText("attempt"): attempt = Int(value)
    // A known member of the wrong type is an error that the library words.
    case 2...5, 11: return false
    default: break
    }
    return true
  }
}

extension Header {
  init(_ scan: HeaderScan) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      id: scan.id.uuid, corr: scan.corr?.uuid, cause: scan.cause?.uuid, deadline: scan.deadline,
      idem: scan.idem.map(text), attempt: scan.attempt, traceparent: scan.traceparent.map(text),
      key: scan.key.map(text))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of an ASCII text of the same length.
  fileprivate func isText(_ text: StaticString) -> Bool {
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }
}

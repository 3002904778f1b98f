import FastJSON
import Foundation

/// Parses a header of the usual form in one pass, without copying: known members that are integers
/// or ASCII strings without escapes. Foundation reads any other header.
///
/// Valid only as long as the bytes are.
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
  package private(set) var by: UnsafeRawBufferPointer?
  package private(set) var teams: UnsafeRawBufferPointer?
  package private(set) var `for`: UnsafeRawBufferPointer?

  /// Parses a header.
  ///
  /// - Returns: nil if `read` cannot read the header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard read(bytes) else { return nil }
  }

  init() {}

  /// Reads a header into this empty value, which is too large to be passed around.
  ///
  /// - Returns: false for unusual input, and for a known member of the wrong type, for which
  ///   Foundation provides the error message.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = JSONReader(bytes)
    var hasID = false
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "id":
        guard let value = reader.messageID() else { return false }
        id = value
        hasID = true
        return true
      case "corr": return reader.messageID(into: &corr)
      case "cause": return reader.messageID(into: &cause)
      case "deadline": return Self.set(&deadline, reader.integer())
      case "attempt": return Self.set(&attempt, reader.integer(as: Int.self))
      case "term": return Self.set(&term, reader.integer())
      case "idem": return Self.set(&idem, reader.asciiString())
      case "key": return Self.set(&key, reader.asciiString())
      case "via": return Self.set(&via, reader.asciiString())
      case "by": return Self.set(&by, reader.asciiString())
      case "teams": return Self.set(&teams, reader.asciiString())
      case "traceparent":
        return Self.set(&traceparent, reader.asciiString().flatMap { TraceParent($0) })
      case "for": return Self.set(&`for`, reader.asciiString())
      default: return reader.skip()
      }
    }
    return isRead != nil && reader.isAtEnd && hasID
  }

  @inline(__always)
  private static func set<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
    member = value
    return value != nil
  }
}

extension JSONReader {
  /// Reads a string that is an id.
  @inline(__always)
  fileprivate mutating func messageID() -> MessageID? {
    asciiString().flatMap { MessageID($0) }
  }

  /// Reads a string that is an id; returns false for anything else.
  @inline(__always)
  fileprivate mutating func messageID(into id: inout MessageID?) -> Bool {
    id = messageID()
    return id != nil
  }
}

extension Header {
  package init(_ scan: HeaderScan) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      id: scan.id.uuid, corr: scan.corr?.uuid, cause: scan.cause?.uuid, deadline: scan.deadline,
      idem: scan.idem.map(text), attempt: scan.attempt, traceparent: scan.traceparent,
      key: scan.key.map(text), term: scan.term, via: scan.via.map(text), by: scan.by.map(text),
      teams: scan.teams.map(text), for: scan.for.map(text))
  }
}

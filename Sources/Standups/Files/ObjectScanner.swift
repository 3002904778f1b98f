/// Finds the objects of a JSON array and the byte range of each without decoding them, so that a
/// file of any size can be divided in constant memory.
///
/// Only the syntax between the objects is checked; code that decodes an object checks its content.
///
/// ```swift
/// var scanner = ObjectScanner(noting: "meetings")
/// let found = try scanner.scan(Array(#"[{"id": 1}, {"id": 2}]"#.utf8))
/// found.map(\.range)  // [1..<10, 12..<21]
/// ```
public struct ObjectScanner: Sendable {
  /// An object of the array.
  public struct Object: Hashable, Sendable {
    /// Byte range of the object, from its `{` through its `}`.
    public var range: Range<Int64>
    /// Byte range between the brackets of the array member whose name was given; nil if the object
    /// does not have it.
    public var member: Range<Int64>?
    /// Number of objects in that member.
    public var count = 0
  }

  private enum Place { case before, first, object, behind, next, after }

  private static let maxDepth = 64

  private let name: [UInt8]
  private var place: Place
  private var offset: Int64
  /// Number of open brackets in the current object.
  private var depth = 0
  private var isQuoted = false
  private var isEscaped = false
  private var object = Object(range: 0..<0)
  private var count = 0
  /// Number of bytes of the current string that match the name so far; nil after a mismatch.
  private var matched: Int?
  private var memberStart: Int64?

  /// Creates a scanner for a file that is an array.
  ///
  /// - Parameters:
  ///   - name: array member whose range is recorded for each object.
  ///   - offset: byte offset at which the file's text begins.
  public init(noting name: String, at offset: Int64 = 0) {
    self.name = Array(name.utf8)
    place = .before
    self.offset = offset
  }

  /// Creates a scanner for the content between the brackets of an array.
  ///
  /// - Parameter offset: byte offset at which that content begins.
  public init(within offset: Int64) {
    name = []
    place = .first
    self.offset = offset
  }

  /// Scans the next bytes.
  ///
  /// - Returns: the objects that end within these bytes.
  /// - Throws: `StandupsJSONError` with the path in the array if the text is not an array of
  ///   objects.
  public mutating func scan(_ bytes: [UInt8]) throws(StandupsJSONError) -> [Object] {
    var found: [Object] = []
    for byte in bytes {
      if place == .object {
        try scan(inside: byte, &found)
      } else {
        try scan(between: byte)
      }
      offset += 1
    }
    return found
  }

  /// Checks that the array is complete.
  ///
  /// - Throws: `StandupsJSONError` if the text ended before the array did.
  public func finish() throws(StandupsJSONError) {
    guard place == .after else {
      throw StandupsJSONError(path: "", problem: "the JSON ends too early")
    }
  }

  private mutating func scan(between byte: UInt8) throws(StandupsJSONError) {
    switch (byte, place) {
    case (0x20, _), (0x0A, _), (0x0D, _), (0x09, _): break
    case (UInt8(ascii: "["), .before): place = .first
    case (UInt8(ascii: "]"), .first), (UInt8(ascii: "]"), .behind): place = .after
    case (UInt8(ascii: ","), .behind): place = .next
    case (UInt8(ascii: "{"), .first), (UInt8(ascii: "{"), .next):
      place = .object
      depth = 1
      object = Object(range: offset..<offset)
      (matched, memberStart) = (nil, nil)
    case (_, .before): throw StandupsJSONError(path: "", problem: "expected an array")
    case (_, .first), (_, .next):
      throw StandupsJSONError(path: "[\(count)]", problem: "expected an object")
    default:
      throw StandupsJSONError(
        path: "", problem: "invalid JSON after element \(count)")
    }
  }

  private mutating func scan(
    inside byte: UInt8, _ found: inout [Object]
  ) throws(StandupsJSONError) {
    if isQuoted {
      if isEscaped {
        isEscaped = false
        matched = nil
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = false
      } else if depth == 1, let at = matched {
        matched = at < name.count && name[at] == byte ? at + 1 : nil
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      isQuoted = true
      if depth == 1 { matched = 0 }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1, byte == UInt8(ascii: "["), matched == name.count, !name.isEmpty {
        guard object.member == nil else {
          throw problem("duplicate member “\(String(decoding: name, as: UTF8.self))”")
        }
        memberStart = offset + 1
      }
      if depth == 2, memberStart != nil, byte == UInt8(ascii: "{") { object.count += 1 }
      depth += 1
      guard depth <= Self.maxDepth else {
        throw problem("nested more than \(Self.maxDepth) levels deep")
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 1, let start = memberStart {
        object.member = start..<offset
        memberStart = nil
      }
      guard depth == 0 else { return }
      object.range = object.range.lowerBound..<offset + 1
      found.append(object)
      count += 1
      place = .behind
    case UInt8(ascii: ","): matched = nil
    default: break
    }
  }

  private func problem(_ text: String) -> StandupsJSONError {
    StandupsJSONError(path: "[\(count)]", problem: text)
  }
}

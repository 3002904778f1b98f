/// A JSON value that is forwarded unchanged: checked once, where it enters, and copied from then
/// on.
///
/// The content of a document, an event or a reply in the idempotency store is opaque to all
/// services that carry it, from the service that wrote it to the database and to the subscriber.
/// The text is UTF-8 without insignificant white space, so it has no line breaks, and its nesting
/// depth is at most `JSONReader.rawDepth`.
///
/// ```swift
/// let data = try RawJSON(validating: Array(#"{ "speaker": 1 }"#.utf8))
/// data.text             // {"speaker":1}
/// data["speaker"]?.text // 1
/// ```
public struct RawJSON: Hashable, Sendable {
  /// The text, in UTF-8.
  public let bytes: [UInt8]

  /// Checks a text from an external source.
  ///
  /// - Parameter bytes: UTF-8; insignificant white space is removed.
  /// - Throws: `InvalidJSON` if the text is not JSON (RFC 8259), is nested too deeply, or has a
  ///   number beyond the range of `Double`.
  public init(validating bytes: some Collection<UInt8>) throws(InvalidJSON) {
    let all = Array(bytes)
    let value = all.withUnsafeBytes { bytes -> RawJSON? in
      var reader = JSONReader(bytes)
      guard let value = RawJSON.read(from: &reader), reader.isAtEnd else { return nil }
      return value
    }
    guard let value else { throw InvalidJSON() }
    self = value
  }

  /// Adopts a text that was checked before, or that Standups' own encoder wrote.
  public init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates the JSON form of a number.
  public init(_ number: Int) {
    bytes = Array("\(number)".utf8)
  }

  /// The empty object, `{}`.
  public static let emptyObject = RawJSON(unchecked: Array("{}".utf8))
  /// The value `null`.
  public static let null = RawJSON(unchecked: Array("null".utf8))

  /// Size of the text, in bytes.
  public var count: Int { bytes.count }
  /// The text as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// True if the value is an object.
  public var isObject: Bool { bytes.first == UInt8(ascii: "{") }

  /// A member of an object; nil if the object has no such member, or if the value is not an object.
  public subscript(name: String) -> RawJSON? {
    guard case .object(let members)? = JSONTree(self) else { return nil }
    return members[name].map { RawJSON($0) }
  }

  /// An object with one member set to another value; any other value is returned unchanged.
  public func setting(_ name: String, to value: RawJSON) -> RawJSON {
    guard case .object(var members)? = JSONTree(self), let tree = JSONTree(value) else {
      return self
    }
    members[name] = tree
    return RawJSON(.object(members))
  }

  /// The content of a string; nil for any other value.
  public var string: String? {
    bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return reader.string()
    }
  }
}

/// The error for a text that is not valid JSON, or beyond the limits.
public struct InvalidJSON: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error, which does not include the position of the mistake.
  public init() {}

  /// The problem, as the end of a sentence that begins with the name of the text.
  public var description: String {
    "it is not valid JSON (RFC 8259), or is nested deeper than \(JSONReader.rawDepth) levels"
  }
}

extension RawJSON: FastCodable {
  /// Copies the text unchanged.
  public func write(to writer: inout JSONWriter) {
    bytes.withUnsafeBytes { writer.raw($0) }
  }

  /// Reads any value and removes insignificant white space.
  ///
  /// - Returns: nil if it is not JSON, is nested more than `JSONReader.rawDepth` levels deep, or
  ///   has a number beyond the range of `Double`.
  public static func read(from reader: inout JSONReader) -> RawJSON? {
    guard let text = reader.raw() else { return nil }
    return RawJSON(unchecked: compact(text))
  }

  /// The text without the white space outside of its strings.
  private static func compact(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var isQuoted = false
    var isEscaped = false
    var compact: [UInt8]?
    for (index, byte) in text.enumerated() {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if byte <= 0x20 {
        if compact == nil { compact = Array(text[..<index]) }
        continue
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      }
      compact?.append(byte)
    }
    return compact ?? Array(text)
  }
}

/// Coders that cannot copy bytes, such as Foundation's, encode and decode the value as a tree.
extension RawJSON: Codable {
  /// Decodes a value as a tree, and writes the text from that.
  ///
  /// - Throws: `DecodingError`, for example if the value is nested more than `JSONReader.rawDepth`
  ///   levels deep.
  public init(from decoder: any Decoder) throws {
    let tree = try JSONTree(from: decoder)
    guard tree.depth <= JSONReader.rawDepth else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "it is nested deeper than \(JSONReader.rawDepth) levels"))
    }
    self.init(tree)
  }

  /// Encodes the value as a tree; `null` for an unchecked text that is not JSON.
  ///
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try (JSONTree(self) ?? .null).encode(to: encoder)
  }

  init(_ tree: JSONTree) {
    var writer = JSONWriter()
    tree.write(to: &writer)
    self.init(unchecked: writer.withBytes { Array($0) })
  }
}

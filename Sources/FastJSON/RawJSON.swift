/// A JSON value that is passed on as it came: checked once, where it enters, and copied from then on.
///
/// What a document, an event or a stored reply says is opaque to all that carry it, from the service
/// that wrote it to the database and to the subscriber. The text is UTF-8 without insignificant white
/// space, so it holds no line end, and at most `JSONReader.rawDepth` deep.
///
/// ```swift
/// let data = try RawJSON(validating: Array(#"{ "speaker": 1 }"#.utf8))
/// data.text             // {"speaker":1}
/// data["speaker"]?.text // 1
/// ```
public struct RawJSON: Hashable, Sendable {
  /// The text, in UTF-8.
  public let bytes: [UInt8]

  /// Takes a text from outside.
  ///
  /// - Parameter bytes: UTF-8; white space around and in it is left out.
  /// - Throws: `InvalidJSON` for what is no JSON (RFC 8259), is nested too deep, or has a number that
  ///   no `Double` holds.
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

  /// Takes a text that was checked, or that our own encoder wrote.
  public init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A number.
  public init(_ number: Int) {
    bytes = Array("\(number)".utf8)
  }

  /// `{}`.
  public static let emptyObject = RawJSON(unchecked: Array("{}".utf8))
  /// `null`.
  public static let null = RawJSON(unchecked: Array("null".utf8))

  /// How many bytes the text has.
  public var count: Int { bytes.count }
  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  /// Whether this is an object.
  public var isObject: Bool { bytes.first == UInt8(ascii: "{") }

  /// A member of an object; nil if there is none of that name, or this is no object.
  public subscript(name: String) -> RawJSON? {
    guard case .object(let members)? = JSONTree(self) else { return nil }
    return members[name].map { RawJSON($0) }
  }

  /// An object with one member set to another value; anything else stays as it is.
  public func setting(_ name: String, to value: RawJSON) -> RawJSON {
    guard case .object(var members)? = JSONTree(self), let tree = JSONTree(value) else {
      return self
    }
    members[name] = tree
    return RawJSON(.object(members))
  }

  /// The text of a string; nil if this is none.
  public var string: String? {
    bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return reader.string()
    }
  }
}

/// A text is no JSON that this bus takes.
public struct InvalidJSON: Error, Hashable, Sendable, CustomStringConvertible {
  /// The same for every text: it does not say where the mistake is.
  public init() {}

  /// What is wrong, to stand behind the name of the text in a sentence.
  public var description: String {
    "it is not valid JSON (RFC 8259), or is nested deeper than \(JSONReader.rawDepth) levels"
  }
}

extension RawJSON: FastCodable {
  /// Copies the text as it is.
  public func write(to writer: inout JSONWriter) {
    bytes.withUnsafeBytes { writer.raw($0) }
  }

  /// Reads any value, without the white space in it.
  ///
  /// - Returns: nil if it is no JSON, nested more than `JSONReader.rawDepth` levels deep, or has a
  ///   number that no `Double` holds.
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

/// Coders that cannot take bytes, such as Foundation's, get the value as a tree.
extension RawJSON: Codable {
  /// Reads a value as a tree, and makes the text anew from that.
  ///
  /// - Throws: `DecodingError`, also if it is nested more than `JSONReader.rawDepth` levels deep.
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

  /// Writes the value as a tree; `null` for an unchecked text that is no JSON.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try (JSONTree(self) ?? .null).encode(to: encoder)
  }

  init(_ tree: JSONTree) {
    var writer = JSONWriter()
    tree.write(to: &writer)
    self.init(unchecked: writer.withBytes { Array($0) })
  }
}

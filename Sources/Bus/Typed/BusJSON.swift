public import FastJSON
public import Foundation

/// Encodes and decodes values as JSON on the bus. Dates are RFC 3339 in UTC, with milliseconds.
public enum BusJSON {
  /// Encodes a value as the body of a message: members sorted by name, slashes unescaped.
  ///
  /// - Returns: UTF-8.
  /// - Throws: the error of the value's `encode(to:)`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try BodyWriter.data(value) ?? encodeSlowly(value)
  }

  /// Encodes a value with Foundation's encoder, which supports every type.
  static func encodeSlowly(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.format(date))
    }
    return try encoder.encode(value)
  }

  /// Decodes a value from the body of a message, nested at most `JSONReader.depth` levels deep.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the missing or wrong member.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from data: Data
  ) throws -> Value {
    try decode(type, from: data, whole: "body")
  }

  /// Decodes a value from JSON.
  ///
  /// - Parameter whole: the name of the JSON text in error messages.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, whole: String
  ) throws -> Value {
    if let fast = Value.self as? any FastDecodable.Type,
      let value = data.withUnsafeBytes({ read(fast, as: type, from: $0) })
    {
      return value
    }
    return try decodeSlowly(type, from: data, whole: whole)
  }

  /// Decodes a value with the type's own reader; nil if the fast path fails.
  ///
  /// - Parameters:
  ///   - fast: the type.
  ///   - type: the same type, without the constraint.
  private static func read<Fast: FastDecodable, Value>(
    _ fast: Fast.Type, as type: Value.Type, from bytes: UnsafeRawBufferPointer
  ) -> Value? {
    precondition(Fast.self == Value.self, "\(Fast.self) is read as \(Value.self).")
    var reader = JSONReader(bytes)
    guard let value = Fast.read(from: &reader), reader.isAtEnd else { return nil }
    // A dynamic cast would cost as much as reading a small message.
    return unsafeBitCast(value, to: Value.self)
  }

  /// Decodes a value with Foundation's decoder, which supports every type and reports errors in
  /// detail.
  package static func decodeSlowly<Value: Decodable>(
    _ type: Value.Type, from data: Data, whole: String = "body"
  ) throws -> Value {
    // Foundation's running time grows with the depth, and so does the stack that a tree of values
    // needs.
    guard data.withUnsafeBytes({ JSONReader.isShallow($0) }) else {
      throw BusError(.invalid, "The \(whole) is nested deeper than \(JSONReader.depth) levels.")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Timestamp.parse(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "“\(text.prefix(40))” is not an RFC 3339 date")
      }
      return date
    }
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      let isJSON = (try? RawJSON(validating: data)) != nil
      throw BusError(.invalid, error.sentence(about: whole, isJSON: isJSON))
    }
  }
}

/// Dates as strings: RFC 3339 in UTC, with milliseconds.
public typealias Timestamp = FastJSON.Timestamp

extension DecodingError {
  /// Returns a sentence for the sender that states the place and the problem.
  ///
  /// - Parameter isJSON: true if the text itself is well-formed JSON.
  fileprivate func sentence(about whole: String, isJSON: Bool) -> String {
    func path(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      let names = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      // Names come from the sender, so long ones could make the reply as large as the request.
      return keys.isEmpty ? "The \(whole)" : "“\(names.joined(separator: ".").prefix(120))”"
    }
    switch self {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing."
    case .typeMismatch(let type, let context):
      return "\(path(context)) must be \(Self.name(of: type))."
    case .valueNotFound(_, let context): return "\(path(context)) must not be null."
    case .dataCorrupted(let context):
      if let value = Self.unknownValue(context.debugDescription) {
        return "\(path(context)) has the invalid value “\(value)”."
      }
      // Foundation reports the same error for a number that does not fit its member.
      if context.codingPath.isEmpty, isJSON {
        return "A number in the \(whole) has a fraction, or is out of range."
      }
      return context.codingPath.isEmpty
        ? "The \(whole) is not valid JSON."
        : "\(path(context)): \(context.debugDescription.prefix(160).trimmingSuffix("."))."
    @unknown default: return "The \(whole) could not be read."
    }
  }

  /// Returns the invalid value in Foundation's message about an unknown enumeration case. The
  /// message itself names Swift types.
  private static func unknownValue(_ description: String) -> Substring? {
    guard description.hasPrefix("Cannot initialize "),
      let range = description.range(of: " from invalid String value ")
    else { return nil }
    return description[range.upperBound...].prefix(64)
  }

  /// Returns the JSON name of a type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "\(type)".hasPrefix("Dictionary") ? "an object" : "an array"
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    last == character ? dropLast() : self
  }
}

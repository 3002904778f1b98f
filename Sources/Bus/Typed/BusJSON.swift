import FastJSON
public import Foundation

/// How values are written as JSON on the bus: dates in RFC 3339 with milliseconds, UTC.
public enum BusJSON {
  /// Writes a value as the body of a message: the members in the order of their names, slashes as
  /// they are.
  ///
  /// - Returns: UTF-8.
  /// - Throws: what the value's `encode(to:)` throws.
  public static func encode(_ value: some Encodable) throws -> Data {
    try BodyWriter.data(value) ?? encodeSlowly(value)
  }

  /// By the library, which knows every type.
  static func encodeSlowly(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.format(date))
    }
    return try encoder.encode(value)
  }

  /// Reads a value from the body of a message, nested at most `JSONReader.depth` levels deep.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the member that is missing or wrong.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from data: Data
  ) throws -> Value {
    try decode(type, from: data, whole: "body")
  }

  /// - Parameter whole: what the JSON is called in an error.
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

  /// By the type itself; nil if it has no short way after all.
  ///
  /// - Parameters:
  ///   - fast: the type.
  ///   - type: the same one, of which the compiler knows less.
  private static func read<Fast: FastDecodable, Value>(
    _ fast: Fast.Type, as type: Value.Type, from bytes: UnsafeRawBufferPointer
  ) -> Value? {
    precondition(Fast.self == Value.self, "\(Fast.self) is read as \(Value.self).")
    var reader = JSONReader(bytes)
    guard let value = Fast.read(from: &reader), reader.isAtEnd else { return nil }
    // A cast at run time would cost as much as the reading of a small message.
    return unsafeBitCast(value, to: Value.self)
  }

  /// By the library, which knows every type and says what is wrong.
  package static func decodeSlowly<Value: Decodable>(
    _ type: Value.Type, from data: Data, whole: String = "body"
  ) throws -> Value {
    // The library's time grows with the depth, and a tree of values would need as much stack.
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

/// Dates as text: RFC 3339 with milliseconds, in UTC.
public enum Timestamp {
  /// Such as `2026-11-21T09:30:00.000Z`.
  public static func format(_ date: Date) -> String {
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    guard let whole = Int64(exactly: ms) else { return slowly(date) }
    return String(decoding: TimestampText.text(whole), as: UTF8.self)
  }

  /// The same by the library, for any year.
  static func slowly(_ date: Date) -> String {
    // Rounded first: the formatter would cut, and 1 ms off is another moment for a reader.
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    return Date(timeIntervalSince1970: ms / 1000 + 0.000_1).formatted(withFraction)
  }

  /// Reads a date of RFC 3339, with or without a fraction, of which whole milliseconds count.
  ///
  /// - Returns: nil if it is no such date, or not in the years from 1 to 9999.
  public static func parse(_ text: String) -> Date? {
    TimestampText.milliseconds(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension DecodingError {
  /// One sentence for the sender: where, and what is wrong there.
  ///
  /// - Parameter isJSON: whether the text as such is well formed.
  fileprivate func sentence(about whole: String, isJSON: Bool) -> String {
    func path(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      let names = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      // Names come from the sender: long ones would make the answer as large as the question.
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
      // The library says the same of a number that does not fit its member.
      if context.codingPath.isEmpty, isJSON {
        return "A number in the \(whole) has a fraction, or is out of range."
      }
      return context.codingPath.isEmpty
        ? "The \(whole) is not valid JSON."
        : "\(path(context)): \(context.debugDescription.prefix(160).trimmingSuffix("."))."
    @unknown default: return "The \(whole) could not be read."
    }
  }

  /// The value in the library's words for one that an enumeration does not have, which name types of Swift.
  private static func unknownValue(_ description: String) -> Substring? {
    guard description.hasPrefix("Cannot initialize "),
      let range = description.range(of: " from invalid String value ")
    else { return nil }
    return description[range.upperBound...].prefix(64)
  }

  /// What JSON calls a type.
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

public import Foundation

/// How values are written as JSON on the bus: dates in RFC 3339 with milliseconds, UTC.
public enum BusJSON {
  /// - Returns: UTF-8.
  public static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.format(date))
    }
    return try encoder.encode(value)
  }

  /// - Throws: `BusError` with code `invalid`, which names the member that is missing or wrong.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from data: Data
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Timestamp.parse(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "“\(text)” is not an RFC 3339 date")
      }
      return date
    }
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw BusError(.invalid, error.sentence)
    }
  }
}

/// Dates as text: RFC 3339 with milliseconds, in UTC.
public enum Timestamp {
  /// Such as `2026-11-21T09:30:00.000Z`.
  public static func format(_ date: Date) -> String {
    // Rounded first: the formatter would cut, and 1 ms off is another moment for a reader.
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    return Date(timeIntervalSince1970: ms / 1000 + 0.000_1).formatted(withFraction)
  }

  /// - Returns: nil if it is no such date. A missing fraction is accepted.
  public static func parse(_ text: String) -> Date? {
    (try? withFraction.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
  }

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension DecodingError {
  /// One sentence for the sender: where, and what is wrong there.
  fileprivate var sentence: String {
    func path(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      return keys.isEmpty
        ? "the body"
        : "“" + keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
          + "”"
    }
    switch self {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing."
    case .typeMismatch(_, let context): return "\(path(context)) has the wrong type."
    case .valueNotFound(_, let context): return "\(path(context)) must not be null."
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "The body is not valid JSON." : "\(path(context)): \(context.debugDescription)."
    @unknown default: return "The body could not be read."
    }
  }
}

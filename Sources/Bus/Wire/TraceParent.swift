public import Foundation

/// `traceparent` of [W3C Trace Context](https://www.w3.org/TR/trace-context/): the trace that a
/// message belongs to, the sender's span that led to it, and whether that trace is recorded.
///
/// ```swift
/// let parent = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
/// parent?.isSampled  // true
/// ```
public struct TraceParent: Hashable, Sendable {
  /// The id of the trace that the message belongs to.
  public var trace: TraceID
  /// The span that led to the message.
  public var span: SpanID
  /// True if the trace is recorded.
  public var isSampled: Bool
  /// True if the last seven bytes of the trace id are random (level 2 of the specification).
  public var isRandom: Bool

  /// Continues a trace from a span.
  public init(trace: TraceID, span: SpanID, isSampled: Bool, isRandom: Bool = false) {
    self.trace = trace
    self.span = span
    self.isSampled = isSampled
    self.isRandom = isRandom
  }

  /// Begins a trace with a message. The trace context contains the message's own span, which
  /// therefore has no parent.
  ///
  /// - Parameter id: the message's id. A command's id is the correlation id of everything that
  ///   results from it, and thus also determines the trace id.
  public init(beginningWith id: UUID, isSampled: Bool = true) {
    self.init(trace: TraceID(id), span: SpanID(id), isSampled: isSampled)
  }

  /// Parses the string form.
  ///
  /// - Returns: nil if the string does not conform to the specification.
  public init?(_ text: String) {
    var text = text
    guard let value = text.withUTF8({ TraceParent(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = value
  }

  /// Parses version 00, and the part of a later version that is the same as in version 00.
  ///
  /// - Returns: nil if the text does not conform to the specification.
  package init?(_ text: UnsafeRawBufferPointer) {
    guard text.count >= Self.textBytes, text.count <= Self.maxBytes,
      let version = Hexadecimal.read(text, 0..<2), version != 0xFF, text[2] == Self.dash,
      text[35] == Self.dash, text[52] == Self.dash,
      let high = Hexadecimal.read(text, 3..<19), let low = Hexadecimal.read(text, 19..<35),
      let trace = TraceID(high: high, low: low),
      let span = Hexadecimal.read(text, 36..<52).flatMap(SpanID.init(rawValue:)),
      let flags = Hexadecimal.read(text, 53..<55),
      text.count == Self.textBytes || version > 0 && text[Self.textBytes] == Self.dash
    else { return nil }
    self.init(trace: trace, span: span, isSampled: flags & 1 != 0, isRandom: flags & 2 != 0)
  }

  /// The string form, in version 00.
  public var text: String {
    "00-\(trace.text)-\(span.text)-0\((isSampled ? 1 : 0) + (isRandom ? 2 : 0))"
  }

  private static let textBytes = 55
  /// Maximum length of the text, in bytes; later versions may have more members.
  private static let maxBytes = 512
  private static let dash = UInt8(ascii: "-")
}

extension TraceParent: Codable {
  /// Decodes a string.
  ///
  /// - Throws: `DecodingError` if it does not conform to the specification.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = TraceParent(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "it is not a W3C traceparent")
    }
    self = value
  }

  /// Encodes a string.
  ///
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// Hexadecimal digits of W3C Trace Context: lower-case letters only.
enum Hexadecimal {
  /// Reads hexadecimal digits in a range of the text.
  ///
  /// - Returns: nil for anything except digits.
  static func read(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for byte in text[range] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// Writes 16 digits.
  static func text(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { bytes in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
        bytes[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
      return 16
    }
  }
}

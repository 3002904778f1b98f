public import Foundation

/// The id of a trace, in the form of W3C Trace Context and OpenTelemetry: 16 bytes, not all zero.
public struct TraceID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Creates a trace id from two integers.
  ///
  /// - Returns: nil for zero, which is not a valid id.
  init?(high: UInt64, low: UInt64) {
    guard high | low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  /// Creates the trace id of a command that arrived without one, from the bytes of its correlation
  /// id.
  public init(_ id: UUID) {
    let words = withUnsafeBytes(of: id.uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
    high = UInt64(bigEndian: words.0)
    let low = UInt64(bigEndian: words.1)
    self.low = high | low == 0 ? 1 : low
  }

  /// 32 hexadecimal digits in lower case.
  public var text: String { Hexadecimal.text(high) + Hexadecimal.text(low) }

  /// The bytes of the trace id as a UUID.
  package var uuid: UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  /// The last seven bytes, which decide whether a trace is recorded; W3C Trace Context requires
  /// them to be random.
  package var randomness: UInt64 { low & (1 << 56 - 1) }
}

/// The id of a span within a trace: 8 bytes, not all zero.
public struct SpanID: Hashable, Sendable {
  /// The bytes as a number, the first one highest.
  public let rawValue: UInt64

  /// Creates a span id from a number.
  ///
  /// - Returns: nil for zero, which is not a valid id.
  public init?(rawValue: UInt64) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the span id of a message from the last eight bytes of its id. The id of a message's
  /// cause thus determines the parent of its span.
  public init(_ id: UUID) {
    let low = withUnsafeBytes(of: id.uuid) { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
    rawValue = low == 0 ? 1 : UInt64(bigEndian: low)
  }

  /// 16 hexadecimal digits in lower case.
  public var text: String { Hexadecimal.text(rawValue) }
}

import CZeroMQ

/// A type of values of socket options.
public protocol SocketOptionValue: Sendable {
  /// Encodes a value in libzmq's layout.
  static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8]
  /// Decodes a value from libzmq's layout; nil if it is not of this type.
  static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self?
}

/// Memory layout of an option in libzmq.
public enum SocketOptionLayout: Sendable, Hashable {
  /// A C `int`.
  case int32
  /// An `int64_t`.
  case int64
  /// An array of bytes, with its maximum length.
  case bytes(Int)

  /// Size of a value, in bytes.
  var size: Int {
    switch self {
    case .int32: 4
    case .int64: 8
    case .bytes(let most): most
    }
  }
}

extension Int: SocketOptionValue {
  /// Encodes a number; a number that is too large is clamped to the maximum.
  public static func encode(_ value: Int, as layout: SocketOptionLayout) -> [UInt8] {
    layout == .int64
      ? withUnsafeBytes(of: Int64(value)) { Array($0) }
      : withUnsafeBytes(of: Int32(clamping: value)) { Array($0) }
  }

  /// Decodes a number of 4 or 8 bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Int? {
    bytes.withUnsafeBytes { buffer in
      switch buffer.count {
      case 4: Int(buffer.loadUnaligned(as: Int32.self))
      case 8: Int(buffer.loadUnaligned(as: Int64.self))
      default: nil
      }
    }
  }
}

extension Bool: SocketOptionValue {
  /// Encodes true as 1 and false as 0.
  public static func encode(_ value: Bool, as layout: SocketOptionLayout) -> [UInt8] {
    Int.encode(value ? 1 : 0, as: layout)
  }

  /// Decodes 0 as false and any other number as true.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Bool? {
    Int.decode(bytes, as: layout).map { $0 != 0 }
  }
}

extension String: SocketOptionValue {
  /// Encodes the string as UTF-8.
  public static func encode(_ value: String, as layout: SocketOptionLayout) -> [UInt8] {
    Array(value.utf8)
  }

  /// Decodes a string up to libzmq's terminating zero.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> String? {
    String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension [UInt8]: SocketOptionValue {
  /// Returns the bytes unchanged.
  public static func encode(_ value: [UInt8], as layout: SocketOptionLayout) -> [UInt8] { value }
  /// Returns the bytes unchanged.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> [UInt8]? { bytes }
}

/// The operations that are possible on a socket now.
public struct SocketReadiness: OptionSet, SocketOptionValue {
  /// The operations as libzmq's bits.
  public let rawValue: Int
  /// Creates a set from libzmq's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A message can be received.
  public static let readable = SocketReadiness(rawValue: Int(ZMQ_POLLIN))
  /// A message can be sent.
  public static let writable = SocketReadiness(rawValue: Int(ZMQ_POLLOUT))

  /// Encodes the operations as libzmq's bits. Never called, because the option is read-only.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] {
    Int.encode(value.rawValue, as: layout)
  }

  /// Decodes the operations from libzmq's bits.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    Int.decode(bytes, as: layout).map(Self.init(rawValue:))
  }
}

import CZeroMQ

/// A type that the value of a socket option can have.
public protocol SocketOptionValue: Sendable {
  /// How the option's value is laid out for libzmq.
  static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8]
  /// The value that libzmq laid out, or nil when it is none of this type.
  static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self?
}

/// How libzmq lays out an option.
public enum SocketOptionLayout: Sendable, Hashable {
  /// A C `int`.
  case int32
  /// An `int64_t`.
  case int64
  /// Bytes, at most so many.
  case bytes(Int)

  /// The room that a value needs.
  var size: Int {
    switch self {
    case .int32: 4
    case .int64: 8
    case .bytes(let most): most
    }
  }
}

extension Int: SocketOptionValue {
  /// A number as libzmq wants it; one that is too large becomes the largest.
  public static func encode(_ value: Int, as layout: SocketOptionLayout) -> [UInt8] {
    layout == .int64
      ? withUnsafeBytes(of: Int64(value)) { Array($0) }
      : withUnsafeBytes(of: Int32(clamping: value)) { Array($0) }
  }

  /// A number of 4 or 8 bytes.
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
  /// 1 or 0.
  public static func encode(_ value: Bool, as layout: SocketOptionLayout) -> [UInt8] {
    Int.encode(value ? 1 : 0, as: layout)
  }

  /// Anything but 0 is true.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Bool? {
    Int.decode(bytes, as: layout).map { $0 != 0 }
  }
}

extension String: SocketOptionValue {
  /// The UTF-8 bytes.
  public static func encode(_ value: String, as layout: SocketOptionLayout) -> [UInt8] {
    Array(value.utf8)
  }

  /// Text up to the zero that libzmq ends it with.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> String? {
    String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension [UInt8]: SocketOptionValue {
  /// The bytes.
  public static func encode(_ value: [UInt8], as layout: SocketOptionLayout) -> [UInt8] { value }
  /// The bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> [UInt8]? { bytes }
}

/// What can be done with a socket now.
public struct SocketReadiness: OptionSet, SocketOptionValue {
  /// libzmq's bits.
  public let rawValue: Int
  /// Creates a set from libzmq's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A message can be received.
  public static let readable = SocketReadiness(rawValue: Int(ZMQ_POLLIN))
  /// A message can be sent.
  public static let writable = SocketReadiness(rawValue: Int(ZMQ_POLLOUT))

  /// Never needed: the option can only be read.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] {
    Int.encode(value.rawValue, as: layout)
  }

  /// libzmq's bits.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    Int.decode(bytes, as: layout).map(Self.init(rawValue:))
  }
}

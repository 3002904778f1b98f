/// A CURVE public key, which identifies its owner.
public struct CurvePublicKey: Sendable, Hashable, CustomStringConvertible, LosslessStringConvertible
{
  /// The key as 32 bytes.
  public let bytes: [UInt8]

  /// Parses a key of 40 characters of Z85; nil if it is invalid.
  public init?(_ z85: String) {
    guard let bytes = Z85.decode(z85) else { return nil }
    self.bytes = bytes
  }

  /// Creates a key of 32 bytes; nil for another number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Z85.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Parses a key of 40 characters of Z85.
  /// - Throws: `invalidKey`.
  public init(z85: String) throws(ZeroMQError) {
    guard let key = Self(z85) else { throw ZeroMQError(.invalidKey, during: .readKey) }
    self = key
  }

  /// The key as 40 characters of Z85.
  public var z85: String { Z85.encode(bytes) }
  /// The key as 40 characters of Z85.
  public var description: String { z85 }
}

/// A CURVE secret key. Its description does not show it.
public struct CurveSecretKey: Sendable, Hashable, CustomStringConvertible {
  /// The key as 32 bytes.
  public let bytes: [UInt8]

  /// Parses a key of 40 characters of Z85.
  /// - Throws: `invalidKey`; the error does not repeat the string.
  public init(z85: String) throws(ZeroMQError) {
    guard let bytes = Z85.decode(z85) else { throw ZeroMQError(.invalidKey, during: .readKey) }
    self.bytes = bytes
  }

  /// The key as 40 characters of Z85.
  public var z85: String { Z85.encode(bytes) }
  /// A placeholder that does not show the key.
  public var description: String { "CurveSecretKey(hidden)" }
}

extension CurvePublicKey: SocketOptionValue {
  /// Returns the 32 bytes of the key.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] { value.bytes }
  /// Decodes a key of 32 bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    bytes.count == Z85.byteCount ? Self(Z85.encode(bytes)) : nil
  }
}

extension CurveSecretKey: SocketOptionValue {
  /// Returns the 32 bytes of the key.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] { value.bytes }
  /// Decodes a key of 32 bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    bytes.count == Z85.byteCount ? try? Self(z85: Z85.encode(bytes)) : nil
  }
}

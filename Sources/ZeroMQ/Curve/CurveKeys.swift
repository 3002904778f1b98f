/// A public key of CURVE: who somebody is.
public struct CurvePublicKey: Sendable, Hashable, CustomStringConvertible, LosslessStringConvertible
{
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Reads a key of 40 characters of Z85; nil when it is not one.
  public init?(_ z85: String) {
    guard let bytes = Z85.decode(z85) else { return nil }
    self.bytes = bytes
  }

  /// A key of 32 bytes; nil for another number of them.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Z85.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads a key of 40 characters of Z85.
  /// - Throws: `invalidKey`.
  public init(z85: String) throws(ZeroMQError) {
    guard let key = Self(z85) else { throw ZeroMQError(.invalidKey, during: .readKey) }
    self = key
  }

  /// The 40 characters of Z85.
  public var z85: String { Z85.encode(bytes) }
  /// The 40 characters of Z85.
  public var description: String { z85 }
}

/// A secret key of CURVE. Its description does not show it.
public struct CurveSecretKey: Sendable, Hashable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Reads a key of 40 characters of Z85.
  /// - Throws: `invalidKey`; the text is not repeated in the error.
  public init(z85: String) throws(ZeroMQError) {
    guard let bytes = Z85.decode(z85) else { throw ZeroMQError(.invalidKey, during: .readKey) }
    self.bytes = bytes
  }

  /// The 40 characters of Z85.
  public var z85: String { Z85.encode(bytes) }
  /// A stand-in.
  public var description: String { "CurveSecretKey(hidden)" }
}

extension CurvePublicKey: SocketOptionValue {
  /// The 32 bytes.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] { value.bytes }
  /// The 32 bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    bytes.count == Z85.byteCount ? Self(Z85.encode(bytes)) : nil
  }
}

extension CurveSecretKey: SocketOptionValue {
  /// The 32 bytes.
  public static func encode(_ value: Self, as layout: SocketOptionLayout) -> [UInt8] { value.bytes }
  /// The 32 bytes.
  public static func decode(_ bytes: [UInt8], as layout: SocketOptionLayout) -> Self? {
    bytes.count == Z85.byteCount ? try? Self(z85: Z85.encode(bytes)) : nil
  }
}

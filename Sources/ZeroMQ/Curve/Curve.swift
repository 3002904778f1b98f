import CZeroMQ

/// A secret key and the public key that belongs to it.
public struct CurveKeyPair: Sendable, Hashable {
  /// The public half, for everyone.
  public let publicKey: CurvePublicKey
  /// The secret half, for its owner only.
  public let secretKey: CurveSecretKey

  /// Derives the key pair from a secret key.
  /// - Throws: `unsupported` if libzmq has no CURVE.
  public init(secretKey: CurveSecretKey) throws(ZeroMQError) {
    self.secretKey = secretKey
    publicKey = try Curve.publicKey(forSecret: secretKey)
  }

  /// Generates a random key pair.
  /// - Throws: `unsupported` if libzmq has no CURVE.
  public static func generate() throws(ZeroMQError) -> CurveKeyPair {
    var result: Int32 = 0
    var publicText = ""
    let secretText = Z85.string { secret in
      publicText = Z85.string { result = zmq_curve_keypair($0, secret) }
    }
    guard result == 0 else { throw ZeroMQError(.unsupported, during: .generateKey, about: "CURVE") }
    // The public key is not derived from the secret key: both libraries that libzmq can be built
    // with yield the same key, but this is the one that libzmq generated.
    let key = try CurvePublicKey(z85: publicText)
    return CurveKeyPair(publicKey: key, secretKey: try CurveSecretKey(z85: secretText))
  }

  private init(publicKey: CurvePublicKey, secretKey: CurveSecretKey) {
    self.publicKey = publicKey
    self.secretKey = secretKey
  }
}

/// Encryption and authentication of connections (CurveZMQ, ZeroMQ RFC 26).
public enum Curve {
  /// True if the loaded libzmq supports CURVE.
  public static var isAvailable: Bool { ZeroMQ.has(.curve) }

  /// Derives the public key that belongs to a secret key.
  /// - Throws: `unsupported` if libzmq has no CURVE.
  public static func publicKey(forSecret secret: CurveSecretKey) throws(ZeroMQError)
    -> CurvePublicKey
  {
    var result: Int32 = 0
    let text = Z85.string { result = zmq_curve_public($0, secret.z85) }
    guard result == 0 else { throw ZeroMQError(.unsupported, during: .generateKey, about: "CURVE") }
    return try CurvePublicKey(z85: text)
  }
}

extension Socket {
  /// Makes this socket the CURVE server, with this secret key. Must be called on the loop, before
  /// binding.
  public func setCurveServer(_ secretKey: CurveSecretKey) throws(ZeroMQError) {
    try set(.curveServer, to: true)
    try set(.curveSecretKey, to: secretKey)
  }

  /// Makes this socket a CURVE client that has `keys` and accepts only `server`. Must be called on
  /// the loop, before connecting.
  public func setCurveClient(
    _ keys: CurveKeyPair, server: CurvePublicKey
  ) throws(ZeroMQError) {
    try set(.curveServerKey, to: server)
    try set(.curvePublicKey, to: keys.publicKey)
    try set(.curveSecretKey, to: keys.secretKey)
  }
}

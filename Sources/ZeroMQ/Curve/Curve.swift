import CZeroMQ

/// A secret key and the public key that belongs to it.
public struct CurveKeyPair: Sendable, Hashable {
  /// For everybody.
  public let publicKey: CurvePublicKey
  /// For its owner alone.
  public let secretKey: CurveSecretKey

  /// The pair of a secret key.
  /// - Throws: `unsupported` when libzmq has no CURVE.
  public init(secretKey: CurveSecretKey) throws(ZeroMQError) {
    self.secretKey = secretKey
    publicKey = try Curve.publicKey(forSecret: secretKey)
  }

  /// A new random pair.
  /// - Throws: `unsupported` when libzmq has no CURVE.
  public static func generate() throws(ZeroMQError) -> CurveKeyPair {
    var result: Int32 = 0
    var publicText = ""
    let secretText = Z85.string { secret in
      publicText = Z85.string { result = zmq_curve_keypair($0, secret) }
    }
    guard result == 0 else { throw ZeroMQError(.unsupported, during: .generateKey, about: "CURVE") }
    // Not from the secret again: the two libraries that libzmq can be built with agree, but this is
    // what libzmq made.
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
  /// Whether the loaded libzmq can do it.
  public static var isAvailable: Bool { ZeroMQ.has(.curve) }

  /// The public key that belongs to a secret key.
  /// - Throws: `unsupported` when libzmq has no CURVE.
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
  /// Makes this end CURVE's server, with this secret key. Before binding. On the loop only.
  public func setCurveServer(_ secretKey: CurveSecretKey) throws(ZeroMQError) {
    try set(.curveServer, to: true)
    try set(.curveSecretKey, to: secretKey)
  }

  /// Makes this end a client that is `keys` and talks only to `server`. Before connecting. On the
  /// loop only.
  public func setCurveClient(
    _ keys: CurveKeyPair, server: CurvePublicKey
  ) throws(ZeroMQError) {
    try set(.curveServerKey, to: server)
    try set(.curvePublicKey, to: keys.publicKey)
    try set(.curveSecretKey, to: keys.secretKey)
  }
}

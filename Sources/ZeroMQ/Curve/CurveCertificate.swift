/// A key with its metadata, in the text format that CZMQ's `zcert` and pyzmq's `zmq.auth` write and
/// read: ZPL (ZeroMQ RFC 4) with the sections `metadata` and `curve`.
public struct CurveCertificate: Sendable, Hashable {
  /// The reason why a string is not a certificate, as the end of a sentence.
  public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, such as “it has no public key”.
    public let description: String
  }

  /// The public key of the certificate's owner.
  public let publicKey: CurvePublicKey
  /// The secret key; only in the owner's own copy.
  public let secretKey: CurveSecretKey?
  /// Unverified statements about the key, such as a name.
  public var metadata: [String: String]

  /// Creates a certificate for distribution to others, without a secret key.
  public init(publicKey: CurvePublicKey, metadata: [String: String] = [:]) {
    self.publicKey = publicKey
    self.secretKey = nil
    self.metadata = metadata
  }

  /// Creates a certificate for the owner of the keys, including the secret key.
  public init(_ keys: CurveKeyPair, metadata: [String: String] = [:]) {
    publicKey = keys.publicKey
    secretKey = keys.secretKey
    self.metadata = metadata
  }

  /// The same certificate without the secret key.
  public var forOthers: CurveCertificate {
    CurveCertificate(publicKey: publicKey, metadata: metadata)
  }

  /// The public and the secret key; nil in a certificate without a secret key.
  public var pair: CurveKeyPair? {
    get throws(ZeroMQError) {
      guard let secretKey else { return nil }
      return try CurveKeyPair(secretKey: secretKey)
    }
  }

  /// Parses a certificate.
  ///
  /// - Throws: `Malformed`, which does not repeat any part of the keys.
  public init(parsing text: String) throws(Malformed) {
    let values = ZPL.values(text)
    var secret: CurveSecretKey?
    if let z85 = values["curve/secret-key"] {
      do {
        secret = try CurveSecretKey(z85: z85)
      } catch {
        throw Malformed(description: "its secret key is not 40 characters of Z85")
      }
    }
    var derived: CurvePublicKey?
    if let secret {
      do {
        derived = try Curve.publicKey(forSecret: secret)
      } catch {
        throw Malformed(description: "its secret key is unusable: \(error)")
      }
    }
    if let z85 = values["curve/public-key"] {
      guard let key = CurvePublicKey(z85) else {
        throw Malformed(description: "its public key is not 40 characters of Z85")
      }
      guard derived == nil || derived == key else {
        throw Malformed(description: "its public and secret keys do not match")
      }
      publicKey = key
    } else if let derived {
      publicKey = derived
    } else {
      throw Malformed(description: "it has no “public-key” in a section “curve”")
    }
    secretKey = secret
    let prefix = "metadata/"
    metadata = [:]
    for (path, value) in values where path.hasPrefix(prefix) {
      metadata[String(path.dropFirst(prefix.count))] = value
    }
  }

  /// The certificate as a string, in the format that CZMQ and pyzmq read.
  public var text: String {
    let what = secretKey == nil ? "Public" : "**Secret**"
    var lines = [
      "#   ZeroMQ CURVE \(what) Certificate",
      secretKey == nil
        ? "#   Share this file with everyone who needs this key."
        : "#   DO NOT SHARE THIS FILE: anyone who has it can impersonate its owner.", "",
      "metadata",
    ]
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      lines.append("    \(ZPL.word(name)) = \(ZPL.quoted(value))")
    }
    lines += ["curve", "    public-key = \"\(publicKey.z85)\""]
    if let secretKey { lines.append("    secret-key = \"\(secretKey.z85)\"") }
    return lines.joined(separator: "\n") + "\n"
  }
}

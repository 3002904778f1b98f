extension CurvePublicKey {
  /// A short form of the key for logs and people: its first 8 bytes as 16 hexadecimal digits.
  ///
  /// Finding another key with the same fingerprint takes about 2^64 attempts. A fingerprint proves
  /// nothing; the whole key does.
  public var fingerprint: String {
    bytes.prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

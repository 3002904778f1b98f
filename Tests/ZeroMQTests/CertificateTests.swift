import TestSupport
import Testing
import ZeroMQ

@Suite(.needs(.curve)) struct CertificateTests {
  // A pair of zmq_curve_keypair(3), used nowhere.
  static let publicKey = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
  static let secretKey = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"

  @Test func readsWhatCZMQWrites() throws {
    let certificate = try CurveCertificate(
      parsing: """
        #   ****  Generated on 2013-07-04 12:00:00 by CZMQ  ****
        #   ZeroMQ CURVE **Secret** Certificate

        metadata
            name = "Ann # one"
            email = 'a@b'
        curve
            public-key = "\(Self.publicKey)"
            secret-key = "\(Self.secretKey)"

        """)
    #expect(certificate.publicKey.z85 == Self.publicKey)
    #expect(certificate.secretKey?.z85 == Self.secretKey)
    #expect(certificate.metadata == ["name": "Ann # one", "email": "a@b"])
    #expect(try certificate.pair?.publicKey == certificate.publicKey)
  }

  @Test func readsWhatPyzmqWrites() throws {
    // pyzmq leaves metadata values unquoted, and a file may have Windows line endings.
    let certificate = try CurveCertificate(
      parsing: "# x\r\n\r\nmetadata\r\n    role = service:timer # why\r\ncurve\r\n"
        + "    public-key = \"\(Self.publicKey)\"\r\n")
    #expect(certificate.publicKey.z85 == Self.publicKey)
    #expect(certificate.secretKey == nil)
    #expect(try certificate.pair == nil)
    #expect(certificate.metadata == ["role": "service:timer"])
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let whole = CurveCertificate(
      try .generate(), metadata: ["name": "ann", "role": "operator,observer", "note": "a \"b\"\nc"])
    let again = try CurveCertificate(parsing: whole.text)
    #expect(again.publicKey == whole.publicKey)
    #expect(again.secretKey == whole.secretKey)
    #expect(
      again.metadata == ["name": "ann", "role": "operator,observer", "note": "a 'b' c"])
    let half = whole.forOthers
    #expect(!half.text.contains("secret-key"))
    #expect(try CurveCertificate(parsing: half.text).secretKey == nil)
    // The public key is derived from the secret one.
    let secret = try #require(whole.secretKey).z85
    let short = try CurveCertificate(parsing: "curve\n  secret-key = \"\(secret)\"")
    #expect(short.publicKey == whole.publicKey)
  }

  @Test(arguments: [
    ("", "has no"), ("metadata\n    public-key = \"\(publicKey)\"", "has no"),
    ("curve\n    public-key = \"short\"", "public key is not"),
    ("curve\n    secret-key = \"~\"", "secret key is not"),
    (
      "curve\n    public-key = \"\(publicKey)\"\n    secret-key = \"\(publicKey)\"",
      "do not match"
    ),
    ("curve\n    public-key = \"\(publicKey)", "?"), ("\0\0\0", "has no"),
  ])
  func whatIsNoCertificate(text: String, reason: String) throws {
    do {
      let certificate = try CurveCertificate(parsing: text)
      // An unclosed quote ends with its line.
      #expect(reason == "?" && certificate.publicKey.z85 == Self.publicKey)
    } catch {
      #expect(error.description.contains(reason), "\(error)")
      #expect(!error.description.contains(Self.publicKey))
    }
  }

  @Test func aFingerprintIsTheBeginningOfTheKey() throws {
    let bytes = [0x0A, 0xFF] + [UInt8](repeating: 1, count: 30)
    #expect(CurvePublicKey(bytes: bytes)?.fingerprint == "0aff010101010101")
    #expect(CurvePublicKey(bytes: [1]) == nil)
  }
}

import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Connecting

@Suite(.needs(.curve)) struct KeyFileTests {
  private func problem(_ body: () throws -> Void) -> KeyFile.Problem? {
    do {
      try body()
      return nil
    } catch {
      return error as? KeyFile.Problem
    }
  }

  @Test func aSecretIsItsOwnersAloneFromTheStart() throws {
    let folder = try KeyFolder()
    let pair = try CurveKeyPair.generate()
    try KeyFile.write(CurveCertificate(pair), to: folder.file("a.key_secret"))
    try KeyFile.write(CurveCertificate(pair).forOthers, to: folder.file("a.key"))
    #expect(try folder.mode("a.key_secret") == 0o600)
    #expect(try folder.mode("a.key") == 0o644)
    #expect(try KeyFile.readPair(folder.file("a.key_secret")) == pair)
    #expect(try KeyFile.read(folder.file("a.key")).publicKey == pair.publicKey)
    // No other file remains.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "a.key", "a.key_secret",
      ])
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try KeyFolder()
    let (old, new) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
    let file = folder.file("a.key_secret")
    try KeyFile.write(CurveCertificate(old), to: file)
    #expect(problem { try KeyFile.write(CurveCertificate(new), to: file) }?.kind == .exists)
    #expect(try KeyFile.readPair(file) == old)
    try KeyFile.write(CurveCertificate(new), to: file, replaces: true)
    #expect(try KeyFile.readPair(file) == new)
    #expect(problem { try KeyFile.write(CurveCertificate(new), to: "/nonexistent/x") } != nil)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o601])
  func aSecretThatOthersMayReadIsRefused(mode: Int) throws {
    let folder = try KeyFolder()
    try KeyFile.write(CurveCertificate(try .generate()), to: folder.file("a.key_secret"))
    try folder.setMode(mode, of: "a.key_secret")
    let problem = problem { _ = try KeyFile.readPair(folder.file("a.key_secret")) }
    #expect(problem?.kind == .exposed)
    #expect(problem?.description.contains("chmod 600") == true)
    #expect(problem?.description.contains("0\(String(mode, radix: 8))") == true)
    // One sentence.
    #expect(problem?.description.contains("\n") == false)
  }

  @Test func whatIsNoKeyIsOneSentence() throws {
    let folder = try KeyFolder()
    #expect(problem { _ = try KeyFile.readPair(folder.file("no")) }?.kind == .missing)
    #expect(problem { _ = try KeyFile.read(folder.path) }?.kind == .malformed)
    try folder.write("curve\n", to: "x")
    #expect(problem { _ = try KeyFile.read(folder.file("x")) }?.kind == .malformed)
    try folder.write(String(repeating: "#", count: 70_000), to: "big")
    #expect(problem { _ = try KeyFile.read(folder.file("big")) }?.kind == .malformed)
    try KeyFile.write(
      CurveCertificate(try .generate()).forOthers, to: folder.file("public.key"))
    let half = problem { _ = try KeyFile.readPair(folder.file("public.key")) }
    #expect(half?.description.contains("no secret key") == true)
  }

  // MARK: The other implementation

  @Test func readsWhatPythonWrites() async throws {
    let folder = try KeyFolder()
    let keys = try await python(
      """
      import sys, zmq.auth
      public, secret = zmq.auth.create_certificates(sys.argv[1], "ann")
      print(*(key.decode() for key in zmq.auth.load_certificate(secret)))
      """, [folder.path]
    ).split(separator: "\n").first?.split(separator: " ").map(String.init)
    let file = folder.file("ann.key_secret")
    // pyzmq leaves the permissions to the umask.
    try folder.setMode(0o600, of: "ann.key_secret")
    let pair = try KeyFile.readPair(file)
    #expect(pair.publicKey.z85 == keys?.first)
    #expect(pair.secretKey.z85 == keys?.last)
    let certificate = try KeyFile.read(folder.file("ann.key"))
    #expect(certificate.publicKey == pair.publicKey)
  }

  @Test func pythonReadsWhatIsWritten() async throws {
    let folder = try KeyFolder()
    let pair = try CurveKeyPair.generate()
    let certificate = CurveCertificate(pair, metadata: ["name": "timer", "role": "service:timer"])
    try KeyFile.write(certificate, to: folder.file("t.key_secret"))
    try KeyFile.write(certificate.forOthers, to: folder.file("t.key"))
    let said = try await python(
      """
      import sys, zmq.auth
      for file in sys.argv[1:]:
          public, secret = zmq.auth.load_certificate(file)
          print(public.decode(), secret and secret.decode())
      """, [folder.file("t.key_secret"), folder.file("t.key")])
    #expect(
      said == "\(pair.publicKey.z85) \(pair.secretKey.z85)\n\(pair.publicKey.z85) None\n")
  }
}

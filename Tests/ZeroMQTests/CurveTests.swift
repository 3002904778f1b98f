import TestSupport
import Testing
import ZeroMQ

@Suite(.needs(.curve)) struct CurveTests {
  @Test func keysAreWrittenAndReadAsZ85() throws {
    let keys = try CurveKeyPair.generate()
    #expect(keys.publicKey.z85.utf8.count == 40)
    #expect(try CurvePublicKey(z85: keys.publicKey.z85) == keys.publicKey)
    #expect(try Curve.publicKey(forSecret: keys.secretKey) == keys.publicKey)
    #expect(try CurveKeyPair(secretKey: CurveSecretKey(z85: keys.secretKey.z85)) == keys)
    #expect(try CurveKeyPair.generate() != keys)
    #expect(!"\(keys.secretKey)".contains(keys.secretKey.z85))
  }

  // The test vector of ZeroMQ RFC 32, four times.
  @Test func agreesWithTheSpecification() throws {
    let text = String(repeating: "HelloWorld", count: 4)
    let bytes: [UInt8] = [0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B]
    let key = try CurvePublicKey(z85: text)
    #expect(key.bytes == bytes + bytes + bytes + bytes)
    #expect(key.description == text)
  }

  @Test(arguments: [
    "", "short", String(repeating: "a", count: 39), String(repeating: "a", count: 45),
    String(repeating: "~", count: 40), String(repeating: "#", count: 40),
    String(repeating: "ä", count: 20), String(repeating: "a", count: 39) + "\0",
  ])
  func refusesWhatIsNoKey(text: String) {
    #expect(CurvePublicKey(text) == nil)
    let error = failure { () throws(ZeroMQError) in _ = try CurveSecretKey(z85: text) }
    #expect(error?.code == .invalidKey)
  }

  @Test func letsInWhoKnowsTheServer() async throws {
    try await withRig { rig in
      let keys = try CurveKeyPair.generate()
      let server = try rig.socket(.rep)
      try server.setCurveServer(keys.secretKey)
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      let client = try rig.socket(.req)
      try client.setCurveClient(.generate(), server: keys.publicKey)
      let events = try rig.events(of: client)
      try client.connect(endpoint)
      _ = await events.wait(for: .handshakeSucceeded)
      try client.send(["ping"], dontWait: false)
      #expect(try await rig.next(server) == ["ping"])
      try server.send(["pong"])
      #expect(try await rig.next(client) == ["pong"])
    }
  }

  @Test func keepsOutWhoHasTheWrongServerKey() async throws {
    try await withRig { rig in
      let server = try rig.socket(.pull)
      try server.setCurveServer(CurveKeyPair.generate().secretKey)
      let events = try rig.events(of: server)
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      let client = try rig.socket(.push)
      try client.setCurveClient(.generate(), server: CurveKeyPair.generate().publicKey)
      try client.connect(endpoint)
      _ = await events.wait(for: .handshakeFailedProtocol)
      #expect(!events.events.contains { $0.kind == .handshakeSucceeded })
    }
  }

  @Test func theZapHandlerDecidesByKey() async throws {
    try await withRig { rig in
      let (known, unknown) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
      let zap = try rig.socket(.rep)
      try zap.bind("inproc://zeromq.zap.01")
      rig.loop.watch(zap) {
        // version, id, domain, address, routing id, mechanism, key
        // Returns because without an answer the handshakes below do not end.
        // Ignored because without an answer the handshakes below do not end.
        guard let request = try? zap.receive(), request.count == 7 else { return }
        let isKnown = request[6].bytes == known.publicKey.bytes
        // Ignored because without an answer the handshakes below do not end.
        _ = try? zap.trySend([
          "1.0", request[1], isKnown ? "200" : "400", "", isKnown ? "service:timer" : "", "",
        ])
      }
      let keys = try CurveKeyPair.generate()
      let server = try rig.socket(.pull)
      try server.set(.zapDomain, to: "global")
      try server.set(.zapEnforceDomain, to: true)
      try server.setCurveServer(keys.secretKey)
      let endpoint = try server.bind("tcp://127.0.0.1:*")

      let stranger = try rig.socket(.push)
      try stranger.setCurveClient(unknown, server: keys.publicKey)
      let events = try rig.events(of: stranger)
      try stranger.connect(endpoint)
      #expect(await events.wait(for: .handshakeFailedAuth).value == 400)

      let friend = try rig.socket(.push)
      try friend.setCurveClient(known, server: keys.publicKey)
      try friend.connect(endpoint)
      try friend.send(["hello"], dontWait: false)
      let message = try await rig.next(server)
      #expect(message == ["hello"])
      #expect(message.peerMetadata(.userID) == "service:timer")
    }
  }
}

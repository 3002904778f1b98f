import TestSupport
import Testing
import ZeroMQ

@Suite struct OptionTests {
  @Test func numbersSwitchesAndBytesComeBack() async throws {
    try await withRig { rig in
      let socket = try rig.socket(.dealer)
      #expect(try socket.get(.linger) == Socket.defaultLinger)
      try socket.set(.linger, to: 250)
      #expect(try socket.get(.linger) == 250)
      try socket.set(.maxMsgSize, to: 5_000_000_000)
      #expect(try socket.get(.maxMsgSize) == 5_000_000_000)
      try socket.set(.immediate, to: true)
      #expect(try socket.get(.immediate))
      try socket.set(.routingID, to: [1, 0, 2])
      #expect(try socket.get(.routingID) == [1, 0, 2])
      try socket.set(.zapDomain, to: "global")
      #expect(try socket.get(.zapDomain) == "global")
    }
  }

  @Test(.needs(.curve)) func keysComeBack() async throws {
    try await withRig { rig in
      let socket = try rig.socket(.dealer)
      let (keys, server) = (try CurveKeyPair.generate(), try CurveKeyPair.generate().publicKey)
      try socket.setCurveClient(keys, server: server)
      #expect(try socket.get(.curvePublicKey) == keys.publicKey)
      #expect(try socket.get(.curveSecretKey) == keys.secretKey)
      #expect(try socket.get(.curveServerKey) == server)
      #expect(try socket.get(.mechanism) == 2)
    }
  }

  @Test func whatTheBusNeedsIsTaken() async throws {
    try await withRig { rig in
      let router = try rig.socket(.router)
      try router.set(.routerMandatory, to: true)
      let xpub = try rig.socket(.xpub)
      for option in [SocketOption<Bool>.xpubVerboser, .xpubManual] {
        try xpub.set(option, to: true)
      }
      let dealer = try rig.socket(.dealer)
      for option in [
        SocketOption<Int>.sndhwm, .rcvhwm, .reconnectIvl, .reconnectIvlMax, .connectTimeout,
        .handshakeIvl, .heartbeatIvl, .heartbeatTimeout, .backlog,
      ] {
        try dealer.set(option, to: 1000)
      }
      try dealer.set(.immediate, to: true)
    }
  }

  @Test func eventsSayWhatCanBeDone() async throws {
    try await withRig { rig in
      let (pull, push) = (try rig.socket(.pull), try rig.socket(.push))
      try push.connect(try pull.bind("inproc://events"))
      #expect(try pull.get(.events) == [])
      #expect(try push.get(.events) == .writable)
      try push.send(["x"])
      #expect(try pull.get(.events) == .readable)
    }
  }

  @Test func draftOptionsAreProbed() async throws {
    try await withRig { rig in
      let made = SocketOption<Int>("made up", 9999, layout: .int32)
      var known = [try rig.context.supports(made, 1)]
      if ZeroMQ.version >= ZeroMQ.Version(4, 3, 4) {
        known.append(try rig.context.supports(.zapEnforceDomain, true))
        known.append(try rig.context.supports(.metadata, "X-name:value"))
      }
      #expect(known.first == false)
      #expect(!known.dropFirst().contains(false))
      #expect(rig.context.openSockets == 0)
    }
  }

  @Test func theLibraryIsNewEnough() {
    #expect(ZeroMQ.version >= ZeroMQ.Version(4, 3, 0))
    #expect(ZeroMQ.has(.ipc))
    #expect(!ZeroMQ.has(ZeroMQ.Capability(rawValue: "no such thing")))
    #expect(ZeroMQ.Version(4, 2, 9) < ZeroMQ.Version(4, 3, 0))
    #expect("\(SocketKind.router)" == "ROUTER")
  }
}

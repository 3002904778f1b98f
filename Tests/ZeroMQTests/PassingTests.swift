import Testing
import ZeroMQ

@Suite struct PassingTests {
  /// Waits until a message arrives.
  private static func receive(
    into message: PassingMessage, _ socket: Socket, _ rig: isolated Rig
  ) async throws {
    guard try !socket.receive(into: message) else { return }
    let loop = rig.loop
    await withCheckedContinuation { continuation in
      loop.watch(socket) {
        loop.unwatch(socket)
        continuation.resume()
      }
    }
    #expect(try socket.receive(into: message))
  }

  /// Creates a router, and a sender that is connected to it.
  private static func connected(_ rig: isolated Rig) throws -> (router: Socket, sender: Socket) {
    let router = try rig.socket(.router)
    try router.set(.routerMandatory, to: true)
    let sender = try rig.socket(.dealer)
    try sender.connect(try router.bind("tcp://127.0.0.1:*"))
    return (router, sender)
  }

  @Test func aMessageGoesOnAsItCame() async throws {
    try await withRig { rig in
      let router = try rig.socket(.router)
      try router.set(.routerMandatory, to: true)
      let endpoint = try router.bind("tcp://127.0.0.1:*")
      let (sender, receiver) = (try rig.socket(.dealer), try rig.socket(.dealer))
      try sender.connect(endpoint)
      try receiver.connect(endpoint)
      try receiver.send(["here"], dontWait: false)
      let passing = PassingMessage()
      try await Self.receive(into: passing, router, rig)
      let address = [UInt8](passing[0])
      let sizes = [0, 1, 33, 34, 8192, 100_000]
      for round in 0..<3 {
        let message = Message(sizes.map { Frame([UInt8](repeating: UInt8(round), count: $0)) })
        try sender.send(message, dontWait: false)
        try await Self.receive(into: passing, router, rig)
        #expect(passing.count == sizes.count + 1)
        #expect(passing.byteCount == 5 + sizes.reduce(0, +))
        #expect(passing[3].elementsEqual(message[2].bytes))
        #expect(passing.peerMetadata(.peerAddress) == "127.0.0.1")
        let result = try address.withUnsafeBytes { try router.pass(passing, from: 1, to: $0) }
        #expect(result == .sent)
        #expect(try await rig.next(receiver) == message)
      }
      #expect(try !router.receive(into: passing))
      #expect(passing.count == 0)
    }
  }

  @Test func bytesAreInsertedIntoAFrame() async throws {
    try await withRig { rig in
      let (router, sender) = try Self.connected(rig)
      let passing = PassingMessage()
      // A frame without bytes, a small one, and one that libzmq stores outside the message.
      for (text, offset, expected) in [
        ("", 0, "++"), ("ab", 0, "++ab"), ("ab", 1, "a++b"), ("ab", 2, "ab++"),
        (String(repeating: "x", count: 500), 500, String(repeating: "x", count: 500) + "++"),
      ] {
        try sender.send(["first", Frame(text), "last"], dontWait: false)
        try await Self.receive(into: passing, router, rig)
        let (bytes, address) = (passing.byteCount, [UInt8](passing[0]))
        passing.insert(Array("++".utf8), into: 2, at: offset)
        #expect(passing.byteCount == bytes + 2)
        let result = try address.withUnsafeBytes { try router.pass(passing, from: 1, to: $0) }
        #expect(result == .sent)
        #expect(try await rig.next(sender) == ["first", Frame(expected), "last"])
      }
    }
  }

  @Test func whatCannotGoOnIsStillThere() async throws {
    try await withRig { rig in
      let (router, sender) = try Self.connected(rig)
      try sender.send(["a", "b"], dontWait: false)
      let passing = PassingMessage()
      try await Self.receive(into: passing, router, rig)
      let nobody = [UInt8](repeating: 7, count: 5)
      let result = try nobody.withUnsafeBytes { try router.pass(passing, from: 1, to: $0) }
      #expect(result == .hostUnreachable)
      #expect(passing.take(from: 1) == ["a", "b"])
    }
  }

  @Test func framesBeyondTheRoomAreCountedAndDropped() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try push.connect(try pull.bind("tcp://127.0.0.1:*"))
      try push.send(Message((0..<25).map { Frame("\($0)") }), dontWait: false)
      try push.send(["next"], dontWait: false)
      let passing = PassingMessage()
      try await Self.receive(into: passing, pull, rig)
      #expect(passing.count == 25)
      #expect(passing.kept == PassingMessage.maxFrames)
      #expect(passing.byteCount == 40)
      #expect(passing.take().frames.prefix(9) == (0..<9).map { Frame("\($0)") }[...])
      try await Self.receive(into: passing, pull, rig)
      #expect(passing.take() == ["next"])
    }
  }
}

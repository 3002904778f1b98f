import Glibc
import Testing
import ZeroMQ

@Suite struct TransportTests {
  enum Transport: CaseIterable {
    case inproc, ipc, tcp

    func endpoint(_ rig: Rig) -> String {
      switch self {
      case .inproc: "inproc://here"
      case .ipc: "ipc://\(rig.directory.path)/here"
      case .tcp: "tcp://127.0.0.1:*"
      }
    }
  }

  @Test(arguments: Transport.allCases)
  func carriesMessagesBothWays(_ transport: Transport) async throws {
    try await withRig { rig in
      let router = try rig.socket(.router)
      let dealer = try rig.socket(.dealer)
      let endpoint = try router.bind(transport.endpoint(rig))
      #expect(!endpoint.contains("*"))
      try dealer.connect(endpoint)

      let sizes = [0, 1, 33, 34, 8192, 1_000_000]
      let request = Message(sizes.map { Frame([UInt8](repeating: UInt8($0 & 0xFF), count: $0)) })
      try dealer.send(request, dontWait: false)
      var received = try await rig.next(router)
      let id = received.removeFirst()
      #expect(!id.isEmpty)
      #expect(received == request)

      try router.send(Message([id] + received.frames))
      #expect(try await rig.next(dealer) == request)
    }
  }

  /// True if this machine has IPv6, which a container may lack.
  private static let hasIPv6 = {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
  }()

  // Skipped because a machine may lack IPv6, which only its administrator can enable.
  @Test(.enabled(if: hasIPv6, "This machine has no IPv6 loopback address."))
  func anAddressInBracketsIsIPv6() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      let endpoint = try pull.bind("tcp://[::1]:*")
      #expect(endpoint.hasPrefix("tcp://[::1]:"))
      try push.connect(endpoint)
      try push.send(["hello"], dontWait: false)
      #expect(try await rig.next(pull).peerMetadata(.peerAddress) == "::1")
    }
  }

  /// Also after the socket was used with IPv6: a name still resolves to IPv4.
  @Test func aNameReachesAServerOnIPv4() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      let endpoint = try pull.bind("tcp://127.0.0.1:*")
      try push.connect("tcp://[::1]:9")
      try push.disconnect("tcp://[::1]:9")
      try push.connect(endpoint.replacing("127.0.0.1", with: "localhost"))
      try push.send(["hello"], dontWait: false)
      #expect(try await rig.next(pull) == ["hello"])
    }
  }

  @Test func sendsTheSameFrameManyTimes() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try push.connect(try pull.bind("tcp://127.0.0.1:*"))
      let big = Frame(adopting: [UInt8](repeating: 3, count: 200_000))
      let small = Frame("small")
      for _ in 0..<5 { try push.send([big, small], dontWait: false) }
      for _ in 0..<5 { #expect(try await rig.next(pull) == [big, small]) }
    }
  }

  @Test func aReceivedFrameGoesOnWithoutASocket() async throws {
    let frame = try await withRigReturning { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try push.connect(try pull.bind("tcp://127.0.0.1:*"))
      try push.send([Frame([UInt8](repeating: 5, count: 3000))], dontWait: false)
      return try await rig.next(pull)[0]
    }
    #expect(frame.bytes == [UInt8](repeating: 5, count: 3000))
  }

  @Test func saysWhereAMessageCameFrom() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      try push.connect(try pull.bind("tcp://127.0.0.1:*"))
      try push.send(["hello"], dontWait: false)
      let message = try await rig.next(pull)
      #expect(message.peerMetadata(.peerAddress) == "127.0.0.1")
      #expect(message.peerMetadata(.socketType) == "PUSH")
      #expect(message.peerMetadata(.userID) == nil)
      #expect(Message(["made here"]).peerMetadata(.peerAddress) == nil)
    }
  }

  @Test func unbindAndDisconnect() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      let push = try rig.socket(.push)
      let endpoint = try pull.bind("tcp://127.0.0.1:*")
      try push.connect(endpoint)
      try push.disconnect(endpoint)
      try pull.unbind(endpoint)
      #expect(failure { () throws(ZeroMQError) in try pull.unbind(endpoint) }?.code == .notFound)
      #expect(try push.trySend(["nobody"]) == .wouldBlock)
    }
  }
}

/// Like `withRig`, with a result.
func withRigReturning<Value: Sendable>(
  _ body: @escaping @Sendable (isolated Rig) async throws -> Value
) async throws -> Value {
  let box = Box<Value>()
  try await withRig { rig in box.value = try await body(rig) }
  return try #require(box.value)
}

/// `@unchecked Sendable`: written before the rig is shut down, read afterwards.
private final class Box<Value>: @unchecked Sendable {
  var value: Value?
}

import Testing
import ZeroMQ

@Suite struct ErrorTests {
  @Test func anAddressInUseIsNamed() async throws {
    try await withRig { rig in
      let (first, second) = (try rig.socket(.router), try rig.socket(.router))
      let endpoint = try first.bind("tcp://127.0.0.1:*")
      let error = failure { () throws(ZeroMQError) in try second.bind(endpoint) }
      #expect(error?.code == .addressInUse)
      #expect(error?.endpoint == endpoint)
      #expect(error?.errno != 0)
      #expect(error?.message.contains("The address \(endpoint) is already in use.") == true)
      #expect(error?.isRetriable == false)
    }
  }

  @Test func anIPCListenerIsNotPushedAside() async throws {
    try await withRig { rig in
      let (first, second) = (try rig.socket(.pull), try rig.socket(.pull))
      let events = try rig.events(of: first)
      let endpoint = try first.bind("ipc://\(rig.directory.path)/taken")
      #expect(
        failure { () throws(ZeroMQError) in try second.bind(endpoint) }?.code == .addressInUse)
      let push = try rig.socket(.push)
      try push.connect(endpoint)
      try push.send(["for the first"], dontWait: false)
      #expect(try await rig.next(first) == ["for the first"])
      // The socket file of a closed socket does not block a new one.
      try first.unbind(endpoint)
      _ = await events.wait(for: .closed)
      try second.bind(endpoint)
    }
  }

  @Test(arguments: [
    ("nonsense", ZeroMQError.Code.invalidEndpoint), ("tcp://127.0.0.1:99999", .invalidEndpoint),
    ("tcp://127.0.0.1", .invalidEndpoint), ("tcp://127.0.0.1:x", .invalidEndpoint),
    ("", .invalidEndpoint),
    ("tcp://192.0.2.1:*", .addressNotAvailable), ("tcp://nosuchif0:5550", .addressNotAvailable),
    ("nosuch://x", .unsupportedTransport), ("ipc:///nonexistent/directory/x", .notFound),
    ("ipc:///tmp/" + String(repeating: "x", count: 120), .nameTooLong),
  ])
  func aBadEndpointIsNamed(endpoint: String, code: ZeroMQError.Code) async throws {
    try await withRig { rig in
      let socket = try rig.socket(.dealer)
      let error = failure { () throws(ZeroMQError) in try socket.bind(endpoint) }
      #expect(error?.code == code)
      #expect(error?.endpoint == endpoint)
      #expect(error?.message.contains(endpoint.isEmpty ? "“”" : endpoint) == true)
    }
  }

  @Test func aBadOptionIsNamed() async throws {
    try await withRig { rig in
      let socket = try rig.socket(.dealer)
      let error = failure { () throws(ZeroMQError) in try socket.set(.sndhwm, to: -5) }
      #expect(error?.code == .invalidOption)
      #expect(error?.optionName == "sndhwm")
      let wrong = failure { () throws(ZeroMQError) in try socket.set(.xpubManual, to: true) }
      #expect(wrong?.optionName == "xpubManual")
    }
  }

  @Test func whatASocketCannotDoIsSaid() async throws {
    try await withRig { rig in
      let pull = try rig.socket(.pull)
      #expect(failure { () throws(ZeroMQError) in try pull.send(["x"]) }?.code == .notPossible)
      let reply = try rig.socket(.rep)
      #expect(failure { () throws(ZeroMQError) in try reply.send(["x"]) }?.code == .notPossible)
    }
  }

  @Test func aClosedSocketSaysSo() async throws {
    try await withRig { rig in
      let socket = try rig.socket(.dealer)
      socket.close()
      socket.close()
      #expect(socket.isClosed)
      for error in [
        failure({ () throws(ZeroMQError) in try socket.send(["x"]) }),
        failure({ () throws(ZeroMQError) in _ = try socket.receive() }),
        failure({ () throws(ZeroMQError) in try socket.bind("inproc://x") }),
        failure({ () throws(ZeroMQError) in try socket.set(.linger, to: 1) }),
      ] {
        #expect(error?.code == .socketClosed)
      }
      rig.loop.watch(socket) { Issue.record("A closed socket cannot be read.") }
    }
  }
}

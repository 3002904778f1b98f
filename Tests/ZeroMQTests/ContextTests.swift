import Testing
import ZeroMQ

@Suite struct ContextTests {
  @Test func isNotClosedUnderOpenSockets() async throws {
    let loop = try SocketLoop(name: "context")
    let context = try Context()
    try await loop.run { () throws(ZeroMQError) in
      let socket = try Socket(.dealer, in: context, on: loop)
      loop.watch(socket) {}
      // Kept open by a timer that never fires.
      loop.schedule(after: .seconds(1000)) { socket.close() }
    }
    await #expect(throws: ZeroMQError.self) { try await context.close() }
    #expect(!context.isClosed)
    #expect(context.openSockets == 1)
    await loop.stop()
    try await context.close()
    try await context.close()
    #expect(context.isClosed)
  }

  @Test func aClosedContextOpensNoSockets() async throws {
    let loop = try SocketLoop(name: "context")
    let context = try Context()
    try await context.close()
    let code = await loop.run {
      failure { () throws(ZeroMQError) in _ = try Socket(.dealer, in: context, on: loop) }?.code
    }
    #expect(code == .contextTerminated)
    await loop.stop()
  }

  @Test func aForgottenSocketIsClosedByItsLoop() async throws {
    try await withRig { rig in
      _ = try rig.socket(.dealer)
      // The close is a later job.
      await withCheckedContinuation { continuation in
        rig.loop.async { continuation.resume() }
      }
      #expect(rig.context.openSockets == 0)
    }
  }

  @Test func unsentMessagesDelayClosingOnlyForTheLingerTime() async throws {
    let loop = try SocketLoop(name: "linger")
    let context = try Context()
    try await loop.run { () throws(ZeroMQError) in
      let socket = try Socket(.push, in: context, on: loop)
      try socket.set(.linger, to: 20)
      // The port has just been released, so nothing listens there.
      let endpoint = try socket.bind("tcp://127.0.0.1:*")
      try socket.unbind(endpoint)
      try socket.connect(endpoint)
      try socket.send(["never arrives"])
      socket.close()
    }
    await loop.stop()
    try await context.close(within: .seconds(30))
  }

  @Test func refusesSettingsThatMakeNoSense() {
    #expect(failure { () throws(ZeroMQError) in _ = try Context(ioThreads: -1) } != nil)
  }
}

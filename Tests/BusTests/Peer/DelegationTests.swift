import FastJSON
import Testing

@testable import Composition
@testable import Bus
@testable import ZeroMQ

/// Calls to the parent whose outcome is passed to a callback.
@Suite struct DelegationTests {
  /// Makes a call on the peer's loop or elsewhere, and waits for the callback.
  func tell(
    _ message: some DelegateMessage<Done> & FastEncodable, by peer: Peer, onLoop: Bool
  ) async -> BusError.Code? {
    await withCheckedContinuation { continuation in
      let returned = Log<Bool>()
      let call = {
        @Sendable in
        peer.tell(message) { error in
          // A callback that makes another call must not recurse deeper each time.
          #expect(!onLoop || !returned.values.isEmpty)
          continuation.resume(returning: error.map { ($0 as? BusError)?.code ?? .internal })
        }
        returned.add(true)
      }
      if onLoop { peer.loop.async(call) } else { call() }
    }
  }

  @Test(arguments: Wiring.allCases, [true, false])
  func theParentsAnswerIsCalledBack(wiring: Wiring, onLoop: Bool) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let peer = rig.peer()
      _ = await rig.serve(EchoService(), on: peer)
      #expect(await tell(Ignored(), by: peer, onLoop: onLoop) == nil)
      #expect(await tell(Unbound(), by: peer, onLoop: onLoop) == .unbound)
    }
  }

  @Test(arguments: [true, false]) func aRefusalIsTriedAgain(onLoop: Bool) async throws {
    try await withBus(.ipc) { rig in
      let attempts = Log<Int?>()
      let keys = Log<String?>()
      var integration = Integration()
      integration.child("echo")
      integration.bind(Bound.self, of: "echo") { _, parent in
        attempts.add(parent.cause.attempt)
        keys.add(parent.cause.idem)
        if attempts.values.count < 3 { throw Waver.refusal }
        return Done()
      }
      try await rig.startRouter(integration)
      let peer = rig.peer()
      _ = await rig.serve(EchoService(), on: peer)
      #expect(await tell(Bound(), by: peer, onLoop: onLoop) == nil)
      #expect(attempts.values == [nil, 2, 3])
      #expect(Set(keys.values).count == 1 && keys.values.first != .some(nil))
    }
  }

  @Test(arguments: Wiring.allCases)
  func aClosedConnectionFailsTheCall(wiring: Wiring) async throws {
    try await withBus(wiring) { rig in
      try await rig.startRouter()
      let peer = try await rig.tool()
      await peer.close()
      #expect(await tell(Bound(), by: peer, onLoop: true) == .unavailable)
    }
  }

  @Test func whatIsSaidBeforeTheWelcomeGoesOutWithIt() async throws {
    try await withBus(.ipc) { rig in
      let peer = rig.peer()
      async let told = tell(Ignored(), by: peer, onLoop: true)
      async let served = rig.serve(EchoService(), on: peer)
      try await rig.startRouter()
      _ = await served
      #expect(await told == nil)
    }
  }
}

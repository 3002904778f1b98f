import Foundation
import TestSupport
import Testing

@testable import Bus
@testable import BusRouter
@testable import ZeroMQ

/// Routers that take turns: who connects has the addresses of all.
@Suite(.timeLimit(.minutes(1))) struct SeveralRoutersTests {
  /// Two routers, and what it takes to connect to both.
  private final class Pair: Sendable {
    let first: BusRig
    let second: BusRig

    init() throws {
      first = try BusRig(.ipc)
      second = try BusRig(.ipc)
    }

    func peer() throws -> Peer {
      let transport = ZeroMQTransport(
        "\(first.commands),\(second.commands)", context: first.context, loop: first.peerLoop)
      return Peer(transport: transport)
    }

    func stop() async throws {
      try await second.close()
      try await first.close()
    }
  }

  /// The router that answers: with a refusal, as nobody is connected to it.
  private func router(_ peer: Peer) async throws -> UUID? {
    await #expect(throws: BusError.self) {
      try await peer.request(
        "nobody.home", body: Data("{}".utf8), options: CallOptions(timeoutMs: 30_000))
    }
    return await peer.router
  }

  @Test func theOneThatIsThereIsFound() async throws {
    let pair = try Pair()
    let active = try await pair.second.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    #expect(try await router(peer) == active.id)
    await peer.close()
    try await pair.stop()
  }

  @Test func theNextOneIsFoundWhenItIsGone() async throws {
    let pair = try Pair()
    let one = try await pair.first.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    #expect(try await router(peer) == one.id)
    try await pair.first.stopRouter()
    let two = try await pair.second.startRouter()
    #expect(try await router(peer) == two.id)
    // And back.
    try await pair.second.stopRouter()
    let again = try await pair.first.startRouter()
    #expect(try await router(peer) == again.id)
    await peer.close()
    try await pair.stop()
  }

  /// One that is suspended keeps its connections: its silence says it.
  @Test func theNextOneIsFoundWhenItIsSilent() async throws {
    let pair = try Pair()
    let one = try await pair.first.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    #expect(try await router(peer) == one.id)
    let gate = DispatchSemaphore(value: 0)
    pair.first.routerLoop.async { gate.wait() }
    let two = try await pair.second.startRouter()
    #expect(try await router(peer) == two.id)
    gate.signal()
    await peer.close()
    try await pair.stop()
  }
}

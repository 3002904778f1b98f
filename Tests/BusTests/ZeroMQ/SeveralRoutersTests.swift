import Foundation
import TestSupport
import Testing

@testable import Bus
@testable import BusRouter
@testable import ZeroMQ

/// Routers that take turns: who connects has the addresses of all.
@Suite struct SeveralRoutersTests {
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

  /// Asks until a router answers, with a refusal, as nobody is connected to it, and the peer knows which one: it learns
  /// that from a heartbeat, which may come after the answer. Whoever never finds it is ended by the limit.
  private func finds(_ router: Router, _ peer: Peer) async throws {
    repeat {
      let error = await #expect(throws: BusError.self) {
        try await peer.request(
          "nobody.home", body: Data("{}".utf8), options: CallOptions(timeoutMs: 30_000))
      }
      // The router's own refusal, and not one of the peer's that it found none.
      #expect(error?.code == .unroutable, "\(String(describing: error))")
    } while await peer.router != router.id
  }

  @Test func theOneThatIsThereIsFound() async throws {
    let pair = try Pair()
    let active = try await pair.second.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    try await finds(active, peer)
    await peer.close()
    try await pair.stop()
  }

  @Test func theNextOneIsFoundWhenItIsGone() async throws {
    let pair = try Pair()
    let one = try await pair.first.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    try await finds(one, peer)
    try await pair.first.stopRouter()
    let two = try await pair.second.startRouter()
    try await finds(two, peer)
    // And back.
    try await pair.second.stopRouter()
    let again = try await pair.first.startRouter()
    try await finds(again, peer)
    await peer.close()
    try await pair.stop()
  }

  /// One that is suspended keeps its connections: its silence says it.
  @Test func theNextOneIsFoundWhenItIsSilent() async throws {
    let pair = try Pair()
    let one = try await pair.first.startRouter()
    let peer = try pair.peer()
    try await peer.open()
    try await finds(one, peer)
    let gate = DispatchSemaphore(value: 0)
    pair.first.routerLoop.async { gate.wait() }
    let two = try await pair.second.startRouter()
    try await finds(two, peer)
    gate.signal()
    await peer.close()
    try await pair.stop()
  }
}

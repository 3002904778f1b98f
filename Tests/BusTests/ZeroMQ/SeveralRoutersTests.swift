import Foundation
import TestSupport
import Testing

@testable import Bus
@testable import BusRouter
@testable import ZeroMQ

/// Alternating routers: a client has the addresses of all.
@Suite struct SeveralRoutersTests {
  /// Two routers and their addresses.
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

  /// Sends commands until the router rejects one, as no service is connected to it, and the peer knows its id. The peer
  /// learns that from a heartbeat, which may arrive after the reply. The time limit ends a peer that never finds it.
  private func finds(_ router: Router, _ peer: Peer) async throws {
    repeat {
      let error = await #expect(throws: BusError.self) {
        try await peer.request(
          "nobody.home", body: Data("{}".utf8), options: CallOptions(timeoutMs: 30_000))
      }
      // The router's own refusal, not the peer's that it found no router.
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

  /// A suspended router keeps its connections: only its silence shows it.
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

import Bus
import Connecting
import Foundation
import Testing

/// Connections to other cells.
@Suite struct NeighboursTests {
  private let neighbours = Neighbours(["HOME": "/nonexistent"])

  private func refusal(_ caller: any TargetCaller) async -> BusError? {
    await #expect(throws: BusError.self) {
      try await caller.request(
        "standups.list", body: Data("{}".utf8), attachments: [], key: nil,
        options: CallOptions(timeoutMs: 50))
    }
  }

  /// Each cell has one connection, until it is no longer needed.
  @Test func aCellIsConnectedToOnce() async throws {
    let north = try await neighbours.caller(at: "/nonexistent/north") as? Peer
    let south = try await neighbours.caller(at: "/nonexistent/south") as? Peer
    #expect(north != nil && north !== south)
    #expect(try await neighbours.caller(at: "/nonexistent/north") as? Peer === north)
    await neighbours.keep(["/nonexistent/south"])
    #expect(try await neighbours.caller(at: "/nonexistent/south") as? Peer === south)
    #expect(try await neighbours.caller(at: "/nonexistent/north") as? Peer !== north)
    await neighbours.close()
  }

  @Test func aCellThatIsAwayIsUnavailable() async throws {
    let caller = try await neighbours.caller(at: "/nonexistent/north")
    #expect(await refusal(caller)?.code == .unavailable)
    await neighbours.close()
    #expect(await refusal(caller) != nil)
    let error = await #expect(throws: BusError.self) {
      try await neighbours.caller(at: "/nonexistent/north")
    }
    #expect(error?.code == .draining)
  }

  @Test func whatIsNoPlaceIsNone() async throws {
    await #expect(throws: (any Error).self) { try await neighbours.caller(at: "tcp://a:b:c") }
    await neighbours.close()
  }
}

import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import Bus
@testable import BusRouter

/// The router's process is killed while a peer has many messages from it to read.
@Suite struct ConnectionLossTests {
  @Test func whatCameBeforeIsReadWhole() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("bus-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoint = "ipc://\(directory)/commands"
    let count = 5000

    let routerLoop = try SocketLoop(name: "router")
    let routerContext = try Context()
    let router = ZeroMQRouterTransport(endpoint, context: routerContext, loop: routerLoop)
    let peerLoop = try SocketLoop(name: "peer")
    let peerContext = try Context()
    let peer = ZeroMQTransport(endpoint, context: peerContext, loop: peerLoop)

    let received = Recorder<Int>()
    let isSilent = DispatchSemaphore(value: 0)
    let hasSent = Recorder<Void>()
    try await routerLoop.run {
      try router.open { connection, _ in
        for _ in 0..<count { _ = router.send(["head", "body"], to: connection) }
        hasSent.record(())
      }
    }
    try await peerLoop.run {
      try peer.open { received.record($0.count) }
      peer.whenWritable {
        #expect(peer.send(["hello"]))
        // All messages arrive and the connection is lost before the first message is read.
        peerLoop.async { isSilent.wait() }
      }
    }
    await hasSent.wait(for: 1)
    await routerLoop.run { router.close() }
    await routerLoop.stop()
    try await routerContext.close()
    isSilent.signal()
    #expect(await received.wait(for: count) == [Int](repeating: 2, count: count))
    await peerLoop.run {
      // The connection is lost, and no message is accepted for a future one.
      while peer.send(["late"]) {}
      peer.close()
    }
    await peerLoop.stop()
    try await peerContext.close()
  }
}

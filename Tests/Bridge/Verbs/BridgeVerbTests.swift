import BridgeAPI
import Bus
import CommandLineKit
import Foundation
import Testing

@testable import Command

@Suite("bridge")
struct BridgeVerbTests {
  private static func bench(_ status: BridgeStatus, typing: [String]? = nil) -> Bench {
    let bench = Bench(typing: typing)
    bench.caller.on(GetBridge.self) { _ in status }
    bench.caller.on(RebuildBridge.self) { _ in
      var status = status
      status.rebuilt += 1
      return status
    }
    bench.caller.on(RemoveBridgeStream.self) { command in
      var status = status
      status.left.removeAll { $0.name == command.name }
      return status
    }
    return bench
  }

  private static let live = BridgeStatus(
    state: .live, server: "nats://n:4222", stream: "standups_0b1c2d3e_10", base: 10,
    epoch: "0b1c2d3e-1", sequence: 42, behind: 3, published: 32, erased: 2,
    left: [LeftStream(name: "standups_00000000_0", messages: 7, bytes: 900)])

  @Test("status tells how far it is")
  func status() async {
    let bench = Self.bench(Self.live)
    #expect(await bench.run("bridge status") == .ok)
    #expect(
      bench.output == """
        State     live
        Server    nats://n:4222
        Stream    standups_0b1c2d3e_10
        Position  42, 3 behind
        Published 32 since it started
        Erased    2
        Leftover  standups_00000000_0, 7 messages, 900 bytes

        """)
  }

  @Test("without NATS that is no failure; with one that is away it is")
  func away() async {
    let off = Self.bench(BridgeStatus(state: .off))
    #expect(await off.run("bridge status") == .ok)
    #expect(off.output.contains("STANDUPS_NATS_URL"))
    let away = Self.bench(BridgeStatus(state: .away, reason: "NATS is away."))
    #expect(await away.run("bridge status --json") == .unavailable)
    #expect(away.output.contains(#""state":"away""#))
  }

  @Test("the stream is dropped only if that is wanted")
  func rebuild() async {
    let sure = Self.bench(Self.live)
    #expect(await sure.run("bridge rebuild --yes") == .ok)
    #expect(sure.output.contains("Rebuilt   1 time\n"))
    let unsure = Self.bench(Self.live, typing: ["no"])
    #expect(await unsure.run("bridge rebuild") == .ok)
    #expect(!unsure.output.contains("Rebuilt"))
    let removes = Self.bench(Self.live)
    #expect(await removes.run("bridge remove standups_00000000_0 --yes") == .ok)
    #expect(!removes.output.contains("Leftover"))
  }
}

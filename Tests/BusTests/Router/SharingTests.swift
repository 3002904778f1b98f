import Foundation
import Testing

@testable import Bus
@testable import BusRouter

/// Instances of a service that share its work are notified of each other at once.
@Suite struct SharingTests {
  func shares(_ envelopes: [Envelope]) throws -> [Set<UUID>?] {
    try envelopes.filter { $0.head.kind == .heartbeat }.map {
      try BusJSON.decode(Pulse.self, from: $0.body).instances.map { Set($0.map(\.wrappedValue)) }
    }
  }

  @Test func comingAndGoing() throws {
    var rig = CoreRig()
    let (a, b, c) = (UUID(), UUID(), UUID())
    let welcome = rig.hello(.first, instance: a, isSharded: true)
    #expect(
      try BusJSON.decode(Welcome.self, from: welcome[0].body).instances?.map(\.wrappedValue) == [a])
    let second = rig.hello(.second, instance: b, isSharded: true)
    let both = try BusJSON.decode(Welcome.self, from: second[0].body).instances ?? []
    #expect(Set(both.map(\.wrappedValue)) == [a, b])
    #expect(try shares(rig.take(.first)) == [[a, b]])
    rig.hello(.third, instance: c, isSharded: true)
    #expect(try shares(rig.take(.first)) == [[a, b, c]])
    #expect(try shares(rig.take(.second)) == [[a, b, c]])
    // One instance drains: it accepts no new work from now on.
    rig.receive(Envelope(.bye, target: "timer", header: Header()), from: .second)
    #expect(try shares(rig.take(.first)) == [[a, c]])
    #expect(try shares(rig.take(.third)) == [[a, c]])
    _ = rig.take(.second)
    // One instance is gone: the next message sent to it shows that.
    rig.gone = [.third]
    rig.perform(rig.core.pulse(to: .third))
    #expect(try shares(rig.take(.first)) == [[a]])
    #expect(rig.problem == nil)
  }

  @Test func everyHeartbeatSaysIt() throws {
    var rig = CoreRig()
    let a = UUID()
    rig.hello(.first, instance: a, isSharded: true)
    rig.heartbeat(.first)
    #expect(try shares(rig.take(.first)) == [[a]])
  }

  @Test func whoSharesNothingHearsNothing() throws {
    var rig = CoreRig()
    let welcome = rig.hello(.first)
    #expect(try BusJSON.decode(Welcome.self, from: welcome[0].body).instances == nil)
    rig.heartbeat(.first)
    #expect(try shares(rig.take(.first)) == [nil])
  }
}

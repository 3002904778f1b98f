import Testing

@testable import RouterConnections

@Suite struct HeldBytesTests {
  private final class System {
    /// Bytes received over a TCP connection, by descriptor.
    var came: [Int32: Int] = [:]
  }

  private let system = System()
  private let mebibyte = 1 << 20

  private func held(perConnection: Int = 10, all: Int = 25) -> HeldBytes {
    HeldBytes(.init(perConnection: perConnection * mebibyte, all: all * mebibyte)) { [system] in
      system.came[$0]
    }
  }

  @Test func aMessageWithoutAnEndIsEndedAtTheSecondLook() {
    var held = held()
    system.came = [7: 0, 8: 0]
    held.accepted(7, nowMs: 0)
    held.accepted(8, nowMs: 0)
    system.came[7] = 10 * mebibyte
    #expect(held.look(nowMs: 0) == .init())
    system.came[7] = 10 * mebibyte + 1
    #expect(held.look(nowMs: 0) == .init(isUrgent: true))
    #expect(held.look(nowMs: 0) == .init(ended: [7: 10 * mebibyte + 1]))
    // It is reported once.
    #expect(held.look(nowMs: 0) == .init())
    #expect(held.all == 0)
  }

  /// A late router receives the complete messages before the second check.
  @Test func aConnectionThatIsCaughtUpWithStays() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    system.came[7] = 20 * mebibyte
    #expect(held.look(nowMs: 0) == .init(isUrgent: true))
    for _ in 0..<20 { held.received(mebibyte, frames: 2, over: 7) }
    #expect(held.look(nowMs: 0) == .init())
    #expect(held.all == 0)
    // Overcounted bytes of its frames make no room for more.
    system.came[7] = 30 * mebibyte + 1
    #expect(held.look(nowMs: 0).isUrgent)
    #expect(held.look(nowMs: 0).ended == [7: 10 * mebibyte + 1])
  }

  /// A delayed router must not end a connection whose messages are complete.
  @Test func aConnectionWhoseMessagesAreReceivedHasASecond() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    system.came[7] = 40 * mebibyte
    for nowMs in [0, 10, 20, 999] as [Int64] {
      #expect(held.look(nowMs: nowMs) == .init(isUrgent: true))
      held.received(mebibyte, frames: 2, over: 7)
    }
    #expect(held.look(nowMs: 1000).ended[7] != nil)
    #expect(held.isEmpty)
  }

  @Test func aConnectionWhoseMessagesAreNoLongerReceivedIsEnded() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    system.came[7] = 40 * mebibyte
    #expect(held.look(nowMs: 0).isUrgent)
    held.received(mebibyte, frames: 2, over: 7)
    #expect(held.look(nowMs: 10) == .init(isUrgent: true))
    #expect(held.look(nowMs: 20).ended[7] != nil)
  }

  /// Without the largest connections, the others are within the bound.
  @Test func theLargestConnectionIsEndedFirst() {
    var held = held()
    let sizes = [1: 3, 2: 9, 3: 10, 4: 3, 5: 3] as [Int32: Int]
    for descriptor in sizes.keys {
      system.came[descriptor] = 0
      held.accepted(descriptor, nowMs: 0)
    }
    system.came = sizes.mapValues { $0 * mebibyte }
    #expect(held.look(nowMs: 0).isUrgent)
    #expect(held.look(nowMs: 10) == .init(ended: [3: 10 * mebibyte]))
    #expect(held.all == 18 * mebibyte)
  }

  /// libzmq may have closed it before its monitor reports it.
  @Test func aConnectionThatHasEndedHoldsNothing() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    system.came[7] = 11 * mebibyte
    #expect(held.look(nowMs: 0).isUrgent)
    system.came[7] = nil
    #expect(held.look(nowMs: 10) == .init())
    #expect(held.all == 0)
  }

  @Test func manyConnectionsTogetherHaveABound() {
    var held = held()
    for descriptor in 1...4 as ClosedRange<Int32> {
      system.came[descriptor] = 0
      held.accepted(descriptor, nowMs: 0)
    }
    system.came = [1: 9 * mebibyte, 2: 9 * mebibyte, 3: 9 * mebibyte, 4: mebibyte]
    #expect(held.look(nowMs: 0).isUrgent)
    let ended = held.look(nowMs: 0).ended
    // The first one that closes may make enough room for the others; one with a message or two is never affected.
    #expect(!ended.isEmpty && ended[4] == nil)
    #expect(held.all <= 25 * mebibyte)
  }

  @Test func heartbeatsAreForgiven() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    // A year of pings of 60 bytes each, every two seconds.
    for hour in 1...(365 * 24) as ClosedRange<Int64> {
      system.came[7]? += 1800 * 60
      #expect(held.look(nowMs: hour * 3_600_000) == .init())
    }
    #expect(held.all == 0)
  }

  @Test func heartbeatsAreForgivenHoweverOftenALookComes() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    for nowMs in stride(from: 10, through: 100_000, by: 10) as StrideThrough<Int64> {
      if nowMs % 2000 == 0 { system.came[7]? += 60 }
      _ = held.look(nowMs: nowMs)
    }
    #expect(held.all == 0)
  }

  /// The number ended per check is bounded, and all have their turn.
  @Test func aThousandConnectionsAreMeasuredInTurns() {
    var held = held()
    for descriptor in 1...1200 as ClosedRange<Int32> {
      system.came[descriptor] = 0
      held.accepted(descriptor, nowMs: 0)
    }
    system.came[600] = 11 * mebibyte
    var looks = 0
    while !held.look(nowMs: 0).isUrgent {
      looks += 1
      guard looks < 10 else { break }
    }
    #expect(looks < 3)
    #expect(held.look(nowMs: 0).ended == [600: 11 * mebibyte])
  }

  @Test func anotherConnectionWithTheSameDescriptorBeginsAtNothing() {
    var held = held()
    system.came = [7: 0]
    held.accepted(7, nowMs: 0)
    system.came[7] = 11 * mebibyte
    #expect(held.look(nowMs: 0).isUrgent)
    system.came[7] = 0
    held.accepted(7, nowMs: 0)
    #expect(held.look(nowMs: 0) == .init())
    #expect(held.all == 0)
    held.lost(7)
    #expect(held.isEmpty)
  }

  /// The system does not count the bytes of a Unix socket.
  @Test func aConnectionWithoutACounterIsNotWatched() {
    var held = held()
    held.accepted(7, nowMs: 0)
    #expect(held.isEmpty)
    held.received(100, frames: 2, over: 7)
    #expect(held.look(nowMs: 0) == .init())
  }
}

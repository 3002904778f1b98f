import Testing

@testable import RouterConnections

@Suite struct BacklogsTests {
  private final class System {
    var reading: Set<Int32> = []
    var looks = 0
  }

  private let system = System()
  private let a = ConnectionID(rawValue: 1)
  private let b = ConnectionID(rawValue: 2)
  private let c = ConnectionID(rawValue: 3)
  private let mebibyte = 1 << 20

  /// A value that `#expect` may change.
  private final class Held {
    var value: Backlogs
    init(_ value: Backlogs) { self.value = value }
    func came(_ bytes: Int, over connection: ConnectionID) -> Int32? {
      value.came(bytes, over: connection)
    }
    func take(_ bytes: Int, for connection: ConnectionID) -> Bool {
      value.take(bytes, for: connection)
    }
    func add(_ connection: ConnectionID, _ descriptor: Int32, key: String? = nil) {
      value.add(connection, descriptor, key: key)
    }
  }

  private func backlogs(perConnection: Int, perKey: Int = 1000, all: Int) -> Held {
    Held(
      Backlogs(
        .init(
          perConnection: perConnection * mebibyte, perKey: perKey * mebibyte, all: all * mebibyte)
      ) { [system] descriptor in
        system.looks += 1
        return system.reading.contains(descriptor)
      })
  }

  @Test func whoReadsIsLookedAtOnceInAWhile() {
    let backlogs = backlogs(perConnection: 2, all: 10)
    backlogs.add(a, 7)
    system.reading = [7]
    for _ in 0..<10_240 { #expect(backlogs.take(10_240, for: a)) }
    #expect(system.looks <= 100 && system.looks >= 95)
    #expect(backlogs.value.stalledBytes == 0)
  }

  @Test func theConnectionsOfOneKeyHaveAShare() {
    let backlogs = backlogs(perConnection: 4, perKey: 6, all: 100)
    backlogs.add(a, 7, key: "eve")
    backlogs.add(b, 8, key: "eve")
    backlogs.add(c, 9, key: "ann")
    for _ in 0..<4 { #expect(backlogs.take(mebibyte, for: a)) }
    for _ in 0..<2 { #expect(backlogs.take(mebibyte, for: b)) }
    #expect(!backlogs.take(mebibyte, for: b))
    // Other connections have their own share.
    for _ in 0..<4 { #expect(backlogs.take(mebibyte, for: c)) }
    // A connection that reads or closes makes room.
    system.reading = [7]
    #expect(backlogs.take(10, for: a))
    for _ in 0..<2 { #expect(backlogs.take(mebibyte, for: b)) }
    backlogs.add(a, 8, key: "ann")
    #expect(backlogs.value.stalledBytes == 4 * mebibyte)
  }

  @Test func whatWaitsForOneIsBounded() {
    let backlogs = backlogs(perConnection: 4, all: 100)
    backlogs.add(a, 7)
    backlogs.add(b, 8)
    for _ in 0..<4 { #expect(backlogs.take(mebibyte, for: a)) }
    #expect(!backlogs.take(mebibyte, for: a))
    #expect(!backlogs.take(mebibyte, for: a))
    // An error finds room for some time.
    #expect(backlogs.take(4096, for: a))
    var small = 1
    while backlogs.take(4096, for: a) { small += 1 }
    #expect(small == 256)
    #expect(backlogs.value.stalledBytes == 5 * mebibyte)
    // Other connections, counted or not, do not affect it.
    #expect(backlogs.take(mebibyte, for: b) && backlogs.take(mebibyte, for: c))
    system.reading = [7]
    #expect(backlogs.take(mebibyte, for: a))
    #expect(backlogs.value.stalledBytes == mebibyte)
  }

  @Test func allThatDoNotReadHaveABound() {
    let backlogs = backlogs(perConnection: 4, all: 6)
    for (number, connection) in [a, b, c].enumerated() { backlogs.add(connection, Int32(number)) }
    for connection in [a, b] {
      for _ in 0..<3 { #expect(backlogs.take(mebibyte, for: connection)) }
    }
    #expect(backlogs.value.stalledBytes == 6 * mebibyte)
    #expect(!backlogs.take(mebibyte, for: a))
    // A connection without queued bytes gets some room.
    #expect(backlogs.take(mebibyte, for: c))
    #expect(!backlogs.take(mebibyte, for: c))
  }

  /// A descriptor is reused only after its connection has closed.
  @Test func whoIsGoneIsForgotten() {
    let backlogs = backlogs(perConnection: 4, all: 6)
    backlogs.add(a, 7)
    for _ in 0..<4 { _ = backlogs.take(mebibyte, for: a) }
    backlogs.add(b, 7)
    #expect(backlogs.value.count == 1 && backlogs.value.stalledBytes == 0)
    #expect(!backlogs.value.knows(a) && backlogs.value.knows(b))
    #expect(backlogs.take(mebibyte, for: b))
  }

  /// Traffic of a connection is counted with its bounds, and forgotten when it closes.
  @Test func whatGoesOverAConnectionIsCounted() {
    let backlogs = Held(Backlogs(.init(perConnection: mebibyte, all: mebibyte)) { _ in false })
    #expect(backlogs.came(10, over: a) == nil)
    backlogs.value.add(a, 7, key: nil, first: 10, nowMs: 5)
    #expect(backlogs.came(20, over: a) == 7)
    #expect(backlogs.take(100, for: a))
    while backlogs.take(mebibyte / 2, for: a) {}
    let one = backlogs.value.all.first
    #expect(one?.connection == a && one?.descriptor == 7 && one?.traffic.sinceMs == 5)
    #expect(one?.traffic.received.messages == 2 && one?.traffic.received.bytes == 30)
    #expect(one?.traffic.dropped == 1)
    let sent = one?.traffic.sent
    #expect(sent.map { $0.bytes == 100 + ($0.messages - 1) * mebibyte / 2 } == true)
    #expect(one?.waiting == sent?.bytes)
    backlogs.value.lost(7)
    #expect(backlogs.value.all.isEmpty && backlogs.value.stalledBytes == 0)
    backlogs.value.lost(7)
    // Bytes sent earlier arrive late, and do not make the connection current again.
    #expect(backlogs.came(10, over: a) == 7 && backlogs.value.all.isEmpty)
    backlogs.value.add(b, 7, key: nil, first: 1, nowMs: 6)
    #expect(backlogs.value.all.map(\.connection) == [b] && backlogs.value.stalledBytes == 0)
  }
}

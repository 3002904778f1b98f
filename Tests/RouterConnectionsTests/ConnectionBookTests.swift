import Testing

@testable import RouterConnections

struct ConnectionBookTests {
  private let limits = ConnectionLimits(descriptors: .max, most: 10, maxUnfinished: 4)

  private func book(finished: Set<Int32> = []) -> ConnectionBook {
    ConnectionBook(limits) { finished.contains($0) }
  }

  @Test func thereIsRoomForWhatElseNeedsADescriptor() {
    #expect(ConnectionLimits(descriptors: 20_000).most == 10_000)
    #expect(ConnectionLimits(descriptors: 8192).most == 8192 - 3328)
    #expect(ConnectionLimits(descriptors: 4096).most == 768)
    #expect(ConnectionLimits(descriptors: 4096).maxUnfinished == 384)
    // The sum of counted connections and those that libzmq accepted beyond them never exceeds the descriptors.
    for descriptors in stride(from: ConnectionLimits.minDescriptors, to: 20_000, by: 7) {
      let limits = ConnectionLimits(descriptors: descriptors)
      #expect(limits.most + ConnectionLimits.reserve <= descriptors)
    }
    #expect(ConnectionLimits(descriptors: .min).most == 8)
    #expect(ConnectionLimits(descriptors: .max).most == 10_000)
    #expect(ConnectionLimits(descriptors: 0).most == 8)
  }

  @Test func strangersHaveABound() {
    var book = book()
    for descriptor in 1...4 as ClosedRange<Int32> {
      #expect(book.accepted(descriptor, nowMs: 0) == nil)
    }
    #expect(book.accepted(5, nowMs: 0) == 1)
    // It has not closed yet, but is not ended a second time.
    #expect(book.count == (open: 5, unfinished: 4))
    #expect(book.accepted(6, nowMs: 0) == 2)
    book.lost(1)
    book.lost(2)
    // A connection that sends a message has completed its handshake; so has one older than the
    // handshake's time limit.
    book.heard(3)
    #expect(book.accepted(7, nowMs: 1) == nil)
    #expect(book.accepted(8, nowMs: 2501) == nil)
    #expect(book.count == (open: 6, unfinished: 2))
  }

  @Test func whoCanBeSeenToBeDoneStays() {
    var book = book(finished: [1, 2, 3])
    for descriptor in 1...4 as ClosedRange<Int32> { _ = book.accepted(descriptor, nowMs: 0) }
    #expect(book.accepted(5, nowMs: 0) == 4)
    #expect(book.count == (open: 5, unfinished: 1))
  }

  @Test func allTogetherHaveABound() {
    var (first, second) = (book(), book())
    for descriptor in 1...9 as ClosedRange<Int32> {
      _ = first.accepted(descriptor, nowMs: 0)
      first.heard(descriptor)
    }
    #expect(limits.count == 9)
    #expect(second.accepted(20, nowMs: 0) == nil)
    // An unidentified connection is closed before identified ones, even if it is the new one.
    #expect(second.accepted(21, nowMs: 0) == 20)
    second.lost(20)
    second.heard(21)
    #expect(second.accepted(22, nowMs: 0) == 22)
    second.lost(22)
    first.lost(3)
    #expect(second.accepted(22, nowMs: 0) == nil)
    first.close()
    #expect(limits.count == 2)
  }

  /// A reused descriptor is another connection.
  @Test func aDescriptorIsCountedOnce() {
    var book = book()
    for _ in 0..<1000 { #expect(book.accepted(1, nowMs: 0) == nil) }
    #expect(book.count == (open: 1, unfinished: 1))
    #expect(limits.count == 1)
    book.lost(1)
    book.lost(1)
    #expect(limits.count == 0)
  }
}

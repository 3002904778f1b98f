import StandupsDependencies
import FastJSON
import Foundation
import Testing

@testable import BusRouter
@testable import Bus

@Suite struct PublicationOrderTests {
  func event(
    _ sequence: Int64?, epoch: String = "e", data: RawJSON = .null, isRepeated: Bool = false
  ) -> Publication {
    Publication(
      event: CloudEvent(
        id: sequence.map { "\($0)" } ?? "-", source: "/s", type: "t", subject: "s",
        time: Date(timeIntervalSince1970: 0), sequence: sequence,
        epoch: sequence == nil ? nil : epoch, data: data),
      labels: EventLabels(type: "t", subject: "s"), isRepeated: isRepeated)
  }

  func numbers(_ events: [Publication]) -> [Int64] {
    events.map { $0.event.sequence.flatMap { Int64($0) } ?? -1 }
  }

  func begun(after head: Int64 = 0) -> PublicationOrder {
    var order = PublicationOrder(patienceMs: 500, capacity: 4)
    _ = order.begin(after: head, epoch: "e")
    return order
  }

  @Test func inOrderNothingWaits() {
    var order = begun(after: 7)
    #expect(numbers(order.add([event(8), event(9)], nowMs: 0)) == [8, 9])
    #expect(order.nextMs == nil)
  }

  @Test func whatComesEarlyWaitsForWhatIsBeforeIt() {
    var order = begun()
    #expect(numbers(order.add([event(3), event(4)], nowMs: 10)) == [])
    #expect(order.nextMs == 510)
    #expect(numbers(order.add([event(2)], nowMs: 20)) == [])
    #expect(numbers(order.add([event(1)], nowMs: 30)) == [1, 2, 3, 4])
    #expect(order.count == 0)
    #expect(order.nextMs == nil)
  }

  @Test func aGapThatIsNeverFilledIsGivenUp() {
    var order = begun()
    #expect(numbers(order.add([event(3)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(6)], nowMs: 400)) == [])
    #expect(numbers(order.due(nowMs: 499)) == [])
    #expect(numbers(order.due(nowMs: 500)) == [3])
    #expect(order.nextMs == 900)
    #expect(numbers(order.due(nowMs: 900)) == [6])
    // If it arrives after all, it is published once.
    #expect(numbers(order.add([event(2), event(2), event(5)], nowMs: 950)) == [2, 5])
    #expect(numbers(order.add([event(7)], nowMs: 960)) == [7])
  }

  @Test func nothingGoesOutTwice() {
    var order = begun()
    #expect(numbers(order.add([event(1), event(1)], nowMs: 0)) == [1])
    #expect(numbers(order.add([event(3), event(3)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(2)], nowMs: 0)) == [2, 3])
    #expect(numbers(order.add([event(1), event(2), event(3)], nowMs: 0)) == [])
  }

  @Test func untilTheHeadIsKnownEventsWait() {
    var order = PublicationOrder()
    #expect(numbers(order.add([event(8)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(7), event(9)], nowMs: 0)) == [])
    // The journal was read after the commits of 7 and 8.
    #expect(numbers(order.begin(after: 8, epoch: "e")) == [7, 8, 9])
    #expect(order.count == 0)
    // Written earlier but published only now: the reply to its commit was late.
    #expect(numbers(order.add([event(6)], nowMs: 0)) == [6])
  }

  /// A service that received no reply to its commit sends it again, to a router that was not
  /// running then.
  @Test func whatWasInTheJournalBeforeThisRunDoesNotGoOutAgain() {
    var order = begun(after: 8)
    #expect(numbers(order.add([event(6, isRepeated: true)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(9)], nowMs: 0)) == [9])
    #expect(numbers(order.add([event(9, isRepeated: true)], nowMs: 0)) == [])
    // An event written in this run whose reply was lost is published once the reply arrives.
    #expect(numbers(order.add([event(11)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(10, isRepeated: true)], nowMs: 1)) == [10, 11])
    #expect(numbers(order.add([event(14)], nowMs: 2)) == [])
    #expect(numbers(order.due(nowMs: 502)) == [14])
    #expect(numbers(order.add([event(12, isRepeated: true)], nowMs: 503)) == [12])
  }

  @Test func whatWaitsIsBoundedInBytes() throws {
    var order = PublicationOrder(patienceMs: 500, capacityBytes: 100_000)
    _ = order.begin(after: 0, epoch: "e")
    let large = try RawJSON(encoding: String(repeating: "x", count: 40_000))
    #expect(numbers(order.add([event(2, data: large), event(4, data: large)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(4, data: large)], nowMs: 0)) == [])
    #expect(order.bytes > 80_000 && order.bytes < 100_000)
    #expect(numbers(order.add([event(6, data: large)], nowMs: 0)) == [2])
    #expect(numbers(order.due(nowMs: 500)) == [4, 6])
    #expect(order.bytes == 0)
  }

  @Test func withoutAHeadItBeginsWithTheFirstAfterAWhile() {
    var order = PublicationOrder(patienceMs: 500)
    #expect(numbers(order.add([event(8), event(7)], nowMs: 0)) == [])
    #expect(numbers(order.due(nowMs: 500)) == [7, 8])
    #expect(numbers(order.begin(after: 8, epoch: "e")) == [])
    #expect(numbers(order.add([event(9)], nowMs: 600)) == [9])
  }

  @Test func theNumberThatWaitsIsBounded() {
    var order = begun()
    #expect(numbers(order.add([event(2), event(4), event(6), event(8)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(10)], nowMs: 0)) == [2])
    #expect(order.count == 4)
  }

  @Test func anotherEpochBeginsAnew() {
    var order = begun()
    #expect(numbers(order.add([event(3)], nowMs: 0)) == [])
    #expect(numbers(order.add([event(1, epoch: "f")], nowMs: 0)) == [3])
    #expect(numbers(order.begin(after: 0, epoch: "f")) == [1])
    #expect(numbers(order.add([event(2, epoch: "f")], nowMs: 0)) == [2])
  }

  @Test func withoutASequenceNothingWaits() {
    var order = begun()
    #expect(numbers(order.add([event(5), event(nil)], nowMs: 0)) == [-1])
  }

  @Test func aLargeGapTakesNoMemory() {
    var order = begun()
    let last: Int64 = (1 << 62) - 1
    #expect(numbers(order.add([event(last)], nowMs: 0)) == [])
    #expect(numbers(order.due(nowMs: 500)) == [last])
    // A larger number is not a valid sequence.
    #expect(numbers(order.add([event(.max)], nowMs: 0)) == [.max])
  }

  @Test(arguments: 1...20) func anyOrderBecomesTheRightOne(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order = PublicationOrder(patienceMs: 1000, capacity: 1000)
    var out = numbers(order.begin(after: 0, epoch: "e"))
    var commits = (0..<60).map { number in
      (1...3).map { event(Int64(number * 3 + $0)) }
    }
    commits.shuffle(using: &random)
    for (now, commit) in commits.enumerated() {
      out += numbers(order.add(commit, nowMs: Int64(now)))
    }
    #expect(out == Array(1...180))
  }

  @Test(arguments: 1...4) func aLongBacklogLeavesInOrder(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order = PublicationOrder(patienceMs: 1000, capacity: 5000)
    _ = order.begin(after: 0, epoch: "e")
    for (now, sequence) in (2...4000).shuffled(using: &random).enumerated() {
      #expect(numbers(order.add([event(Int64(sequence))], nowMs: Int64(now / 100))) == [])
    }
    #expect(order.count == 3999)
    #expect(order.nextMs == 1000)
    #expect(numbers(order.add([event(1)], nowMs: 50)) == Array(1...4000))
    #expect(order.count == 0)
    #expect(order.bytes == 0)
    #expect(order.nextMs == nil)
  }
}

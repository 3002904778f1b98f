import StandupsDependencies
import Testing

@testable import ZeroMQ

@Suite struct TimerHeapTests {
  @Test func firesByDeadlineThenByOrderOfInsertion() {
    var heap = TimerHeap<String>()
    for (name, deadline) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("b3", 20)] {
      _ = heap.insert(name, at: UInt64(deadline))
    }
    #expect(heap.first == 10)
    #expect(heap.popDue(at: 9) == nil)
    var fired: [String] = []
    while let name = heap.popDue(at: 25) { fired.append(name) }
    #expect(fired == ["a", "b1", "b2", "b3"])
    #expect(heap.removeAll() == ["c"])
    #expect(heap.first == nil)
  }

  @Test func aTokenNeverNamesALaterTimer() {
    var heap = TimerHeap<String>()
    let first = heap.insert("first", at: 1)
    #expect(heap.remove(first) == "first")
    let second = heap.insert("second", at: 1)
    #expect(heap.remove(first) == nil)
    #expect(heap.popDue(at: 1) == "second")
    #expect(heap.remove(second) == nil)
    #expect(heap.remove(TimerToken(slot: -1, generation: 0)) == nil)
  }

  @Test func whatIsAddedAfterTheMarkWaits() {
    var heap = TimerHeap<String>()
    _ = heap.insert("before", at: 5)
    let mark = heap.mark
    _ = heap.insert("after", at: 5)
    #expect(heap.popDue(at: 5, before: mark) == "before")
    #expect(heap.popDue(at: 5, before: mark) == nil)
    #expect(heap.popDue(at: 5) == "after")
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func agreesWithASortedList(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = TimerHeap<Int>()
    var model: [(deadline: UInt64, id: Int, token: TimerToken)] = []
    for id in 0..<3000 {
      switch random.next() % 4 {
      case 0 where !model.isEmpty:
        let victim = model.remove(at: Int(random.next() % UInt64(model.count)))
        #expect(heap.remove(victim.token) == victim.id)
      case 1 where !model.isEmpty:
        // The first inserted one of equal deadlines; ids grow with insertion.
        guard let least = model.min(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) else {
          break
        }
        #expect(heap.first == least.deadline)
        #expect(heap.popDue(at: least.deadline) == least.id)
        model.removeAll { $0.id == least.id }
      default:
        let deadline = random.next() % 50
        model.append((deadline, id, heap.insert(id, at: deadline)))
      }
      #expect(heap.count == model.count)
    }
    let rest = model.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.id)
    #expect(heap.removeAll() == rest)
  }

  @Test func instantsAddAndSubtract() {
    let start = MonotonicInstant(nanoseconds: 5_000_000_000)
    #expect(start.advanced(by: .microseconds(1500)).nanoseconds == 5_001_500_000)
    #expect(start.advanced(by: .milliseconds(-1500)).nanoseconds == 3_500_000_000)
    #expect(start.advanced(by: .seconds(-10)).nanoseconds == 0)
    #expect(start.advanced(by: .seconds(Int64.max)).nanoseconds == UInt64(Int64.max))
    #expect(start.duration(to: start.advanced(by: .seconds(-2))) == .seconds(-2))
    #expect(start < start.advanced(by: .nanoseconds(1)))
  }
}

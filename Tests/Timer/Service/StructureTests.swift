import StandupsDependencies
import Testing

@testable import TimerService

@Suite struct StructureTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theHeapGivesTheEarliest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = DeadlineHeap()
    var model: [Int: Int64] = [:]
    for _ in 0..<2000 {
      let slot = Int.random(in: 0..<80, using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<20:
        let deadline = Int64.random(in: 0..<50, using: &random)
        heap.set(slot, to: deadline)
        model[slot] = deadline
      case 20..<30:
        heap.remove(slot)
        model[slot] = nil
      default:
        if let first = heap.first {
          heap.remove(Int(first.slot))
          model[Int(first.slot)] = nil
        }
      }
      #expect(heap.count == model.count)
      #expect(heap.first?.deadline == model.values.min())
      #expect(heap.deadline(of: slot) == model[slot])
      if let first = heap.first {
        #expect(model[Int(first.slot)] == first.deadline)
        var rest = heap
        rest.remove(Int(first.slot))
        #expect(heap.second == rest.first.map { Int($0.slot) })
      } else {
        #expect(heap.second == nil)
      }
    }
  }

  @Test(arguments: [
    (1_000_000, 10_300_000, 11_000_000), (1_000_000, 11_000_000, 11_000_000),
    (1_000_000, 11_000_001, 12_000_000), (250_000, 10_300_000, 10_500_000),
    (0, 10_300_000, 10_300_000), (1_000_000, 1_000_000, 10_000_000),
    (1_000_000, 99_000_000_000, 1_010_000_000),
  ])
  func wakeUpsAreOnAGrid(grid: Int64, deadline: Int64, expected: Int64) {
    var configuration = TimerConfiguration()
    configuration.gridNs = grid
    #expect(configuration.wake(for: deadline, now: 10_000_000) == expected)
  }

  @Test func whoIsBehindServesMore() {
    let configuration = TimerConfiguration()
    #expect(configuration.batch(late: configuration.behindNs) == configuration.batch)
    #expect(configuration.batch(late: configuration.behindNs + 1) == 16 * configuration.batch)
  }
}

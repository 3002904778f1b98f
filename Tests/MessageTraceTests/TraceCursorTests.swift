import Foundation
import Testing

@testable import MessageTrace
@testable import Bus

@Suite struct TraceCursorTests {
  private var traceRing = TraceRing(capacity: 8)
  private var cursor = TraceCursor()

  private mutating func note(_ count: Int, answered: Bool = true) {
    for _ in 0..<count {
      let (id, target) = (UUID(), "t.\(traceRing.next)")
      let number = traceRing.note(
        TraceEntry(
          id: id, correlation: id, kind: .command, target: target, from: "tool",
          attempt: 1, wallMs: 0, steadyUs: 0))
      if answered { answer(number) }
    }
  }

  private mutating func answer(_ number: TraceNumber?) {
    traceRing.answered(number, by: UUID(), nil, atUs: 1)
  }

  private mutating func take(_ limit: Int = 100, looks: Int = 100) -> [String] {
    cursor.take(from: traceRing, limit: limit, looks: looks) { $0.target != "t.1" }.map(\.target)
  }

  @Test mutating func eachIsTakenOnceInItsOrderAndOnlyWhereItIsWanted() {
    note(4)
    #expect(take() == ["t.0", "t.2", "t.3"])
    #expect(take() == [])
    note(1)
    #expect(take() == ["t.4"])
    #expect(cursor.forgotten == 0)
  }

  @Test mutating func whatIsNotAnsweredIsTakenOnceItIs() {
    note(3, answered: false)
    note(1)
    #expect(take() == ["t.3"])
    answer(2)
    #expect(take() == ["t.2"])
    answer(0)
    note(1)
    #expect(take() == ["t.0", "t.4"])
    #expect(take() == [])
  }

  @Test mutating func noMoreAreTakenThanThereIsRoomFor() {
    note(6)
    #expect(take(2) == ["t.0", "t.2"])
    #expect(take(10, looks: 2) == ["t.3", "t.4"])
    #expect(take() == ["t.5"])
    note(2, answered: false)
    #expect(take() == [])
    answer(6)
    answer(7)
    #expect(take(1) == ["t.6"])
    #expect(take(1) == ["t.7"])
  }

  @Test mutating func whatIsOverwrittenBeforeIsCounted() {
    note(2, answered: false)
    #expect(take() == [])
    note(10)
    // 0 was awaited; 1 was not wanted; 2 and 3 were skipped.
    #expect(take() == (4..<12).map { "t.\($0)" })
    #expect(cursor.forgotten == 3)
    #expect(cursor.unread(in: traceRing) == 0)
  }

  @Test mutating func aRecorderThatTakesNothingDownHasNothing() {
    traceRing = TraceRing(capacity: 0)
    note(3)
    #expect(take() == [])
    #expect(cursor.forgotten == 0)
  }
}

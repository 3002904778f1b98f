import Testing

@testable import LoadTester

@Suite struct RequestWindowTests {
  @Test func eachIsTakenOnce() {
    var window = RequestWindow<String>()
    let numbers = ["a", "b", "c"].map { window.add($0) }
    #expect(numbers == [0, 1, 2])
    #expect(window.take(1) == "b")
    #expect(window.take(1) == nil)
    #expect(window.take(0) == "a")
    #expect(window.take(0) == nil)
    #expect(window.take(2) == "c")
    #expect(window.take(3) == nil && window.take(-1) == nil)
  }

  /// Memory for the pending requests only, however many there were.
  @Test func whatIsAnsweredTakesNoRoom() {
    var window = RequestWindow<Int>()
    for value in 0..<100_000 {
      let number = window.add(value)
      #expect(number == value)
      guard value >= 10 else { continue }
      let answered = window.take(value - 10)
      #expect(answered == value - 10)
      #expect(window.count == 10)
    }
  }

  @Test func anOldOneWithoutAnAnswerIsForgotten() {
    var window = RequestWindow<Int>()
    for value in 0..<100 { _ = window.add(value) }
    for value in 1..<100 { _ = window.take(value) }
    #expect(window.count == 100)
    window.forget { $0 < 1 }
    #expect(window.count == 0)
    #expect(window.take(0) == nil)
    #expect(window.add(7) == 100)
    #expect(window.take(100) == 7)
  }

  @Test func aYoungOneIsKept() {
    var window = RequestWindow<Int>()
    for value in 0..<10 { _ = window.add(value) }
    window.forget { $0 < 4 }
    #expect(window.count == 6)
    #expect(window.take(3) == nil)
    #expect(window.take(4) == 4)
  }
}

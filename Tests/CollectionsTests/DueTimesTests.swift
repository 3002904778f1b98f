import StandupsCollections
import StandupsDependencies
import Testing

@Suite struct DueTimesTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theEarliestComesFirst(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var due = DueTimes<Int>()
    var model: [Int: Int64] = [:]
    for _ in 0..<2000 {
      let id = Int.random(in: 0..<50, using: &random)
      let ms = Int64.random(in: 0..<100, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        due.set(id, to: ms)
        model[id] = ms
      case 6..<8:
        due.set(id, to: nil)
        model[id] = nil
      default:
        let expected = model.filter { $0.value <= ms }.min {
          ($0.value, $0.key) < ($1.value, $1.key)
        }
        #expect(due.popFirst(atMs: ms) == expected?.key)
        if let expected { model[expected.key] = nil }
      }
      #expect(due.firstMs == model.values.min())
      let those = model.filter { $0.value <= 30 }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      #expect(due.due(atMs: 30) == those.map(\.key))
    }
  }

  @Test func theSameTimesAreEqual() {
    var one = DueTimes<String>()
    var other = DueTimes<String>()
    one.set("a", to: 1)
    one.set("b", to: 2)
    other.set("b", to: 2)
    #expect(one != other)
    other.set("a", to: 1)
    #expect(one == other && one.hashValue == other.hashValue)
  }
}

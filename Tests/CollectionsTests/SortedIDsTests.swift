import StandupsCollections
import StandupsDependencies
import Testing

@Suite struct SortedIDsTests {
  @Test(arguments: [3, 2000])
  func idsAreInOrder(range: Int) {
    var random = SeededGenerator(seed: UInt64(range))
    var ids = SortedIDs<String>()
    var model: Set<String> = []
    for step in 0..<4000 {
      let id = String(Int.random(in: 0..<range, using: &random))
      if model.contains(id) {
        ids.remove(id)
        model.remove(id)
      } else {
        ids.remove(id)
        ids.insert(id)
        ids.insert(id)
        model.insert(id)
      }
      if step.isMultiple(of: 200) {
        let after = String(Int.random(in: 0..<range, using: &random))
        #expect(ids.count == model.count && ids.first == model.min())
        #expect(ids.ids(after: nil, limit: .max) == model.sorted())
        #expect(
          ids.ids(after: after, limit: 7) == Array(model.sorted().filter { $0 > after }.prefix(7)))
        let rest = model.sorted().filter { $0 > after }
        let page = ids.page(after: after, limit: 7)
        #expect(page.ids == Array(rest.prefix(7)))
        #expect(page.next == (rest.count > 7 ? rest[6] : nil))
        let even = rest.filter { ($0.utf8.last ?? 0).isMultiple(of: 2) }
        let evenPage = ids.page(after: after, limit: 7) { ($0.utf8.last ?? 0).isMultiple(of: 2) }
        #expect(evenPage.ids == Array(even.prefix(7)))
        #expect(evenPage.next == (even.count > 7 ? even[6] : nil))
      }
    }
  }

  /// The division into chunks depends on the history, which must not matter.
  @Test func theSameIDsAreEqual() {
    var some = SortedIDs<Int>()
    var others = SortedIDs<Int>()
    for id in 0..<2000 { some.insert(id) }
    for id in (0..<3000).reversed() { others.insert(id) }
    #expect(some != others)
    for id in 2000..<3000 { others.remove(id) }
    #expect(some == others && some.hashValue == others.hashValue)
    others.remove(7)
    others.insert(3000)
    #expect(some != others)
  }
}

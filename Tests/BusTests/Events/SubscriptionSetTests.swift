import StandupsDependencies
import Testing

@testable import Bus

@Suite struct SubscriptionSetTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func findsWhatBeginsWithASubscription(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var set = SubscriptionSet()
    var model: Set<String> = []
    func word() -> String {
      String(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          "ab/".randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<500 {
      let prefix = word()
      if model.contains(prefix) {
        model.remove(prefix)
        let wasThere = [set.remove(Array(prefix.utf8)), set.remove(Array(prefix.utf8))]
        #expect(wasThere == [true, false])
      } else {
        model.insert(prefix)
        let isNew = [set.insert(Array(prefix.utf8)), set.insert(Array(prefix.utf8))]
        #expect(isNew == [true, false])
      }
      #expect(set.isEmpty == model.isEmpty)
      let topic = word() + word() + " "
      let isWanted = Array(topic.utf8).withUnsafeBytes { set.matches($0) }
      #expect(isWanted == model.contains { topic.hasPrefix($0) })
    }
  }

  @Test func aPrefixThatReachesIntoTheEventIsWanted() {
    var set = SubscriptionSet()
    _ = set.insert(Array("m/1/ {\"data\"".utf8))
    #expect(Array("m/1/ ".utf8).withUnsafeBytes { set.matches($0) })
    #expect(!Array("m/11/ ".utf8).withUnsafeBytes { set.matches($0) })
    _ = set.remove(Array("m/1/ {\"data\"".utf8))
    #expect(!Array("m/1/ ".utf8).withUnsafeBytes { set.matches($0) })
  }
}

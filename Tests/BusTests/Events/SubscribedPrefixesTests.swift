import Testing

@testable import Bus

@Suite struct SubscribedPrefixesTests {
  @Test func whatIsWantedTwiceIsEndedAtTheSecondEnd() {
    var prefixes = SubscribedPrefixes()
    #expect(prefixes.add(["b", "a", "b"]) == ["b", "a"])
    #expect(prefixes.add(["a", "c"]) == ["c"])
    #expect(prefixes.remove(["a", "a", "b"]) == ["b"])
    #expect(prefixes.remove(["b", "x"]) == [])
    #expect(prefixes.remove(["c", "a"]) == ["c", "a"])
    #expect(prefixes.add(["a"]) == ["a"])
  }

  @Test func aRefusalIsToldToAllWhoWantIt() {
    var prefixes = SubscribedPrefixes()
    _ = prefixes.add(["a", "b"])
    _ = prefixes.add(["a"])
    // The subscription may belong to another connection.
    prefixes.note(
      Confirmation(epoch: "", head: 0, denied: ["x", "a"], reasons: ["no", "not you"]))
    #expect(prefixes.refusal(of: ["b", "x"]) == nil)
    #expect(
      prefixes.refusal(of: ["b", "a"])
        == BusError(.denied, "The subscription to “a” was rejected. not you"))
    _ = prefixes.remove(["a"])
    #expect(prefixes.refusal(of: ["a"]) != nil)
    _ = prefixes.remove(["a"])
    #expect(prefixes.add(["a"]) == ["a"])
    #expect(prefixes.refusal(of: ["a"]) == nil)
  }

  @Test func overAnotherConnectionItMayBeAllowed() {
    var prefixes = SubscribedPrefixes()
    _ = prefixes.add(["a"])
    prefixes.note(Confirmation(epoch: "", head: 0, denied: ["a"]))
    #expect(prefixes.refusal(of: ["a"])?.message == "The subscription to “a” was rejected.")
    prefixes.lost()
    #expect(prefixes.refusal(of: ["a"]) == nil)
  }
}

import StandupsCollections
import Testing

@Suite struct LanesTests {
  @Test func oneAtATimeIsUnderWayInOrder() {
    var lanes = Lanes<String, Int>()
    #expect(lanes.enter("ann") == true)
    #expect(lanes.enter("bob") == true)
    #expect(lanes.enter("ann") == false)
    lanes.wait(1, in: "ann")
    lanes.wait(2, in: "ann")
    #expect(lanes.waiting == 2)
    #expect(lanes.leave("bob") == nil)
    #expect(lanes.enter("bob") == true, "It is free again.")
    #expect(lanes.leave("ann") == 1)
    #expect(lanes.enter("ann") == false, "What waited has it now.")
    #expect(lanes.leave("ann") == 2)
    #expect(lanes.waiting == 0 && !lanes.isEmpty)
    #expect(lanes.leave("ann") == nil)
    #expect(lanes.leave("bob") == nil)
    #expect(lanes.isEmpty)
  }

  @Test func whatWaitsIsTakenAway() {
    var lanes = Lanes<Int, Int>()
    for lane in 1...3 {
      #expect(lanes.enter(lane) == true)
      lanes.wait(10 * lane, in: lane)
    }
    #expect(lanes.takeWaiting().sorted() == [10, 20, 30])
    #expect(lanes.waiting == 0)
    #expect(lanes.enter(2) == false, "It is under way still.")
    #expect(lanes.leave(2) == nil)
    #expect(lanes.enter(2) == true)
  }
}

import StandupsLogging
import Testing

@Suite struct LogThrottleTests {
  // Reads the clock because times are relative to any instant.
  private let start = ContinuousClock.now

  @Test func theSameIsSaidOnceInAWhile() {
    let throttle = LogThrottle(pause: .seconds(10))
    #expect(throttle.admit("full", at: start) == 0)
    #expect(throttle.admit("full", at: start + .seconds(1)) == nil)
    #expect(throttle.admit("full", at: start + .milliseconds(9999)) == nil)
    #expect(throttle.admit("away", at: start + .seconds(2)) == 0)
    // With the number of suppressed lines; the pause counts from the last printed line.
    #expect(throttle.admit("full", at: start + .seconds(10)) == 2)
    #expect(throttle.admit("full", at: start + .seconds(19)) == nil)
    #expect(throttle.admit("full", at: start + .seconds(20)) == 1)
  }

  @Test func noMoreThanSomeAreRemembered() {
    let throttle = LogThrottle(pause: .seconds(10), most: 2)
    for what in ["a", "b"] { #expect(throttle.admit(what, at: start) == 0) }
    #expect(throttle.admit("a", at: start) == nil)
    // A known line takes no more room.
    #expect(throttle.admit("a", at: start + .seconds(10)) == 1)
    #expect(throttle.admit("b", at: start + .seconds(5)) == nil)
    #expect(throttle.admit("c", at: start + .seconds(10)) == 0)
    #expect(throttle.admit("a", at: start + .seconds(10)) == 0)
  }
}

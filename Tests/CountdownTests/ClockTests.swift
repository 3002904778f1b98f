import Countdown
import Testing

@Suite struct ClockTests {
  let start = ClockReading(wallMs: 1_000_000, boot: "a", uptimeUs: 5_000_000)

  @Test func withinABootTheUptimeDecides() {
    var later = start.advanced(byMs: 1500)
    #expect(later.milliseconds(since: start) == 1500)
    later.wallMs += 3_600_000
    #expect(later.milliseconds(since: start) == 1500)
    later.wallMs -= 7_200_000
    #expect(later.milliseconds(since: start) == 1500)
    #expect(start.milliseconds(since: later) == -1500)
  }

  @Test(arguments: ["b", ""])
  func elsewhereTheWallClockDoes(boot: String) {
    let later = ClockReading(wallMs: 1_002_000, boot: boot, uptimeUs: 17)
    #expect(later.milliseconds(since: start) == 2000)
    #expect(start.milliseconds(since: later) == -2000)
  }

  @Test func anUnknownBootIsNotTheSameAsAnother() {
    let one = ClockReading(wallMs: 10, boot: "", uptimeUs: 0)
    let other = ClockReading(wallMs: 30, boot: "", uptimeUs: 1_000_000)
    #expect(other.milliseconds(since: one) == 20)
  }

  @Test func absurdReadingsFromOutsideDoNotTrap() {
    for boot in ["a", "b"] {
      let first = ClockReading(wallMs: .min, boot: "a", uptimeUs: .min)
      let last = ClockReading(wallMs: .max, boot: boot, uptimeUs: .max)
      #expect(last.milliseconds(since: first) > 0)
      #expect(first.milliseconds(since: last) < 0)
      let clock = CountdownClock(elapsedMs: .max, at: first, isRunning: true)
      #expect(clock.elapsedMs(at: last) == .max)
    }
    #expect(start.advanced(byMs: .max).wallMs == .max)
    #expect(start.advanced(byMs: .min).uptimeUs < 0)
  }

  @Test func runsWhileItRunsAndStandsWhileItIsHeld() {
    let clock = CountdownClock(elapsedMs: 0, at: start, isRunning: true)
    let held = clock.held(at: start.advanced(byMs: 1234))
    #expect(held.elapsedMs == 1234)
    #expect(held.elapsedMs(at: start.advanced(byMs: 99_999)) == 1234)
    let released = held.released(at: start.advanced(byMs: 50_000))
    #expect(released.elapsedMs(at: start.advanced(byMs: 50_006)) == 1240)
  }

  @Test func holdingTwiceOrReleasingTwiceChangesNothing() {
    let clock = CountdownClock(elapsedMs: 100, at: start, isRunning: true)
    let later = start.advanced(byMs: 10)
    let latest = start.advanced(byMs: 30)
    #expect(clock.held(at: later).held(at: latest).elapsedMs(at: latest) == 110)
    #expect(clock.released(at: later).released(at: latest).elapsedMs(at: latest) == 130)
  }

  @Test func neverRunsBackwards() {
    let clock = CountdownClock(elapsedMs: 100, at: start, isRunning: true)
    #expect(clock.elapsedMs(at: start.advanced(byMs: -50)) == 100)
  }

  @Test(arguments: [true, false])
  func jumpsAndStaysAsItWas(isRunning: Bool) {
    let clock = CountdownClock(elapsedMs: 100, at: start, isRunning: isRunning)
    let jumped = clock.jumped(toMs: 6000, at: start.advanced(byMs: 10))
    #expect(jumped.isRunning == isRunning)
    #expect(jumped.elapsedMs(at: start.advanced(byMs: 15)) == (isRunning ? 6005 : 6000))
  }

  @Test func theMachinesClocksMoveForward() {
    let first = ClockReader.live()
    let second = ClockReader.live()
    #expect(second.uptimeUs >= first.uptimeUs)
    #expect(first.boot == second.boot)
    #expect(first.wallMs > 1_600_000_000_000)
  }
}

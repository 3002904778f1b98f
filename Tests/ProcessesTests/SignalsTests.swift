import Foundation
import Processes
import Testing

@testable import Lifecycle

@Suite(.serialized, .timeLimit(.minutes(1))) struct SignalsTests {
  // SIGUSR1 ends a process that does not handle it, as SIGTERM does; and a defect here cannot be
  // mistaken for the end of the test run by whoever started it.
  @Test func aRealSignalBecomesAValue() async {
    let signals = Signals.stream([SIGUSR1])
    kill(getpid(), SIGUSR1)
    for await number in signals {
      #expect(number == SIGUSR1)
      break
    }
  }
}

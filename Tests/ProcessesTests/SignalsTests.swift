import Foundation
import Glibc
import Processes
import Testing

@testable import StandupsLifecycle

@Suite(.serialized) struct SignalsTests {
  // SIGUSR1 ends a process that does not handle it, like SIGTERM; but a defect here cannot be
  // mistaken for a request to end the test run.
  @Test func aRealSignalBecomesAValue() async {
    let signals = Signals.stream([SIGUSR1])
    kill(getpid(), SIGUSR1)
    for await number in signals {
      #expect(number == SIGUSR1)
      break
    }
  }

  /// A second request does not change how an ending program ends.
  // Passes because a signal that is not ignored ends the process.
  @Test func afterTheEndASignalMayBeIgnored() async {
    defer { signal(SIGUSR2, SIG_DFL) }
    let task = Task {
      for await _ in Signals.stream([SIGUSR2], thenIgnored: true) {}
    }
    task.cancel()
    await task.value
    for _ in 0..<100 { kill(getpid(), SIGUSR2) }
  }
}

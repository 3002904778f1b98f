import Foundation
import Glibc
import Processes
import Testing

@testable import Lifecycle

@Suite(.serialized) struct SignalsTests {
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

  /// A program that is ending does not end otherwise because it is told to once more.
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

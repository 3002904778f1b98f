import CommandLineKit
import Testing
import ZeroMQ

@testable import Connecting

@Suite struct ExitCodeTests {
  @Test(
    arguments: [
      (.addressInUse, .unavailable), (.accessDenied, .configuration),
      (.invalidEndpoint, .configuration), (.nameTooLong, .configuration),
      (.addressNotAvailable, .configuration), (.resourceExhausted, .system), (.other, .software),
    ] as [(ZeroMQError.Code, ExitCode)])
  func whatTheTransportCannotDoHasACode(_ code: ZeroMQError.Code, _ expected: ExitCode) {
    #expect(code.exitCode == expected)
  }
}

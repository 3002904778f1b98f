public import Bus
import CommandLineKit
import Glibc
public import ZeroMQ

/// How a program ends: the codes of sysexits.h, shared by the services and the command line.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// All went well.
  case ok = 0
  /// The command line was wrong (EX_USAGE).
  case usage = 64
  /// What was given to it was wrong (EX_DATAERR).
  case data = 65
  /// A file or thing that was named does not exist (EX_NOINPUT).
  case noInput = 66
  /// A service that is needed is away (EX_UNAVAILABLE).
  case unavailable = 69
  /// A defect, or work that did not end in time (EX_SOFTWARE).
  case software = 70
  /// The operating system refused something it usually grants (EX_OSERR).
  case system = 71
  /// A file could not be made (EX_CANTCREAT).
  case cannotCreate = 73
  /// Reading or writing failed (EX_IOERR).
  case io = 74
  /// It may succeed later (EX_TEMPFAIL).
  case temporary = 75
  /// The other side does not keep to the protocol (EX_PROTOCOL).
  case `protocol` = 76
  /// It is not allowed (EX_NOPERM).
  case denied = 77
  /// The configuration is wrong (EX_CONFIG).
  case configuration = 78
  /// Interrupted from the keyboard before it was done (128 + SIGINT).
  case interrupted = 130
  /// Told to stop before it was done (128 + SIGTERM).
  case terminated = 143

  /// The code for an answer of the bus.
  public init(_ code: BusError.Code) {
    switch code {
    case .invalid, .conflict, .compacted, .tooLarge: self = .data
    case .notFound: self = .noInput
    case .unroutable, .unbound, .unavailable, .draining: self = .unavailable
    case .busy, .expired: self = .temporary
    case .denied: self = .denied
    case .version: self = .protocol
    default: self = .software
    }
  }

  /// The code for a failure of the transport.
  public init(_ code: ZeroMQError.Code) {
    switch code {
    case .addressInUse: self = .unavailable
    case .addressNotAvailable, .invalidEndpoint, .notFound, .accessDenied, .unsupportedTransport,
      .nameTooLong, .invalidKey:
      self = .configuration
    case .resourceExhausted: self = .system
    default: self = .software
    }
  }

  /// The code for an error that ends a program.
  public init(_ error: any Error) {
    switch error {
    case is ConfigurationError: self = .configuration
    case is UsageError: self = .usage
    case let error as BusError: self = ExitCode(error.code)
    case let error as ZeroMQError: self = ExitCode(error.code)
    case is Superseded: self = .temporary
    default: self = .software
    }
  }

  /// Ends the process at once.
  public func exitProcess() -> Never { exit(rawValue) }
}

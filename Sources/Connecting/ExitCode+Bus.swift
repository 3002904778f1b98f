public import Bus
public import CommandLineKit
public import ZeroMQ

extension BusError: ExitCoded {
  /// The exit code for a bus error.
  public var exitCode: ExitCode {
    switch code {
    case .invalid, .conflict, .compacted, .tooLarge: .data
    case .notFound: .noInput
    case .unroutable, .unbound, .unavailable, .draining: .unavailable
    case .busy, .expired: .temporary
    case .denied: .denied
    case .version: .protocol
    default: .software
    }
  }
}

extension ZeroMQError: ExitCoded {
  /// The exit code for a transport error.
  public var exitCode: ExitCode { code.exitCode }
}

extension ZeroMQError.Code {
  /// The exit code for the error.
  var exitCode: ExitCode {
    switch self {
    case .addressInUse: .unavailable
    case .addressNotAvailable, .invalidEndpoint, .notFound, .accessDenied, .unsupportedTransport,
      .nameTooLong, .invalidKey:
      .configuration
    case .resourceExhausted: .system
    default: .software
    }
  }
}

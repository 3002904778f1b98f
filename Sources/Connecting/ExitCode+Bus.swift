public import Bus
public import CommandLineKit
public import ZeroMQ

extension BusError: ExitCoded {
  /// The code for an answer of the bus.
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
  /// The code for a failure of the transport.
  public var exitCode: ExitCode { code.exitCode }
}

extension ZeroMQError.Code {
  /// How a program ends with it.
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

import Glibc

/// Exit codes that the services and the command line share, after sysexits.h.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// The program succeeded.
  case ok = 0
  /// A Nagios check found a problem that needs attention.
  case warning = 1
  /// A Nagios check found a failure.
  case critical = 2
  /// A Nagios check could not determine the state.
  case unknown = 3
  /// Invalid command line (EX_USAGE).
  case usage = 64
  /// Invalid input data (EX_DATAERR).
  case data = 65
  /// A named file or object does not exist (EX_NOINPUT).
  case noInput = 66
  /// A required service is unavailable (EX_UNAVAILABLE).
  case unavailable = 69
  /// An internal error, or a task that exceeded its time limit (EX_SOFTWARE).
  case software = 70
  /// The operating system rejected a request that normally succeeds (EX_OSERR).
  case system = 71
  /// A file could not be created (EX_CANTCREAT).
  case cannotCreate = 73
  /// A read or a write failed (EX_IOERR).
  case io = 74
  /// A temporary failure; a retry may succeed (EX_TEMPFAIL).
  case temporary = 75
  /// The peer violated the protocol (EX_PROTOCOL).
  case `protocol` = 76
  /// Permission denied (EX_NOPERM).
  case denied = 77
  /// Invalid configuration (EX_CONFIG).
  case configuration = 78
  /// Interrupted from the keyboard before completion (128 + SIGINT).
  case interrupted = 130
  /// Terminated by a signal before completion (128 + SIGTERM).
  case terminated = 143

  /// The exit code for an error that ends the program. Default: `software`.
  public init(_ error: any Error) {
    self = (error as? any ExitCoded)?.exitCode ?? .software
  }

  /// Ends the process immediately.
  public func exitProcess() -> Never { exit(rawValue) }
}

/// An error that determines the exit code of the program it terminates.
public protocol ExitCoded: Error {
  /// The exit code of the program.
  var exitCode: ExitCode { get }
}

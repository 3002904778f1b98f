import Glibc

/// How a program ends: the codes of sysexits.h, shared by the services and the command line.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// All went well.
  case ok = 0
  /// A check for Nagios found something that wants looking at.
  case warning = 1
  /// A check found what does not work.
  case critical = 2
  /// A check could not find out.
  case unknown = 3
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

  /// The code for an error that ends a program; `software` unless the error has one of its own.
  public init(_ error: any Error) {
    self = (error as? any ExitCoded)?.exitCode ?? .software
  }

  /// Ends the process at once.
  public func exitProcess() -> Never { exit(rawValue) }
}

/// An error that says how a program ends when nothing mends it.
public protocol ExitCoded: Error {
  /// The code with which the program ends.
  var exitCode: ExitCode { get }
}

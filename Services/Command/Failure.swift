import Audio
import Bus
import CommandLineKit
import StandupsConfiguration
import Connecting
import Foundation
import Glibc

/// An error for the user, with the program's exit code.
struct Failure: Error, Hashable, CustomStringConvertible {
  /// Exit code of the program.
  var exit: ExitCode
  /// Stable error code, for programs.
  var code: String
  /// Sentence that states the problem and a remedy.
  var message: String

  /// True if the error came from the bus, so that the last command has a trace.
  var isTraceable = false

  /// True if the message may not explain the cause, although the trace of the command may.
  var isObscure: Bool {
    isTraceable
      && [BusError.Code.internal, .expired, .unbound, .tooLarge].map(\.rawValue).contains(code)
  }

  init(_ exit: ExitCode, code: String, _ message: String) {
    self.exit = exit
    self.code = code
    self.message = message
  }

  var description: String { message }
}

extension Failure {
  /// Failure for an invalid command line.
  static func usage(_ message: String) -> Failure { Failure(.usage, code: "usage", message) }

  /// Failure for an object that does not exist.
  static func notFound(_ message: String) -> Failure {
    Failure(.noInput, code: "not_found", message)
  }

  /// Failure for an object that the user named but that does not exist.
  ///
  /// - Parameters:
  ///   - command: the command that lists the objects of that kind.
  ///   - near: a similar name that exists.
  static func notFound(
    _ kind: String, _ name: String, list command: String, near: String? = nil
  ) -> Failure {
    notFound(
      "\(kind) not found: \(DisplayText.safe(name))."
        + (near.map { " Did you mean “\(DisplayText.safe($0))”?" }
          ?? " Run “\(command)” to see them all."))
  }

  /// Failure for a name, or the start of an id, that matches several objects.
  static func ambiguous(_ name: String, _ matches: [String]) -> Failure {
    Failure(
      .data, code: "ambiguous",
      "“\(DisplayText.safe(name))” is ambiguous. Use one of these ids instead:"
        + " \(matches.joined(separator: ", ")).")
  }

  /// Failure for two options that cannot be combined.
  static func exclusive(_ one: String, _ other: String) -> Failure {
    usage("Use \(one) or \(other), not both.")
  }

  /// Throws a usage error if a value is given but out of range.
  static func require(_ option: String, _ value: Int?, in range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw usage(
      "Invalid \(option) \(value); expected \(range.lowerBound) to \(range.upperBound).")
  }

  /// Failure for an existing file, which is not replaced without `--force`.
  static func exists(_ path: String) -> Failure {
    Failure(
      .cannotCreate, code: "exists",
      "\(DisplayText.safe(path)) already exists. Add --force to replace it.")
  }

  /// Failure whose message has already been printed, so that only its exit code matters.
  static func said(_ exit: ExitCode) -> Failure { Failure(exit, code: closedPipe, "") }

  /// Error code for output whose reader has exited.
  static let closedPipe = "closed_pipe"

  /// Error code of an unavailable router.
  static let noRouterCode = "no_router"

  /// Failure if no router listens at the endpoint.
  static func noRouter(_ endpoint: String) -> Failure {
    Failure(
      .unavailable, code: noRouterCode,
      "No router is running at \(endpoint). Start it with “standups up”.")
  }

  /// Converts any error to an exit code and a message; all errors are converted here.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self = .usage(error.sentence())
    case let error as BusError:
      self.init(error.exitCode, code: error.code.rawValue, error.message)
      isTraceable = true
    case let error as ConfigurationError:
      let sentence = "\(error)".split(separator: "\n").joined(separator: " ")
      self.init(.configuration, code: "configuration", sentence)
    case let error as AudioError:
      let exit: ExitCode = error.code == .unreadable ? .noInput : .data
      self.init(exit, code: error.code.rawValue, error.description)
    case let problem as KeyFile.Problem: self.init(problem)
    case is CancellationError:
      self.init(.interrupted, code: "interrupted", "Interrupted before it finished.")
    default:
      self.init(.software, code: "internal", "Internal error: \(error)")
    }
  }

  /// Creates the failure for an unusable key file.
  init(_ problem: KeyFile.Problem) {
    switch problem.kind {
    case .missing: self.init(.noInput, code: "no_key", problem.description)
    case .exposed: self.init(.configuration, code: "exposed_key", problem.description)
    case .malformed: self.init(.data, code: "malformed_key", problem.description)
    case .exists: self.init(.cannotCreate, code: "exists", problem.description)
    case .system(let number):
      let exit: ExitCode = number == EACCES || number == EPERM ? .denied : .io
      self.init(exit, code: "file", problem.description)
    }
  }

  /// Failure to read or write a file. Default: because of the system call that failed last.
  static func file(
    _ path: String, _ verb: String, _ error: any Error = POSIXError.last
  ) -> Failure {
    let cause = (error as? CocoaError)?.underlying ?? error
    let (exit, reason): (ExitCode, String) =
      switch (cause as? POSIXError)?.code ?? (verb == "read" && isDirectory(path) ? .EISDIR : nil) {
      case .ENOENT:
        verb == "read"
          ? (.noInput, "it does not exist") : (.cannotCreate, "its directory does not exist")
      case .EACCES, .EPERM: (.denied, "permission denied")
      case .EROFS: (.cannotCreate, "the file system is read-only")
      case .ENOSPC: (.io, "the disk is full")
      case .EISDIR: (verb == "read" ? .noInput : .cannotCreate, "it is a directory")
      default: (verb == "read" ? .io : .cannotCreate, error.localizedDescription)
      }
    return Failure(exit, code: "file", "Cannot \(verb) \(path): \(reason).")
  }

  /// The system's text for an error number. Default: that of the system call that failed last.
  static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}

extension POSIXError {
  /// The error of the system call that failed last on this thread.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

import Glibc

/// A failure that the operating system reported.
struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The `errno`.
  var code: Int32
  /// What was being done, in a few words.
  var operation: String

  init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// What `errno` says now.
  static func current(_ operation: String) -> SystemError {
    SystemError(code: errno, operation: operation)
  }

  var description: String {
    "could not \(operation): \(String(cString: strerror(code))) (errno \(code))"
  }
}

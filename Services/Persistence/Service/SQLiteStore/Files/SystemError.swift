import Glibc

/// Error reported by the operating system.
struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The `errno`.
  var code: Int32
  /// The failed operation, in a few words.
  var operation: String

  init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// An error with the current `errno`.
  static func current(_ operation: String) -> SystemError {
    SystemError(code: errno, operation: operation)
  }

  var description: String {
    "could not \(operation): \(String(cString: strerror(code))) (errno \(code))"
  }
}

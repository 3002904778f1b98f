public import Bus

/// A line for the log that a reducer decided on, for the shell to write.
///
/// It holds ids, types and hosts; never what people say, URLs or secrets.
public struct LogEntry: Hashable, Sendable {
  /// How much it matters.
  public enum Level: String, Hashable, Sendable {
    case info, warning, error
  }

  /// The weight with which it is logged.
  public var level: Level
  /// A sentence for the person on call.
  public var message: String
  /// The header of the command that it is about.
  public var cause: Header?

  /// A line for the log; without a cause it belongs to no command.
  public init(_ level: Level, _ message: String, cause: Header? = nil) {
    self.level = level
    self.message = message
    self.cause = cause
  }
}

extension Log {
  /// Writes what a reducer decided on.
  public func note(_ entry: LogEntry) {
    let log = entry.cause.map { caused(by: $0) } ?? self
    switch entry.level {
    case .info: log.info(entry.message)
    case .warning: log.warning(entry.message)
    case .error: log.error(entry.message)
    }
  }
}

public import Bus

/// A line for the log that a reducer requests; the shell writes it.
///
/// It contains ids, types and hosts, but no spoken words, no URLs and no secrets.
public struct LogEntry: Hashable, Sendable {
  /// Severity of a log entry.
  public enum Level: String, Hashable, Sendable {
    case info, warning, error
  }

  /// Severity of the entry.
  public var level: Level
  /// A sentence for the person on call.
  public var message: String
  /// Header of the command that caused the entry.
  public var cause: Header?

  /// Creates an entry; without a cause it has no correlation id.
  public init(_ level: Level, _ message: String, cause: Header? = nil) {
    self.level = level
    self.message = message
    self.cause = cause
  }
}

extension Log {
  /// Writes an entry that a reducer requested.
  public func note(_ entry: LogEntry) {
    let log = entry.cause.map { caused(by: $0) } ?? self
    switch entry.level {
    case .info: log.info(entry.message)
    case .warning: log.warning(entry.message)
    case .error: log.error(entry.message)
    }
  }
}

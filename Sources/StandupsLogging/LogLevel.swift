/// Severity of a log line.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// A detail for debugging.
  case debug
  /// An event that the person on call may want to read later.
  case info
  /// A problem that does not stop the service.
  case warning
  /// A failure; the highest level.
  case error

  /// Orders levels by severity.
  public static func < (a: LogLevel, b: LogLevel) -> Bool { a.weight < b.weight }

  private var weight: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}

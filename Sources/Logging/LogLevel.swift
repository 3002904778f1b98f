/// Severity of a log line.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// A detail for debugging.
  case debug
  /// An event that a person on call wants to read afterwards.
  case info
  /// A problem that does not stop the service.
  case warning
  /// A failure.
  case error

  /// Orders by severity.
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

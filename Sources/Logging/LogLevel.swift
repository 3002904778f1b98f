/// How much a line of the log matters.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// For whoever looks for a defect.
  case debug
  /// What a person on call wants to have read afterwards.
  case info
  /// Something is wrong, and the service goes on.
  case warning
  /// Something failed.
  case error

  /// Orders by weight.
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

/// How a child process ended.
enum ChildExit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
  /// It could not even be started; the reason is a sentence's end.
  case notStarted(String)

  /// As a sentence's end.
  var words: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .notStarted(let reason): reason
    }
  }
}

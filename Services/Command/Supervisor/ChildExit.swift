/// The reason why a child process ended.
enum ChildExit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
  /// The program could not be started; the reason completes a sentence.
  case notStarted(String)

  /// A phrase that completes a sentence.
  var words: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .notStarted(let reason): reason
    }
  }
}

/// A program that `standups up` keeps running.
struct SupervisedService: Hashable, Sendable {
  /// The service's name on the bus.
  var name: String
  /// The file beside the command line's own.
  var program: String
  /// Services of a lower stage are stopped before those of a higher one.
  var stopStage: Int

  /// All, in the order in which they are started: the router first, so that the others find it.
  static let all = [
    SupervisedService(name: "router", program: "router-service", stopStage: 2),
    SupervisedService(name: "persistence", program: "persistence-service", stopStage: 1),
    SupervisedService(name: "standups", program: "standups-service", stopStage: 0),
    SupervisedService(name: "timer", program: "timer-service", stopStage: 0),
    SupervisedService(name: "transcription", program: "transcription-service", stopStage: 0),
    SupervisedService(name: "webhooks", program: "webhooks-service", stopStage: 0),
  ]
}

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

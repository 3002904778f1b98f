/// A status report of the supervisor.
enum Status: Hashable, Sendable {
  case started(String, pid: Int32, again: Bool)
  case died(String, ChildExit, reason: String?, restartInMs: Int64)
  case givenUp(String, ChildExit, reason: String?)
  case killed(String)
  case ready
  /// Services that are running but not connected yet.
  case loading([String])
  /// The address of the web page.
  case page(String)
  case stopping
  case stopped

  /// The report as a human-readable sentence.
  var sentence: String {
    switch self {
    case .started(let name, let pid, let again):
      return "\(again ? "Restarted" : "Started") \(name) (process \(pid))."
    case .died(let name, let exit, let reason, let pause):
      let when = pause == 0 ? "now" : "in \(DurationText.words(pause))"
      return "\(name) died (\(exit.words))\(Self.because(reason)) Restarting it \(when)."
    case .givenUp(let name, let exit, let reason):
      return "\(name) cannot run (\(exit.words))\(Self.because(reason)) Fix the problem and run"
        + " “standups up” again."
    case .killed(let name): return "\(name) did not stop in time. Killing it."
    case .loading(let names):
      return "Loading \(names.joined(separator: ", ")) …"
    case .ready: return "Ready. Press Ctrl-C to stop."
    case .page(let address): return "The web page is at \(address). Run “standups web” to open it."
    case .stopping: return "Stopping."
    case .stopped: return "Stopped."
    }
  }

  private static func because(_ reason: String?) -> String {
    guard let reason, !reason.isEmpty else { return "." }
    let text = DisplayText.safe(reason)
    return ": \(text)" + (text.hasSuffix(".") ? "" : ".")
  }

  /// The report as a JSON object for programs.
  var output: Output {
    switch self {
    case .started(let name, let pid, let again):
      Output(event: again ? "restarted" : "started", service: name, pid: pid)
    case .died(let name, let exit, let reason, let pause):
      Output(
        event: "died", service: name, exit: exit.words, reason: reason, restartInMs: pause)
    case .givenUp(let name, let exit, let reason):
      Output(event: "givenUp", service: name, exit: exit.words, reason: reason)
    case .killed(let name): Output(event: "killed", service: name)
    case .loading(let names): Output(event: "loading", services: names)
    case .ready: Output(event: "ready")
    case .page(let address): Output(event: "page", address: address)
    case .stopping: Output(event: "stopping")
    case .stopped: Output(event: "stopped")
    }
  }

  struct Output: Codable, Hashable {
    var event: String
    var service: String?
    var services: [String]?
    var pid: Int32?
    var exit: String?
    var reason: String?
    var restartInMs: Int64?
    var address: String?
  }
}

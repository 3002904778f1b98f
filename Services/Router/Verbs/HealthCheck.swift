import Bus
import CommandLineKit
import Foundation
import RouterAPI

/// A health check in the format of Nagios plug-ins (Monitoring Plugins Development Guidelines).
struct HealthCheck: Sendable {
  enum Level: Hashable {
    case ok, warning, critical, unknown

    var exit: ExitCode {
      switch self {
      case .ok: .ok
      case .warning: .warning
      case .critical: .critical
      case .unknown: .unknown
      }
    }

    var word: String {
      switch self {
      case .ok: "OK"
      case .warning: "WARNING"
      case .critical: "CRITICAL"
      case .unknown: "UNKNOWN"
      }
    }
  }

  var level: Level
  var sentence: String
  /// Performance data: names, and values with units.
  var figures: [(name: String, value: String)] = []

  /// The output line. Bars in the message are replaced, because a bar starts the performance data.
  var line: String {
    let words = DisplayText.safe(sentence).replacing("|", with: "/")
    let data = figures.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    return "STANDUPS \(level.word) - \(words)" + (data.isEmpty ? "" : " | \(data)")
  }

  /// Checks the router's health. Errors are reported as results.
  static func ask(_ context: CommandContext) async -> HealthCheck {
    let begin = ContinuousClock.now
    do {
      let reply = try await context.send(GetHealth())
      return HealthCheck(reply, ms: Ping.cut((ContinuousClock.now - begin).ms))
    } catch {
      let failure = Failure(error)
      let isAway = [.unavailable, .temporary, .software].contains(failure.exit)
      return HealthCheck(level: isAway ? .critical : .unknown, sentence: failure.message)
    }
  }

  init(level: Level, sentence: String) {
    self.level = level
    self.sentence = sentence
  }

  init(_ reply: GetHealth.Reply, ms: Double) {
    let missing = reply.services.filter { $0.state == .missing }.map(\.name)
    level = reply.status == .ok ? .ok : missing.isEmpty ? .warning : .critical
    let up = reply.services.count { $0.state == .up }
    switch level {
    case .ok: sentence = "\(DisplayText.count(up, "service")) up"
    case .critical: sentence = "missing: \(missing.joined(separator: ", "))"
    case .warning, .unknown: sentence = reply.problems.first ?? "there are problems"
    }
    if reply.problems.count > 1 { sentence += " (\(reply.problems.count) problems)" }
    figures = [
      ("time", "\(ms)ms"), ("services", "\(up);;;0;\(reply.services.count)"),
      ("dead_letters", "\(reply.deadLetters)"), ("waiting", "\(reply.parked)"),
      ("unbound_calls", "\(reply.unboundCalls)c"),
      ("refused", "\(reply.refusedConnections + reply.denied)c"),
    ]
  }
}

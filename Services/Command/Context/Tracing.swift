import Bus
import Foundation
import Threads

/// Trace to which the program's commands belong.
struct Tracing: Hashable, Sendable {
  /// The trace from the command line or the environment; nil for none.
  var given: TraceParent?
  /// True if each command starts its own trace when none is given.
  var begins = false

  /// The environment variable in which a calling program passes its trace.
  static let variable = "TRACEPARENT"

  static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  init() {}

  /// Determines the trace.
  ///
  /// - Returns: the trace, and a warning about an invalid environment variable. As W3C Trace
  ///   Context requires, an invalid trace does not prevent the command.
  static func read(
    _ globals: Globals, _ environment: [String: String]
  ) -> (tracing: Tracing, complaint: String?) {
    var tracing = Tracing()
    tracing.begins = globals.isTraced
    tracing.given = globals.traceparent
    guard globals.traceparent == nil, let text = environment[variable], !text.isEmpty else {
      return (tracing, nil)
    }
    tracing.given = TraceParent(text)
    guard tracing.given == nil else { return (tracing, nil) }
    return (
      tracing,
      "Ignoring invalid \(variable) “\(DisplayText.safe(text))”; expected a value such as \(example)."
    )
  }

  /// The trace context to send with a command; nil for none.
  func traceparent(for id: UUID) -> TraceParent? {
    given ?? (begins ? TraceParent(beginningWith: id) : nil)
  }
}

/// Records the correlation ids of the commands that the program has sent, so that the user can
/// trace them.
final class SentCommands: Sendable {
  /// Maximum number of recorded ids, because a live view may send any number of commands.
  static let most = 20
  private let ids = Locked<(last: [UUID], count: Int)>(([], 0))

  func add(_ id: UUID) {
    ids.withLock {
      $0.last.append(id)
      $0.count += 1
      if $0.last.count > Self.most { $0.last.removeFirst() }
    }
  }

  /// The most recent ids, in order.
  var last: [UUID] { ids.withLock { $0.last } }
  /// Total number of commands.
  var count: Int { ids.withLock { $0.count } }
}

import Bus
import Foundation

/// The trace that the program's commands belong to.
struct Tracing: Hashable, Sendable {
  /// What the command line, or the environment, says.
  var given: TraceParent?
  /// Whether each command begins a trace of its own, where nothing is said.
  var begins = false

  /// Where a program that starts this one leaves the trace that it works in.
  static let variable = "TRACEPARENT"

  static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  init() {}

  /// - Returns: also what is wrong with the environment: as W3C Trace Context has it, that is no reason not to do what was asked.
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

  /// What goes with a command; nil for nothing.
  func traceparent(for id: UUID) -> TraceParent? {
    given ?? (begins ? TraceParent(beginningWith: id) : nil)
  }
}

import Bus
import ScheduleAPI
import ServiceShell

/// A command whose turn has not come.
struct Waiting: Hashable, Sendable {
  /// Nil for what the service asks of itself.
  var caller: CallerID?
  var command: ScheduleCommand
  var header: Header
}

/// A command under way.
struct Operation: Identifiable, Hashable, Sendable {
  let id: OperationID
  let command: ScheduleCommand
  let caller: CallerID?
  let header: Header
  /// When it began, in milliseconds since 1970.
  let at: Int64
  var step = Step.began

  /// What it waits for.
  enum Step: Hashable, Sendable {
    case began
    /// The calendar of holidays.
    case reading
    /// The parent's answer.
    case telling(Occasion)
    /// The same changes are sent until it is known what became of them.
    case committing(Decision, ScheduleChangesDecided)
  }
}

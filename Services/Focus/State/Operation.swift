import Bus
import Countdown
import FocusAPI
import ServiceShell

/// What one command changes at a time.
enum Lane: Hashable, Sendable {
  case person(Person)
  case item(FocusItem.ID)
}

/// A command whose turn has not come.
struct Waiting: Hashable, Sendable {
  var caller: CallerID
  var command: FocusCommand
  var header: Header
}

/// A command under way.
struct Operation: Identifiable, Hashable, Sendable {
  let id: OperationID
  let command: FocusCommand
  let caller: CallerID
  let header: Header
  /// When it began.
  let at: ClockReading
  var step = Step.began

  /// What it waits for.
  enum Step: Hashable, Sendable {
    case began
    case loading
    /// The same changes are sent until it is known what became of them.
    case committing(Decision, FocusChangesDecided)
  }
}

import Bus
import Standups
import StandupsAPI

/// Undo of the last change of the turns, or of the end.
extension StandupsReduction {
  /// Restores the turns, the speaker and the clock as they were at the moment of a change.
  ///
  /// The turns that have begun by the clock since then are not announced any more: they are undone as
  /// well.
  mutating func undo(_ operation: Operation, _ command: UndoChange) throws {
    if let ended = state.saved.ended[id: command.id], isVisible(ended.session.standup) {
      return try reopen(operation, command, ended)
    }
    var session = try session(command.id)
    try refuseOpenAlert(session)
    let isLast = session.undo?.change == command.change
    session.keepChange(olderThan: reducer.clock())
    guard isLast, let undo = session.undo else {
      throw Self.isFinal(command, wasLast: isLast)
    }
    let removed = session.undoChange(at: reducer.clock())
    let event = try event(
      MeetingUndone(session, undo, removed: removed), of: session, operation)
    try decide(operation, session, [event])
  }

  /// The id of a change that is being made.
  func newChange() -> MeetingSession.Undo.ID { MeetingSession.Undo.ID(reducer.uuid()) }

  /// The error for a change that cannot be undone any more.
  static func isFinal(_ command: UndoChange, wasLast: Bool) -> BusError {
    let seconds = MeetingSession.Undo.windowMs / 1000
    return BusError(
      .conflict,
      wasLast
        ? "The change can no longer be undone: more than \(seconds) s have passed."
        : "The change can no longer be undone: it has been undone already, or the meeting has changed since.",
      detail: ["meeting": "\(command.id)", "change": "\(command.change)"])
  }
}

extension MeetingAgendaChanged.Cause {
  /// The change for an undo; nil for a change that cannot be undone.
  var undoKind: MeetingSession.Undo.Kind? {
    switch self {
    case .extended: nil
    case .postponed: .postpone
    case .absent: .absent
    case .present: .present
    case .reordered: .reorder
    }
  }
}

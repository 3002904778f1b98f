#if DEBUG || SIMULATION
  import Foundation
  import Standups

  /// The state of a meeting, as the events of the journal describe it.
  extension JournalChecker {
    struct MeetingModel: Sendable {
      var standup: Standup
      var startedAt: Date
      var speaker = 0
      var elapsedMs: Int64 = 0
      /// Last moment for which both the time of the clock and that of the meeting are known.
      var anchor: (at: Date, elapsedMs: Int64)
      var isAlertOpen = false
      var end: String?
      /// The turns before each change that can be undone, by the id of the change.
      var turnsBefore: [MeetingSession.Undo.ID: [Turn]] = [:]

      /// Records the turns before a change, with its first event.
      mutating func note(_ undo: MeetingSession.Undo?, before: [Turn]) {
        guard let change = undo?.change, turnsBefore[change] == nil else { return }
        turnsBefore[change] = before
      }

      /// The end, while it can be undone.
      var undoable: UndoableEnd?

      /// The assignment of turns, if a command changed it.
      var agenda: MeetingSession.Agenda?

      var schedule: [Int64] {
        if let agenda {
          return agenda.turnsMs.indices.map { agenda.turnsMs[..<$0].reduce(0, +) }
        }
        let weights = standup.attendees.map { Int64($0.weight ?? 1) }
        let whole = max(1, weights.reduce(0, +))
        return (0..<max(1, weights.count)).map { turn in
          standup.durationMs * weights[..<turn].reduce(0, +) / whole
        }
      }

      /// The turns, each with the index of its attendee.
      var turns: [Turn] {
        let starts = schedule + [durationMs]
        return zip(starts, starts.dropFirst()).enumerated().map { index, turn in
          Turn(
            place: agenda.map { $0.order.indices.contains(index) ? $0.order[index] : -1 } ?? index,
            ms: turn.1 - turn.0)
        }
      }

      var durationMs: Int64 { agenda?.turnsMs.reduce(0, +) ?? standup.durationMs }
    }

    /// A turn of an attendee.
    struct Turn: Hashable, Comparable, Sendable, CustomStringConvertible {
      var place: Int
      var ms: Int64

      var description: String { "\(place): \(ms) ms" }

      static func < (one: Self, other: Self) -> Bool {
        (one.place, one.ms) < (other.place, other.ms)
      }
    }

    /// The end of a meeting that a person can undo.
    struct UndoableEnd: Sendable {
      var change: MeetingSession.Undo.ID
      var kind: MeetingSession.Ended.Kind
      var at: Date
    }
  }
#endif

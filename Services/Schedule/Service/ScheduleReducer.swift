import StandupsDependencies
import Foundation

/// The logic of the schedule service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O, except for the system's database of time zones. Ids and the date are injected.
struct ScheduleReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var date: DateGenerator = .live
  /// Maximum age of a time that still counts as due, in milliseconds.
  var graceMs: Int64
  /// Reads and writes calendars.
  var calendars: CalendarIO

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout ScheduleState, _ action: ScheduleAction) -> [ScheduleEffect] {
    ScheduleReduction(state: ScheduleState(), reducer: self).change(&state) { reduction in
      reduction.take(action)
      repeat {
        reduction.beginWaiting()
        reduction.checkClock()
      } while reduction.state.commands.hasFreed
    }
  }

  /// The current time, in milliseconds since 1970-01-01 UTC.
  var now: Int64 { date.milliseconds }
}

extension ScheduleReducer {
  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: ScheduleState) -> [String] {
    let unreadable = state.saved.unreadable.sorted().map {
      "The schedule of “\($0)” cannot be read and is left unchanged; restore a backup, or set or remove the schedule."
    }
    let stuck = state.saved.stuck.sorted().compactMap { subject in
      state.saved[subject].map {
        "The schedule of “\(subject)” has no next time: \(Self.reason($0))"
      }
    }
    return unreadable + stuck
  }

  private static func reason(_ saved: SavedSchedule) -> String {
    saved.rule.isKnown
      ? "its holidays and breaks leave no day to meet." : SavedSchedule.unknown(saved.rule.zone)
  }
}

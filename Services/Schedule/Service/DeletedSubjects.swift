import Bus
import ScheduleAPI
import ServiceShell

/// Removes schedules whose subjects were deleted while the service was unavailable and could not be
/// notified.
///
/// When the service is available again, it asks about all subjects, page by page. Otherwise, a
/// deleted subject would be noticed only at its next time, and would remain in the list until then.
extension ScheduleReduction {
  /// Pause before subjects are checked again after a failure, in milliseconds.
  static let checkRetryMs = 5000

  /// Starts asking about all subjects, beginning with the first.
  mutating func beginChecking() {
    guard state.commands.isOpen, state.checking.isEmpty else { return }
    check(after: nil)
  }

  private mutating func check(after: Subject?) {
    state.checking = state.saved.subjects.ids(after: after, limit: ScheduleSubjectsKept.most)
    if !state.checking.isEmpty { effects.append(.findDeleted(state.checking)) }
  }

  mutating func checked(_ result: Result<[String], BusError>) {
    guard state.commands.phase == .ready, let last = state.checking.last else { return }
    switch result {
    case .success(let gone):
      let asked = Set(state.checking)
      for name in gone {
        guard let subject = try? Subject(name), asked.contains(subject), state.commands.isOpen
        else { continue }
        log(.info, "“\(subject)” no longer exists; removing its schedule.")
        start(.gone(subject))
      }
      check(after: last)
    case .failure(let error):
      log(.info, "Could not check which scheduled subjects still exist; retrying: \(error)")
      effects.append(.wait(ms: Self.checkRetryMs, then: .retryChecking))
    }
  }

  mutating func retryChecking() {
    guard state.commands.isOpen, !state.checking.isEmpty else { return }
    effects.append(.findDeleted(state.checking))
  }
}

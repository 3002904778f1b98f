import Bus
import ScheduleAPI
import ServiceShell

/// Removes schedules whose subjects were deleted, and moves those whose subjects were moved to
/// another team, while the service was unavailable and could not be notified.
///
/// When the service is available again, it asks about all subjects, page by page. Otherwise, a
/// deleted subject would be noticed only at its next time, and would remain in the list until then;
/// and the former team of a moved subject would still see its schedule.
extension ScheduleReduction {
  /// Pause before subjects are checked again after a failure, in milliseconds.
  static let checkRetryMs = 5000

  /// Starts asking about all subjects, beginning with the first.
  mutating func beginChecking() {
    guard state.commands.isOpen, state.checking.isEmpty else { return }
    check(after: nil)
  }

  private mutating func check(after: Subject?) {
    let subjects = state.saved.subjects.ids(after: after, limit: ScheduleSubjectsKept.most)
    state.checking = subjects.map { Checked(subject: $0, team: state.saved[$0]?.teamID) }
    if !subjects.isEmpty { effects.append(.findChanged(subjects)) }
  }

  mutating func checked(_ result: Result<ScheduleSubjectsKept.Reply, BusError>) {
    guard state.commands.phase == .ready, let last = state.checking.last else { return }
    switch result {
    case .success(let reply):
      let gone = Set(reply.gone)
      for checked in state.checking where state.commands.isOpen {
        let (subject, former) = (checked.subject, checked.team)
        if gone.contains(subject.name) {
          log(.info, "“\(subject)” no longer exists; removing its schedule.")
          start(.gone(subject))
        } else if let former, let team = reply.teams[subject.name], team != former {
          move(subject, from: former, to: team)
        }
      }
      check(after: last.subject)
    case .failure(let error):
      log(.info, "Could not check which scheduled subjects still exist; retrying: \(error)")
      effects.append(.wait(ms: Self.checkRetryMs, then: .retryChecking))
    }
  }

  /// Moves a schedule to the current team of its subject, unless a later change has already done
  /// so.
  private mutating func move(_ subject: Subject, from former: String, to team: String) {
    do {
      let command = ScheduleCommand.moved(
        subject, from: former, to: try ScheduleCommand.checked(team: team))
      log(.info, "“\(subject)” belongs to another team now; moving its schedule.")
      start(command)
    } catch {
      log(.error, "Could not move the schedule of “\(subject)” to its team: \(error)")
    }
  }

  mutating func retryChecking() {
    guard state.commands.isOpen, !state.checking.isEmpty else { return }
    effects.append(.findChanged(state.checking.map(\.subject)))
  }
}

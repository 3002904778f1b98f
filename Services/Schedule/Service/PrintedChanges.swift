/// The changes of an action, for `--print-changes`.
enum PrintedChanges {
  static func lines(
    for action: ScheduleAction, from before: ScheduleState, to after: ScheduleState
  ) -> [String] {
    var lines = [name(of: action)]
    let subjects = Set(before.saved.subjects).union(after.saved.subjects).sorted()
    lines += subjects.compactMap { subject in
      let (old, new) = (before.saved[subject], after.saved[subject])
      guard old != new else { return nil }
      guard let new else { return "  - \(subject)" }
      return "  ~ \(subject): \(new.mode.rawValue), settled until \(new.settledMs)"
    }
    return lines + after.commands.differences(from: before.commands)
  }

  static func name(of action: ScheduleAction) -> String {
    switch action {
    case .received(_, let command, _): "received \(command.name)"
    case .committed(let id, let result): "committed #\(id)\(failure(result))"
    case .reported(let id, let result): "reported #\(id)\(failure(result))"
    case .read(let purpose, let result): "read holidays for \(purpose.name)\(failure(result))"
    case .written(let id, _): "written calendar for #\(id)"
    case .loaded(let result): "loaded\(failure(result))"
    case .checked(let result): "checked\(failure(result))"
    case .returned: "returned"
    case .retryChecking: "retryChecking"
    case .retryCommit(let id): "retryCommit #\(id)"
    case .alarm: "alarm"
    case .start: "start"
    case .retryLoading: "retryLoading"
    case .drain: "drain"
    }
  }

  private static func failure<Success>(_ result: Result<Success, some Error>) -> String {
    if case .failure = result { " failed" } else { "" }
  }
}

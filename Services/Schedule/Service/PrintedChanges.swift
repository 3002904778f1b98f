import ServiceShell

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
    case .common(let action): action.printed
    case .teamFound(let id, let result): "teamFound #\(id)\(result.printedFailure)"
    case .reported(let id, let result): "reported #\(id)\(result.printedFailure)"
    case .zonesFound(let id, let result): "zonesFound #\(id)\(result.printedFailure)"
    case .read(let purpose, let result): "read holidays for \(purpose.name)\(result.printedFailure)"
    case .written(let id, _): "written calendar for #\(id)"
    case .checked(let result): "checked\(result.printedFailure)"
    case .returned: "returned"
    case .retryChecking: "retryChecking"
    case .alarm: "alarm"
    }
  }
}

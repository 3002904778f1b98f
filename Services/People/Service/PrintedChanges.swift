import ServiceShell

/// The changes of an action, for `--print-changes`: ids and numbers, without names and prints.
enum PrintedChanges {
  static func lines(
    for action: PeopleAction, from before: PeopleState, to after: PeopleState
  ) -> [String] {
    var lines = [name(of: action)]
    if before.saved.persons.count != after.saved.persons.count {
      lines.append("  persons: \(before.saved.persons.count) → \(after.saved.persons.count)")
    }
    if before.saved.teamIDs.count != after.saved.teamIDs.count {
      lines.append("  teams: \(before.saved.teamIDs.count) → \(after.saved.teamIDs.count)")
    }
    if before.voices.all.count != after.voices.all.count {
      lines.append("  voices: \(before.voices.all.count) → \(after.voices.all.count)")
    }
    return lines + after.commands.differences(from: before.commands)
  }

  static func name(of action: PeopleAction) -> String {
    switch action {
    case .common(let action): action.printed
    case .documents(let id, let result): "documents #\(id)\(result.printedFailure)"
    case .removalPermitted(let id, let result):
      "removal permitted #\(id)\(result.printedFailure)"
    case .journal(let id, let result): "journal #\(id)\(result.printedFailure)"
    case .recheckVoices: "recheck voices"
    case .alarm: "alarm"
    }
  }
}

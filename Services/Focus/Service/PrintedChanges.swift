import ServiceShell

/// The changes of an action, for `--print-changes`: names and numbers, without titles.
enum PrintedChanges {
  static func lines(
    for action: FocusAction, from before: FocusState, to after: FocusState
  ) -> [String] {
    var lines = [name(of: action)]
    let people = Set(before.saved.people.keys).union(after.saved.people.keys).sorted()
    lines += people.compactMap { person in
      let (old, new) = (before.saved[person], after.saved[person])
      guard old != new else { return nil }
      let what = new.run.map { "runs for \($0.durationMs) ms" } ?? "does not run"
      return "  ~ \(person): \(new.title.isEmpty ? "no title" : "a title"), \(what)"
    }
    return lines + after.commands.differences(from: before.commands)
  }

  static func name(of action: FocusAction) -> String {
    switch action {
    case .common(let action): action.printed
    case .documents(let id, let result): "documents #\(id)\(result.printedFailure)"
    case .notified(let people, let result): "reported \(people.count)\(result.printedFailure)"
    case .clocksDue(let people): "clocksDue of \(people.count)"
    }
  }
}

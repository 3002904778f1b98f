/// Changes of the state by an action, for `--print-changes`: only counts, never names or secrets.
enum PrintedChanges {
  static func lines(
    for action: GatewayAction, from before: GatewayState, to after: GatewayState
  ) -> [String] {
    var lines = [name(of: action)]
    let numbers = [
      ("invites", before.saved.invites.count, after.saved.invites.count),
      ("sessions", before.saved.sessions.count, after.saved.sessions.count),
    ]
    for (what, old, new) in numbers where old != new { lines.append("  \(what): \(old) → \(new)") }
    return lines + after.commands.differences(from: before.commands)
  }

  static func name(of action: GatewayAction) -> String {
    switch action {
    case .received(_, let command, _): "received \(command.name)"
    case .committed(let id, let result): "committed #\(id)\(failure(result))"
    case .loaded(let result): "loaded\(failure(result))"
    case .retryCommit(let id): "retryCommit #\(id)"
    case .start: "start"
    case .retryLoading: "retryLoading"
    case .drain: "drain"
    }
  }

  private static func failure<Success>(_ result: Result<Success, some Error>) -> String {
    if case .failure = result { " failed" } else { "" }
  }
}

import ServiceShell

/// Changes of the state by an action, for `--print-changes`: only counts, never names or secrets.
enum PrintedChanges {
  static func lines(
    for action: GatewayAction, from before: GatewayState, to after: GatewayState
  ) -> [String] {
    var lines =
      switch action {
      case .common(let action): [action.printed]
      case .teamFound: ["teamFound"]
      case .peopleFound: ["peopleFound"]
      }
    let numbers = [
      ("invites", before.saved.invites.count, after.saved.invites.count),
      ("sessions", before.saved.sessions.count, after.saved.sessions.count),
      ("tokens", before.saved.tokens.count, after.saved.tokens.count),
    ]
    for (what, old, new) in numbers where old != new { lines.append("  \(what): \(old) → \(new)") }
    return lines + after.commands.differences(from: before.commands)
  }
}

import Bus
import Standups
import StandupsAPI

/// Retention of a team's words, which may be shorter than that of the installation.
extension StandupsReduction {
  mutating func setRetention(_ operation: Operation, _ command: SetRetention) throws {
    guard scope.contains(command.team) else { throw BusError.unknownTeam(command.team) }
    let current = state.saved.retention[command.team]
    guard current?.days != command.days else {
      return try finishUnchanged(
        operation, .retention(current ?? TeamRetention(team: command.team)))
    }
    guard let days = command.days else {
      return try decide(
        operation,
        Decision(
          [.removeRetention(command.team)], reply: .retention(TeamRetention(team: command.team))))
    }
    try check(days: days)
    var changed = TeamRetention(team: command.team, days: days)
    // Nothing is erased at once that the previous retention would keep.
    if days < transcriptDays(of: command.team) ?? .max {
      changed.before = current?.days(atMs: nowMs)
      changed.fromMs = nowMs + TeamRetention.graceMs
    }
    log(.info, "Retention of transcripts changed (team: \(command.team); days: \(days)).")
    try decide(operation, Decision([.putRetention(changed)], reply: .retention(changed)))
  }

  private func check(days: Int) throws(BusError) {
    guard TeamRetention.limits.contains(days) else {
      throw BusError(
        .invalid,
        "Invalid number of days \(days); expected 1 to \(TeamRetention.limits.upperBound).",
        detail: ["member": "days"])
    }
    guard let longest = reducer.transcriptDays, days > longest else { return }
    throw BusError(
      .invalid,
      "Invalid number of days \(days); this installation retains transcripts for at most \(longest).",
      detail: ["member": "days"])
  }

  mutating func getRetention(_ operation: Operation) {
    let teams = state.saved.retention.values.filter { scope.contains($0.team) }
      .sorted { $0.team < $1.team }
    finish(
      operation.id,
      .success(
        .retentions(
          GetRetention.Reply(days: reducer.transcriptDays, teams: teams, elsewhere: elsewhere))))
  }

  // MARK: Applying

  /// Days for which the words of a team are retained now; nil without a limit.
  ///
  /// - Parameter team: nil for documents that belong to no team.
  func transcriptDays(of team: String?) -> Int? {
    let own = team.flatMap { state.saved.retention[$0]?.days(atMs: nowMs) }
    return [own, reducer.transcriptDays].compactMap(\.self).min()
  }

  /// The shortest retention of all teams, in days; nil without a limit.
  var shortestDays: Int? {
    let own = state.saved.retention.values.compactMap { $0.days(atMs: nowMs) }
    return (own + [reducer.transcriptDays].compactMap(\.self)).min()
  }

  /// True if a team retains words for a shorter time than the installation now.
  func isShorter(_ team: String) -> Bool {
    transcriptDays(of: team) ?? .max < reducer.transcriptDays ?? .max
  }

  /// Schedules the searches for the words of teams with a shorter retention, one after the other.
  mutating func forgetOfTeams() {
    let teams = state.saved.retention.keys.filter { isShorter($0) }.sorted()
    for (index, team) in teams.enumerated() {
      effects.append(
        .wait(ms: 1000 * (index + 1), then: .forgetDue(.ofTeam(team), after: nil)))
    }
    // With a retention of the installation, they are searched for anyway.
    guard !teams.isEmpty, reducer.transcriptDays == nil else { return }
    receive(Waiting(caller: nil, command: .findOld(.updates, after: nil), header: nil))
  }
}

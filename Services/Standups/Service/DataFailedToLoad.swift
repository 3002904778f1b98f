import Bus
import Documents
import Standups
import StandupsAPI

/// The alert *Data failed to load*, which is open over the list until a person answers it.
extension StandupsReduction {
  mutating func answerList(_ operation: Operation, _ command: AnswerListAlert) throws {
    guard case .alert(let alert) = destination else {
      throw BusError(.conflict, "The list has no open alert.")
    }
    guard alert.actions.contains(command.action) else {
      let actions = alert.actions.map(\.rawValue).joined(separator: ", ")
      throw BusError(
        .conflict,
        "The alert does not offer “\(command.action.rawValue)”; expected one of: \(actions).")
    }
    var decision = Decision([.removeNotice], reply: .done)
    if command.action == .loadSamples {
      for sample in Samples.make(uuid: reducer.uuid, now: reducer.date()) {
        try add(sample, to: &decision, operation)
      }
    }
    var reply = status
    reply.destination = nil
    reply.standups += decision.changes.filter { $0.standup != nil }.count
    decision.reply = .status(reply)
    try decide(operation, decision)
  }

  /// Replies with the status of the list. The number of standups of some teams is read first.
  mutating func getStatus(_ operation: Operation) {
    guard let teams = scope.teams else {
      return finish(operation.id, .success(.status(status)))
    }
    step(operation.id, .loading(.count))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.standups, teams: teams, limit: 1, counts: true, slots: here)))
  }

  mutating func counted(_ operation: Operation, _ page: DocumentPage) {
    var reply = status
    reply.standups = page.total ?? 0
    finish(operation.id, .success(.status(reply)))
  }

  /// The list's alert, which is shown to the team `default`; nil for none.
  private var destination: ListDestination? {
    scope.contains(TeamScope.defaultTeam) ? state.saved.destination : nil
  }

  /// The list's alert, its numbers of standups and live meetings, and its unreadable documents, whose
  /// team is unknown.
  private var status: GetListStatus.Reply {
    let unreadable = scope == .all ? state.saved.unreadable.map(\.name) : []
    return GetListStatus.Reply(
      destination: destination,
      standups: state.saved.count,
      live: scope == .all
        ? state.saved.sessions.count : state.saved.sessions.count { isVisible($0.standup) },
      unreadable: unreadable.isEmpty ? nil : unreadable)
  }
}

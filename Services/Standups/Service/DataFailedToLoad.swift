import Bus
import Standups
import StandupsAPI

/// The alert *Data failed to load*, which is open over the list until a person answers it.
extension StandupsReduction {
  mutating func answerList(_ operation: Operation, _ command: AnswerListAlert) throws {
    guard case .alert(let alert) = state.saved.destination else {
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

  /// The list's alert, its numbers of standups and live meetings, and its unreadable documents.
  var status: GetListStatus.Reply {
    GetListStatus.Reply(
      destination: state.saved.destination, standups: state.saved.count,
      live: state.saved.sessions.count,
      unreadable: state.saved.unreadable.isEmpty ? nil : state.saved.unreadable.map(\.name))
  }
}

import Foundation
import StandupsDependencies

/// The logic of the people service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids and the date are injected.
struct PeopleReducer: Sendable {
  var uuid: UUIDGenerator = .live
  var date: DateGenerator = .live

  /// Handles an action.
  ///
  /// - Returns: the effects, in order.
  func reduce(_ state: inout PeopleState, _ action: PeopleAction) -> [PeopleEffect] {
    PeopleReduction(state: PeopleState(), reducer: self).change(&state) {
      $0.take(action)
      $0.beginWaiting()
    }
  }

  /// The current time, in milliseconds since 1970-01-01 UTC.
  var now: Int64 { date.milliseconds }
}

extension PeopleReducer {
  /// Maximum number of problems that are listed one by one.
  private static let maxListed = 10

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: PeopleState) -> [String] {
    let persons = state.saved.unreadable.sorted { $0.key < $1.key }
    var problems = persons.prefix(Self.maxListed).map { id, reason in
      "Person \(id) cannot be read and has no rights; restore a backup, or remove the person with"
        + " “standups people remove \(id)”. \(reason)"
    }
    if persons.count > Self.maxListed {
      problems.append("\(persons.count - Self.maxListed) more persons cannot be read; see the log.")
    }
    return problems
      + state.saved.unreadableTeams.sorted().prefix(Self.maxListed).map {
        "Team “\($0)” cannot be read; its members have no role in it. Restore a backup, or rename or remove the team."
      }
  }
}

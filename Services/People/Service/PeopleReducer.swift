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
      $0.eraseDueVoices()
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
    return Self.listed(persons, "persons") { id, reason in
      "Person \(id) cannot be read and has no rights; restore a backup, or remove the person with"
        + " “standups people remove \(id)”. \(reason)"
    }
      + Self.listed(state.saved.unreadableTeams.sorted(), "teams") {
        "Team “\($0)” cannot be read; its members have no role in it. Restore a backup, or rename or remove the team."
      }
  }

  /// A sentence for each of the first problems, and one for the number of the others.
  private static func listed<Problem>(
    _ all: [Problem], _ objects: String, _ sentence: (Problem) -> String
  ) -> [String] {
    let rest = all.count - maxListed
    return all.prefix(maxListed).map(sentence)
      + (rest > 0 ? ["\(rest) more \(objects) cannot be read; see the log."] : [])
  }
}

import Bus
import Documents
import PeopleAPI
import ServiceShell

/// Work that the reducer requests from the shell.
enum PeopleEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<PeopleAction>)
  case load(OperationID, DocumentQuery)
  /// Asks the composition root whether a team may be removed.
  case requestRemoval(OperationID, Team.ID)
  /// Requests the range of the journal.
  case requestJournal(OperationID)
}

extension PeopleReducer: LaneLogic {
  typealias Note = Never

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable {
    /// Documents of persons.
    case loading
    /// The permission to remove a team, or the range of the journal.
    case requesting
    /// The commands that keep single voices.
    case keeping
  }

  static var name: String { "people" }
  /// The teams first, because the number of their members is counted while persons are loaded; voices
  /// last, because those of persons who do not exist are erased.
  static var collections: [String] {
    [SavedTeam.collection, Person.collection, SavedVoice.collection]
  }
  var moment: Int64 { now }

  /// Time limit for loading documents, for the permission to remove a team, and for the range of the
  /// journal, in milliseconds.
  private static let timeoutMs = 8000

  func work(_ effect: PeopleEffect, _ state: PeopleState) -> ShellWork<PeopleAction> {
    switch effect {
    case .common(let effect): return work(effect, state)
    case .load(let id, let query):
      return .tell(
        DocumentsRequested(query: query), causedBy: state.commands.operations[id]?.header,
        timeoutMs: Self.timeoutMs
      ) { .documents(id, $0) }
    case .requestRemoval(let id, let team):
      return .tell(
        TeamRemovalRequested(id: team), causedBy: state.commands.operations[id]?.header,
        timeoutMs: Self.timeoutMs
      ) { .removalPermitted(id, $0) }
    case .requestJournal(let id):
      return .tell(
        PeopleJournalRequested(), causedBy: state.commands.operations[id]?.header,
        timeoutMs: Self.timeoutMs
      ) { .journal(id, $0) }
    }
  }
}

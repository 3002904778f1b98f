import Bus
import Documents
import PeopleAPI
import ServiceShell

/// Work that the reducer requests from the shell.
enum PeopleEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<PeopleAction>)
  case load(OperationID, DocumentQuery)
}

extension PeopleReducer: LaneLogic {
  typealias Note = Never

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable {
    /// Documents of persons.
    case loading
  }

  static var name: String { "people" }
  /// The teams first, because the number of their members is counted while persons are loaded.
  static var collections: [String] { [SavedTeam.collection, Person.collection] }
  var moment: Int64 { now }

  /// Time limit for loading documents, in milliseconds.
  private static let loadingTimeoutMs = 8000

  func work(_ effect: PeopleEffect, _ state: PeopleState) -> ShellWork<PeopleAction> {
    switch effect {
    case .common(let effect): return work(effect, state)
    case .load(let id, let query):
      return .tell(
        DocumentsRequested(query: query), causedBy: state.commands.operations[id]?.header,
        timeoutMs: Self.loadingTimeoutMs
      ) { .documents(id, $0) }
    }
  }
}

import Bus
import Documents
import PeopleAPI

/// Teams to which nothing can be added: removed ones, and those that are being removed.
///
/// A closed team has a marker, a document with its id. A transaction that adds a document to a team
/// inserts the marker and deletes it again, which the store rejects if the marker exists. A team is
/// therefore closed from the moment at which its marker is saved, whatever other services have
/// checked before.
enum ClosedTeams {
  /// The markers.
  static let kind = DocumentKind(ClosedTeam.collection)

  /// Closes a team.
  static func close(_ team: String) -> DocumentChange { .put(marker(team)) }

  /// Opens a team again.
  static func open(_ team: String) -> DocumentChange {
    .delete(collection: ClosedTeam.collection, id: team)
  }

  private static func marker(_ team: String) -> Document {
    Document(collection: ClosedTeam.collection, id: team, body: .emptyObject)
  }

  /// The changes that make a transaction fail if it adds documents to a closed team. The team
  /// `default` always exists.
  static func checks(_ changes: [DocumentChange]) -> [DocumentChange] {
    var deleted: Set<[String]> = []
    var teams: Set<String> = []
    for change in changes {
      switch change {
      case .insert(let document):
        if let team = document.team { teams.insert(team) }
      // A document that moves is deleted and written again. Most transactions delete nothing.
      case .put(let document)
      where !deleted.isEmpty && deleted.contains([document.collection, document.id]):
        if let team = document.team { teams.insert(team) }
      case .delete(let collection, let id): deleted.insert([collection, id])
      default: break
      }
    }
    teams.remove(TeamScope.defaultTeam)
    return teams.sorted().flatMap { [.insert(marker($0)), open($0)] }
  }

  /// The error for a document that was not added because its team is closed; any other error as it
  /// is.
  static func translated(_ error: BusError) -> BusError {
    guard error.code == .conflict, error.detail?["collection"] == ClosedTeam.collection,
      let team = error.detail?["document"]
    else { return error }
    return BusError(
      .conflict,
      "Team “\(team)” was removed, or is being removed. If its removal was interrupted, repeat it with"
        + " “standups teams remove \(team)”, or keep the team with “standups teams rename \(team) NAME”.",
      detail: ["team": team])
  }
}

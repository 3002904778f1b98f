import Documents
import PeopleAPI

extension Feature {
  /// Persons and teams.
  static let people = Feature(
    name: "people", bind: { parent, _ in parent.bindPeople() },
    documents: [
      DocumentKind(Person.collection, archive: Archiving(maxDocuments: Person.maxCount)) {
        $0.problem(as: Person.self)
      },
      DocumentKind(SavedTeam.collection, archive: Archiving(maxDocuments: Team.maxCount)) {
        $0.problem(as: SavedTeam.self)
      },
      ClosedTeams.kind,
    ], reloadsRestored: true)
}

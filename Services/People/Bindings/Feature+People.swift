import Documents
import PeopleAPI

extension Feature {
  /// Persons and teams.
  static let people = Feature(
    name: "people", bind: { parent, _ in parent.bindPeople() },
    // They contain voice prints.
    secretMessages: [ChangesDecided.target],
    documents: [
      DocumentKind(Person.collection, archive: Archiving(maxDocuments: Person.maxCount)) {
        $0.problem(as: Person.self)
      },
      DocumentKind(SavedTeam.collection, archive: Archiving(maxDocuments: Team.maxCount)) {
        $0.problem(as: SavedTeam.self)
      },
      ClosedTeams.kind,
      // Never in archives: a restored consent could be older than its withdrawal.
      DocumentKind(SavedVoice.collection),
    ], reloadsRestored: true)
}

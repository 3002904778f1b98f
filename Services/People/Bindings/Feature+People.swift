extension Feature {
  /// Persons and teams.
  static let people = Feature(
    name: "people", bind: { parent, _ in parent.bindPeople() },
    documents: [DocumentKind("people"), DocumentKind("people.teams")])
}

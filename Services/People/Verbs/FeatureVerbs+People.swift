import Links

extension FeatureVerbs {
  static let people = FeatureVerbs(
    name: "People",
    commands: [.people: [PeopleVerb.verb, TeamsVerb.verb]],
    opens: { place in
      guard case .people(let place) = place else { return nil }
      return opening(place)
    },
    linksHelp:
      "standups:///people, people/<id>, people/<id>/history, teams and teams/<id> show persons and teams.",
    forgets: .inPeople,
    eventDetail: { event, _ in EventLine.detailOfPeople(event) })

  private static func opening(_ place: PeoplePlace) -> Opening {
    switch place {
    case .people: Opening(PeopleVerb.verb)
    case .person(let id):
      Opening { try await PeopleVerb.show(PersonReference(argument: id), $0) }
    case .history(let id): Opening { try await StatsVerb.show(nil, person: id, $0) }
    case .teams: Opening(TeamsVerb.verb)
    case .team(let id): Opening { try await TeamsVerb.show(TeamReference(argument: id), $0) }
    }
  }
}

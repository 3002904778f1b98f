extension FeatureVerbs {
  static let people = FeatureVerbs(
    name: "People",
    commands: [.people: [PeopleVerb.verb, TeamsVerb.verb]],
    forgets: .inPeople,
    eventDetail: { event, _ in EventLine.detailOfPeople(event) })
}

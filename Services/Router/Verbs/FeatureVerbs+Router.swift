import Links

extension FeatureVerbs {
  static let router = FeatureVerbs(
    name: "Router",
    commands: [
      .events: [WatchVerb.verb, EventsVerb.verb, AuditVerb.verb, PublishVerb.verb],
      .services: [
        BusVerbs.health, PingVerb.verb, BusVerbs.services, BusVerbs.bindings, TraceVerb.verb,
        DeadLettersVerb.verb, CallVerb.verb,
      ],
    ],
    opens: { place in
      guard case .bus(let place) = place else { return nil }
      return opening(place)
    },
    linksHelp:
      "standups:///system, health, services, bindings, dead-letters and traces/<id> show the services."
  )

  private static func opening(_ place: BusPlace) -> Opening {
    switch place {
    case .system, .health: Opening(BusVerbs.health)
    case .services: Opening(BusVerbs.services)
    case .bindings: Opening(BusVerbs.bindings)
    case .deadLetters: Opening(DeadLettersVerb.list)
    case .trace(let id): Opening { try await TraceVerb.show(id, $0) }
    }
  }
}

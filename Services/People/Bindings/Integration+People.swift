import Bus
import Composition
import Documents
import PeopleAPI
import PersistenceAPI
import StandupsAPI

extension Integration {
  /// Binds the people service. Persistence stores its decisions, and the router publishes them. A
  /// team is removed only if it has no standups, and a standup belongs only to a team that exists.
  mutating func bindPeople() {
    bindStore(of: .people, publishing: ["person.*", "team.*"])
    bind(TeamRemovalRequested.self, of: "people", to: [Load.self]) { request, parent in
      let standups = DocumentQuery(
        collection: DocumentKind.standups.collection, teams: [request.id], limit: 1, counts: true)
      let count = try await parent.send(Load(standups)).total ?? 0
      guard count == 0 else {
        throw BusError(
          .conflict,
          "Team “\(request.id)” has \(count == 1 ? "1 standup" : "\(count) standups"); first move"
            + " \(count == 1 ? "it" : "them") to another team with “standups edit STANDUP --team TEAM”, or"
            + " delete \(count == 1 ? "it" : "them").",
          detail: ["team": request.id])
      }
      return Done()
    }
    bind(StandupTeamNamed.self, of: "standups", to: [GetTeam.self]) { named, parent in
      _ = try await parent.send(GetTeam(id: named.team), timeoutMs: Parent.patienceMs)
      return Done()
    }
  }
}

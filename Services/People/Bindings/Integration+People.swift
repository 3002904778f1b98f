import Bus
import Composition
import Documents
import GatewayAPI
import PeopleAPI
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI
import WebhooksAPI

extension Integration {
  /// Binds the people service. Persistence stores its decisions, and the router publishes them. A
  /// team is removed only if it has no standups and no webhooks, which belong only to a team that
  /// exists: it is closed before they are counted, so that none can be added afterwards. An attendee is linked only to a person who has a role in the team, or operates the
  /// installation.
  mutating func bindPeople() {
    bindStore(
      of: .people, publishing: ["person.*", "team.*"],
      to: [TellTeamGone.self, GetRunningMeetings.self] + Parent.voiceCauses
    ) { decided, commit, parent in
      // The glossary of a team is removed with it.
      let teams = decided.events.filter { $0.labels.type == TeamRemoved.type }.map(\.labels.subject)
      var commit = commit
      commit.changes += teams.map {
        .delete(collection: DocumentKind.glossaries.collection, id: $0)
      }
      let outcome = try await parent.commit(commit)
      for team in teams {
        try await parent.notify(TellTeamGone(team: team), timeoutMs: Parent.absenceMs)
      }
      // The reply to a withdrawal means that no meeting recognises the voice any more.
      try await parent.changeVoices(
        ended: Set(EndedVoices.people(in: decided.changes)),
        begun: BegunVoices.voices(in: decided.changes))
      return outcome
    }
    bind(TeamRemovalRequested.self, of: "people", to: [Commit.self, Load.self]) {
      request, parent in
      try await parent.commit(Commit(changes: [ClosedTeams.close(request.id)]))
      do {
        try await parent.refuseRemoval(of: request.id, with: .standups, "standup") { them in
          "first move \(them) to another team with “standups edit STANDUP --team TEAM”, or delete"
            + " \(them)"
        }
        try await parent.refuseRemoval(of: request.id, with: .webhooks, "webhook") { them in
          "first remove \(them) with “standups webhook remove WEBHOOK”"
        }
      } catch {
        try await parent.commit(Commit(changes: [ClosedTeams.open(request.id)]))
        throw error
      }
      return Done()
    }
    forward(PeopleJournalRequested.self, of: "people") { _ in GetJournalRange() }
    bind(StandupTeamNamed.self, of: "standups", to: [GetTeam.self]) { named, parent in
      try await parent.find(team: named.team)
    }
    bind(WebhookTeamNamed.self, of: "webhooks", to: [GetTeam.self]) { named, parent in
      try await parent.find(team: named.team)
    }
    bind(TokenTeamNamed.self, of: "gateway", to: [GetTeam.self]) { named, parent in
      try await parent.find(team: named.team)
    }
    bind(InvitedPeopleNamed.self, of: "gateway", to: [GetRoles.self]) { named, parent in
      let teams = Set(named.teams)
      var people: [String] = []
      for start in stride(from: 0, to: named.people.count, by: GetRoles.maxLimit) {
        let ids = Array(named.people[start...].prefix(GetRoles.maxLimit))
        let found = try await parent.send(GetRoles(ids: ids), timeoutMs: Parent.patienceMs).people
        people += found.filter { person in
          person.isOperator != true && !person.teams.isEmpty
            && person.teams.allSatisfy { teams.contains($0.team) }
        }.map(\.id)
      }
      return InvitedPeopleNamed.Reply(people: people)
    }
    bind(StandupPeopleNamed.self, of: "standups", to: [GetRoles.self]) { named, parent in
      let roles = GetRoles(ids: named.people.map(\.description))
      let found = try await parent.send(roles, timeoutMs: Parent.patienceMs).people
      return StandupPeopleNamed.Reply(
        people: found.compactMap { person in
          let belongs = person.isOperator == true || person.teams.contains { $0.team == named.team }
          return belongs ? Attendee.PersonID(person.id) : nil
        })
    }
  }
}

extension Parent {
  /// - Throws: `not_found` if the team does not exist.
  fileprivate func find(team: String) async throws -> Done {
    _ = try await send(GetTeam(id: team), timeoutMs: Self.patienceMs)
    return Done()
  }

  /// Refuses to remove a team to which documents of a kind belong.
  ///
  /// - Parameter advice: what to do with “it” or “them”.
  /// - Throws: `conflict` if there are any.
  fileprivate func refuseRemoval(
    of team: String, with kind: DocumentKind, _ noun: String, _ advice: (_ them: String) -> String
  ) async throws {
    let query = DocumentQuery(
      collection: kind.collection, teams: [team], limit: 1, counts: true)
    let count = try await send(Load(query)).total ?? 0
    guard count == 0 else {
      throw BusError(
        .conflict,
        "Team “\(team)” has \(count == 1 ? "1 \(noun)" : "\(count) \(noun)s");"
          + " \(advice(count == 1 ? "it" : "them")).",
        detail: ["team": team])
    }
  }
}

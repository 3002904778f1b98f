#if DEBUG || SIMULATION
  import AccessRights
  import Bus
  import Documents
  import FastJSON
  import Foundation
  import PeopleAPI
  import Standups
  import StandupsAPI

  /// Reads the journal as it grows, and compares it with what persons did, read and received.
  ///
  /// From the events, it knows when each person had which role, and when each standup belonged to which team. A role
  /// begins when its event becomes durable, and ends when its revocation is acknowledged, because in between the services
  /// may know or not know of a change. The same applies to the team of a standup.
  struct TeamChecker: Sendable {
    private struct Seat: Hashable {
      var person: String
      var team: String
    }

    /// Time during which a person had a role, or a standup belonged to a team.
    private struct Span: Sendable {
      var value: String
      var access = CommandAccess.observer
      var fromMs: Int64
      var end: End?
    }

    /// End of a span.
    private struct End: Sendable {
      /// Time at which its event became durable.
      var atMs: Int64
      var correlation: String?
      /// Commands that acknowledge the end if they were sent later.
      var causes: [History.What]
    }

    private var roles: [Seat: [Span]] = [:]
    /// The teams of each standup.
    private var homes: [String: [Span]] = [:]
    private var standups: [String: String] = [:]
    private var removed: Set<String> = []
    private var correlations: Set<String> = []
    private(set) var findings: [Finding] = []
    private var nowMs: Int64 = 0

    init() {}

    private mutating func found(_ invariant: Invariant, _ details: String) {
      findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
    }

    // MARK: The journal

    /// Applies the next event of the journal.
    ///
    /// - Parameter nowMs: time at which the event became durable, in milliseconds since the start.
    mutating func take(_ event: JournalEvent, nowMs: Int64) {
      self.nowMs = nowMs
      let labels = event.event.labels
      if let correlation = event.correlation { correlations.insert(correlation) }
      if let standup = labels.standup, let meeting = labels.meeting { standups[meeting] = standup }
      do {
        try read(event)
      } catch {
        found(.journalIsWhole, "An event of the type \(labels.type) cannot be read: \(error)")
      }
      guard let standup = labels.standup, let home = homes[standup]?.last?.value,
        labels.type != StandupLeftTeam.type, labels.team != home
      else { return }
      found(
        .eventsHaveTheirTeam,
        "\(labels.type) has the team \(labels.team ?? "none"), its standup belongs to \(home).")
    }

    private mutating func read(_ event: JournalEvent) throws {
      let data = event.event.data
      switch event.event.labels.type {
      case StandupCreated.type: settle(try data.decode(as: StandupCreated.self).standup, event)
      case StandupUpdated.type: settle(try data.decode(as: StandupUpdated.self).standup, event)
      case StandupLeftTeam.type:
        if let standup = event.event.labels.standup,
          event.event.labels.team != homes[standup]?.last?.value
        {
          found(.eventsHaveTheirTeam, "A standup left a team to which it did not belong.")
        }
      case TeamMemberSet.type:
        let set = try data.decode(as: TeamMemberSet.self)
        let seat = Seat(person: set.person, team: set.team)
        end(seat, event, [.role(person: set.person, team: set.team, set.role)])
        roles[seat, default: []].append(
          Span(value: set.role.rawValue, access: set.role.access, fromMs: nowMs))
      case TeamMemberRemoved.type:
        let member = try data.decode(as: TeamMemberRemoved.self)
        end(Seat(person: member.person, team: member.team), event, [])
      case PersonRemoved.type:
        let person = try data.decode(as: PersonRemoved.self).id
        for seat in roles.keys where seat.person == person { end(seat, event, []) }
      case TeamRemoved.type:
        let team = try data.decode(as: TeamRemoved.self).id
        removed.insert(team)
        for seat in roles.keys where seat.team == team { end(seat, event, []) }
      default: break
      }
    }

    private mutating func end(_ seat: Seat, _ event: JournalEvent, _ causes: [History.What]) {
      guard let last = roles[seat]?.indices.last, roles[seat]?[last].end == nil else { return }
      roles[seat]?[last].end = End(
        atMs: nowMs, correlation: event.correlation,
        causes: causes + [
          .unrole(person: seat.person, team: seat.team), .removePerson(seat.person),
          .removeTeam(seat.team),
        ])
    }

    private mutating func settle(_ standup: Standup, _ event: JournalEvent) {
      let id = standup.id.description
      let spans = homes[id] ?? []
      guard spans.last?.value != standup.teamID else { return }
      if !spans.isEmpty {
        homes[id]?[spans.count - 1].end = End(
          atMs: nowMs, correlation: event.correlation,
          causes: [.move(standup: id, team: standup.teamID)])
      }
      homes[id, default: []].append(Span(value: standup.teamID, fromMs: nowMs))
    }

    // MARK: Persons

    /// Contradictions between the journal, and the commands, replies and received events of persons. It is called at the
    /// end of a run.
    func findings(_ history: History, atMs nowMs: Int64) -> [Finding] {
      var check = Check(
        checker: self, acknowledged: Acknowledged(history), texts: Self.texts(history), nowMs: nowMs
      )
      for entry in history.entries { check.entry(entry) }
      for delivery in history.deliveries { check.delivery(delivery) }
      return check.findings
    }

    /// The standups of the written updates, by their texts.
    private static func texts(_ history: History) -> [String: String] {
      var texts: [String: String] = [:]
      for entry in history.entries {
        if case .write(let standup, let text) = entry.what { texts[text] = standup }
      }
      return texts
    }

    /// When commands were acknowledged.
    private struct Acknowledged {
      private var keys: [String: String] = [:]
      /// When each command was sent first.
      private(set) var firstMs: [String: Int64] = [:]
      private var byKey: [String: [Int64]] = [:]
      private var byContent: [History.What: [(sentMs: Int64, answeredMs: Int64)]] = [:]

      init(_ history: History) {
        for entry in history.entries {
          keys[entry.id] = entry.key
          firstMs[entry.key] = min(firstMs[entry.key] ?? .max, entry.sentMs)
          guard case .acknowledged = entry.outcome, let answeredMs = entry.answeredMs else {
            continue
          }
          byKey[entry.key, default: []].append(answeredMs)
          byContent[entry.what, default: []].append((entry.sentMs, answeredMs))
        }
      }

      /// Time at which a client knew of an end.
      func time(of end: End) -> Int64 {
        let own = end.correlation.flatMap { keys[$0] }.flatMap { byKey[$0] } ?? []
        let others = end.causes.flatMap { byContent[$0] ?? [] }.filter { $0.sentMs > end.atMs }
        return (own + others.map(\.answeredMs)).filter { $0 >= end.atMs }.min() ?? .max
      }
    }

    /// The check of what persons did, read and received.
    private struct Check {
      let checker: TeamChecker
      let acknowledged: Acknowledged
      let texts: [String: String]
      let nowMs: Int64
      var findings: [Finding] = []

      private mutating func found(_ invariant: Invariant, _ details: String) {
        findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
      }

      private func lasts(_ span: Span, _ times: ClosedRange<Int64>) -> Bool {
        span.fromMs <= times.upperBound
          && (span.end.map { acknowledged.time(of: $0) } ?? .max) >= times.lowerBound
      }

      private func spans(_ person: String, _ team: String, _ access: CommandAccess) -> [Span] {
        (checker.roles[Seat(person: person, team: team)] ?? []).filter { access <= $0.access }
      }

      /// True if a person had a permission in one of the teams at some moment of these times.
      private func permits(
        _ person: String, _ teams: [String], _ access: CommandAccess, _ times: ClosedRange<Int64>
      ) -> Bool {
        teams.contains { spans(person, $0, access).contains { lasts($0, times) } }
      }

      private func teams(of standup: String, _ times: ClosedRange<Int64>) -> [String] {
        (checker.homes[standup] ?? []).filter { lasts($0, times) }.map(\.value)
      }

      mutating func entry(_ entry: History.Entry) {
        guard let answeredMs = entry.answeredMs else { return }
        let times = entry.sentMs...max(entry.sentMs, answeredMs)
        switch entry.outcome {
        case .acknowledged:
          if let sender = entry.sender { acknowledged(entry, sender, times) }
        case .denied(let why):
          if checker.correlations.contains(entry.id), !wasPermitted(entry, times) {
            found(.deniedIsNotDone, "“\(entry.key)” was denied, but has events: \(why)")
          }
        case .pending, .refused, .unknown: break
        }
      }

      private mutating func acknowledged(
        _ entry: History.Entry, _ sender: History.Sender, _ times: ClosedRange<Int64>
      ) {
        let named = entry.what.standup ?? entry.what.meeting.flatMap { checker.standups[$0] }
        for standup in Set(entry.standups).union(named.map { [$0] } ?? []).sorted() {
          let access = standup == named ? sender.access : .observer
          // A schedule may be that of something else.
          guard checker.homes[standup] != nil else { continue }
          // A repeated command returns the first reply, whatever happened to the standup meanwhile.
          let firstMs = acknowledged.firstMs[entry.key] ?? times.lowerBound
          let homes = teams(of: standup, firstMs...times.upperBound)
          check(entry, sender, homes, access, times, "the standup \(standup)")
        }
        for team in entry.teams {
          check(entry, sender, [team], .observer, times, "the team \(team)")
        }
        // The sender has a role in the team of the standup that the command names, but in no other.
        for content in entry.contents {
          let owner = checker.standups[content] ?? texts[content]
          guard let named, let owner, owner != named else { continue }
          found(
            .teamsAreSeparate,
            "“\(entry.key)” about the standup \(named) contained “\(content)” of \(owner).")
        }
        if let team = entry.what.team {
          check(entry, sender, [team], sender.access, times, "the team \(team)")
        }
        if sender.access > .admin {
          found(.teamsAreSeparate, "“\(entry.key)” requires an operator, and was executed.")
        }
      }

      private mutating func check(
        _ entry: History.Entry, _ sender: History.Sender, _ teams: [String],
        _ access: CommandAccess, _ times: ClosedRange<Int64>, _ what: String
      ) {
        guard !permits(sender.person, teams, access, times) else { return }
        let wasRevoked = permits(sender.person, teams, access, 0...times.lowerBound)
        found(
          wasRevoked ? .revocationsHold : .teamsAreSeparate,
          "“\(entry.key)” concerned \(what) of \(teams) and was sent at \(entry.sentMs) ms, but"
            + " \(sender.person) was no \(access.rawValue) there.")
      }

      /// True if the sender had the permission at some moment before the reply. The command may then have been executed
      /// at its first attempt, and the reply is that to a later one.
      private func wasPermitted(_ entry: History.Entry, _ times: ClosedRange<Int64>) -> Bool {
        guard let sender = entry.sender else { return true }
        let named = entry.what.standup ?? entry.what.meeting.flatMap { checker.standups[$0] }
        let homes = named.flatMap { checker.homes[$0] }?.map(\.value) ?? []
        let teams = homes + (entry.what.team.map { [$0] } ?? [])
        return permits(sender.person, teams, sender.access, times)
      }

      mutating func delivery(_ delivery: History.Delivery) {
        if delivery.team != delivery.teamOfEvent {
          found(
            .eventsHaveTheirTeam,
            "\(delivery.type) of \(delivery.teamOfEvent ?? "no team") was sent to \(delivery.team)."
          )
        }
        guard
          !permits(
            delivery.person, [delivery.team], .observer, delivery.sentMs...delivery.sentMs)
        else { return }
        found(
          .subscribersHaveARole,
          "\(delivery.person) received \(delivery.type) of \(delivery.team), which was sent at"
            + " \(delivery.sentMs) ms.")
      }
    }

    // MARK: The end

    /// Teams in which a person has a role at the end, with the roles.
    func roles(of person: String) -> [String: CommandAccess] {
      var found: [String: CommandAccess] = [:]
      for (seat, spans) in roles where seat.person == person {
        if let last = spans.last, last.end == nil { found[seat.team] = last.access }
      }
      return found
    }

    /// Contradictions in the saved state, and between it, the journal and the roles that the router knows.
    ///
    /// - Parameter documents: returns the documents of a collection.
    func findings(
      _ documents: (String) -> [Document], _ directory: PeopleDirectory?, atMs nowMs: Int64
    ) throws -> [Finding] {
      var findings: [Finding] = []
      func found(_ invariant: Invariant, _ details: String) {
        findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
      }
      var teams: [String: String] = [:]
      for document in documents("standups") {
        let team = try document.body.decode(as: Placed.self).standup.team ?? TeamScope.defaultTeam
        teams[document.id] = team
        if document.team != team || homes[document.id]?.last?.value != team {
          found(
            .everythingHasItsTeam,
            "The standup \(document.id) belongs to \(team), \(document.team ?? "none") and"
              + " \(homes[document.id]?.last?.value ?? "none").")
        }
      }
      for collection in ["meetings", "schedules"] {
        for document in documents(collection) {
          let standup = collection == "schedules" ? document.id : document.parent ?? ""
          if let team = teams[standup], document.team != team {
            found(
              .everythingHasItsTeam,
              "A document in \(collection) belongs to \(document.team ?? "none"), its standup to"
                + " \(team).")
          }
        }
      }
      // Follow-ups and updates have no team of their own: services reach them only through their standup.
      for collection in ["followUps", "updates"] {
        for document in documents(collection) where document.team != nil {
          found(
            .everythingHasItsTeam,
            "A document in \(collection) has a team, and its standup may move.")
        }
      }
      for collection in ["standups", "meetings", "schedules"] {
        for document in documents(collection) where document.team.map(removed.contains) == true {
          found(
            .removedTeamsAreEmpty,
            "A document in \(collection) belongs to \(document.team ?? ""), which was removed.")
        }
      }
      let persons = try documents(Person.collection).map { try $0.body.decode(as: Person.self) }
      if directory?.count != persons.count {
        found(
          .rolesAgree, "The router knows \(directory?.count ?? -1) of \(persons.count) persons.")
      }
      for person in persons {
        var saved: [String: CommandAccess] = [:]
        for membership in person.teams where !removed.contains(membership.team) {
          saved[membership.team] = membership.role.access
        }
        if saved != roles(of: person.id) {
          found(
            .rolesAgree,
            "The saved roles are \(saved), those of the journal \(roles(of: person.id)).")
        }
        for role in TeamRole.allCases {
          let known = UUID(uuidString: person.id).flatMap {
            directory?.scope(of: $0, asAtLeast: role)?.teams
          }
          let expected = saved.filter { role.access <= $0.value }.keys
          if Set(known ?? []) != Set(expected) {
            found(
              .rolesAgree,
              "The router knows the teams \(known ?? []), saved are \(expected.sorted()).")
          }
        }
      }
      return findings
    }

    /// The part of a saved standup that names its team.
    private struct Placed: Decodable {
      struct Standup: Decodable { var team: String? }
      var standup: Standup
    }
  }
#endif

import Bus
import Documents
import Foundation
import ServiceShell
import Standups
import StandupsAPI
import StandupsDependencies
import TestSupport

@testable import StandupsService

/// The reducer with its state, without the assertions about each change that `Scenario` makes.
struct Run {
  var state = StandupsState()
  private let reducer: StandupsReducer
  private var lastCaller: CallerID = 0

  init(_ change: (inout StandupsState) -> Void = { _ in }) {
    let (uuid, time) = (UUIDGenerator.incrementing, TestTime())
    reducer = StandupsReducer(
      uuid: uuid, eventID: uuid, date: time.date, clock: time.clock, transcriptDays: nil)
    state.phase = .ready
    change(&state)
  }

  mutating func reduce(_ action: StandupsAction) -> [StandupsEffect] {
    reducer.reduce(&state, action).filter { if case .log = $0 { false } else { true } }
  }

  private static let person = "person/\(UUID(number: 1).lowercaseText)"

  /// Sends a command of an actor who is limited to these teams, and answers each query with those of
  /// the saved documents that it names, and each question about persons with those who are in the
  /// team. Searches find nothing.
  ///
  /// - Returns: all effects, in order.
  mutating func send(
    _ command: StandupsCommand, teams: String?, saved: [Document] = [], total: Int? = nil,
    team: Result<Done, BusError> = .success(Done()),
    members: Result<[String: [Attendee.PersonID]], BusError> = .success([:]),
    by actor: String = person
  ) -> [StandupsEffect] {
    lastCaller += 1
    let header = Header(
      id: UUID(number: 0xFFFF), by: teams.map { _ in actor }, teams: teams)
    var (all, new) = ([StandupsEffect](), reduce(.received(lastCaller, command, header)))
    while !new.isEmpty {
      all += new
      new = new.flatMap { effect -> [StandupsEffect] in
        switch effect {
        case .findTeam(let id, _): return reduce(.teamFound(id, team))
        case .findPeople(let id, let message):
          let found = members.map { members in
            let members = members[message.team] ?? []
            return StandupPeopleNamed.Reply(people: message.people.filter(members.contains))
          }
          return reduce(.peopleFound(id, found))
        case .search(let id, _):
          return reduce(.found(id, .success(FoundDocuments(hits: [], total: 0))))
        case .load(let id, let query):
          let found = saved.filter { document in
            query.ids?.contains(document.id) ?? true
              && query.teams?.contains(document.team ?? "") ?? true
          }
          return reduce(.documents(id, .success(DocumentPage(documents: found, total: total))))
        default: return []
        }
      }
    }
    return all
  }
}

extension [StandupsEffect] {
  /// The teams that the composition root is asked about.
  var teams: [String] {
    compactMap { if case .findTeam(_, let team) = $0 { team } else { nil } }
  }

  /// The persons whom the composition root is asked about.
  var people: [StandupPeopleNamed] {
    compactMap { if case .findPeople(_, let message) = $0 { message } else { nil } }
  }

  var searches: [TextQuery] {
    compactMap { if case .search(_, let query) = $0 { query } else { nil } }
  }

  var queries: [DocumentQuery] {
    compactMap { if case .load(_, let query) = $0 { query } else { nil } }
  }

  var commits: [ChangesDecided] {
    compactMap { if case .commit(_, let decided) = $0 { decided } else { nil } }
  }

  var answer: Result<StandupsReply, BusError>? {
    compactMap { if case .reply(_, let result) = $0 { result } else { nil } }.last
  }
}

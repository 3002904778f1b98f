import Bus
import Foundation
import PeopleAPI
import ServiceShell
import StandupsCollections

typealias Operation = LaneOperation<PeopleReducer>

/// State of the people service: an index of the saved state, and the operations in progress.
struct PeopleState: LaneState {
  var saved = Saved()
  var voices = Voices()
  var commands = CommandBook<PeopleReducer>()
  /// Identifies the loading of the saved state.
  var load = ""

  /// True if no work is in progress that has to end before the process exits.
  var isAtRest: Bool { commands.operations.isEmpty }
}

/// An index of the durable state. Names and identities stay in the documents, which a command loads
/// when it needs them: an installation may have 200,000 persons.
struct Saved: Hashable, Sendable {
  /// The memberships of each person, which may include teams that were removed later. They have no
  /// issuers, which the router does not need.
  private(set) var persons: [UUID: [Membership]] = [:]
  /// The ids of the persons, in order.
  private(set) var ids = SortedIDs<UUID>()
  /// The persons who operate the installation.
  private(set) var operators: Set<UUID> = []
  /// The persons who have an e-mail address or an identity.
  private(set) var owners: [Claim: UUID] = [:]
  /// The names of the teams, by their ids. A removed team has none.
  private(set) var teams: [String: String?] = [Team.defaultID: "Default"]
  /// The ids of the teams that were not removed.
  private(set) var teamIDs = Self.sorted([Team.defaultID])
  /// The members of each team, in order of their ids. A removed team has none.
  private(set) var members: [String: SortedIDs<UUID>] = [:]
  /// Ids of persons whose documents are invalid, with the reason. They are left unchanged until the
  /// person is removed.
  var unreadable: [PersonID: String] = [:]
  /// Ids of teams whose documents are invalid. They are left unchanged until the team is renamed or
  /// removed.
  var unreadableTeams: Set<String> = []

  /// Returns true if the team exists and was not removed.
  func hasTeam(_ id: String) -> Bool { name(ofTeam: id) != nil }

  /// The ids of the teams that were removed, in order.
  var removedTeams: [String] { teams.filter { $0.value == nil }.keys.sorted() }

  /// The name of a team; nil if it does not exist or was removed.
  func name(ofTeam id: String) -> String? { teams[id] ?? nil }

  /// The team in the form of the API; nil if it does not exist or was removed.
  func team(_ id: String) -> Team? {
    name(ofTeam: id).map { Team(id: id, name: $0, members: members[id]?.count ?? 0) }
  }

  /// Saves the name of a team; nil removes the team and its memberships, but keeps its id.
  mutating func setTeam(_ id: String, name: String?) {
    teams[id] = .some(name)
    if name == nil {
      teamIDs.remove(id)
      members[id] = nil
    } else {
      teamIDs.insert(id)
    }
  }

  /// Counts the members of a team whose document was unreadable when they were loaded.
  mutating func findMembers(of id: String) {
    for person in persons(in: id) { members[id, default: SortedIDs()].insert(person) }
  }

  /// The persons whose documents name a team, which takes long.
  func persons(in team: String) -> [UUID] {
    persons.filter { $0.value.contains { $0.team == team } }.map(\.key)
  }

  /// Those of the ids that belong to persons, each once, in order.
  func known(_ ids: [PersonID]) -> [UUID] {
    Set(ids.compactMap { UUID(text: $0) }).filter { persons[$0] != nil }.sorted()
  }

  /// The memberships of a person in teams that still exist.
  func current(_ memberships: [Membership]) -> [Membership] {
    memberships.filter { hasTeam($0.team) }
  }

  /// Adds a person, or replaces the earlier values of the person.
  mutating func put(_ person: Person, replacing earlier: Person?) {
    guard let id = UUID(text: person.id) else { return }
    if let earlier { remove(earlier) }
    persons[id] = person.teams.map { Membership(team: $0.team, role: $0.role) }
    ids.insert(id)
    if person.isOperator == true { operators.insert(id) }
    for claim in Claim.all(of: person) { owners[claim] = id }
    for membership in person.teams where hasTeam(membership.team) {
      members[membership.team, default: SortedIDs()].insert(id)
    }
  }

  mutating func remove(_ person: Person) {
    guard let id = UUID(text: person.id) else { return }
    persons[id] = nil
    ids.remove(id)
    operators.remove(id)
    for claim in Claim.all(of: person) where owners[claim] == id { owners[claim] = nil }
    for membership in person.teams where hasTeam(membership.team) {
      members[membership.team]?.remove(id)
    }
  }

  private static func sorted(_ ids: [String]) -> SortedIDs<String> {
    var sorted = SortedIDs<String>()
    for id in ids { sorted.insert(id) }
    return sorted
  }
}

/// A value that only one person may have: an e-mail address or an identity.
///
/// Only a hash is kept, with a random seed that changes with each start. Two different claims are
/// equal with a probability of 2^-64, so a person who is found by a claim is checked.
struct Claim: Hashable, Sendable {
  private let hash: Int

  init(email: String) { hash = Self.hash([email]) }
  init(_ identity: Identity) { hash = Self.hash([identity.issuer, identity.subject]) }

  private static func hash(_ parts: [String]) -> Int {
    var hasher = Hasher()
    hasher.combine(parts.map { Array($0.utf8) })
    return hasher.finalize()
  }

  /// The claims of a person.
  static func all(of person: Person) -> [Claim] {
    (person.email.map { [Claim(email: $0)] } ?? []) + person.identities.map { Claim($0) }
  }
}

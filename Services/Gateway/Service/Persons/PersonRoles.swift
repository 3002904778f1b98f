import Bus
import Foundation
import GatewayAPI
import PeopleAPI

/// The roles of the persons who are logged in, as far as the gateway knows them. A value type.
///
/// The router decides what a person may do. The gateway needs the role for what it answers itself,
/// such as the stream, and for the page.
///
/// An event that takes a role away takes effect at once. For every event about a person, the role
/// is then read again, because events may arrive late, in which case an earlier one must not grant
/// a role that a later one took away.
struct PersonRoles: Hashable, Sendable {
  /// Roles of a person in teams.
  struct Known: Hashable, Sendable {
    /// Current name; nil for a person who does not exist.
    var name: String?
    var isOperator = false
    /// Roles by the ids of teams.
    var teams: [String: TeamRole] = [:]

    /// The highest role, by which the page decides what it offers; nil if the person may not use the
    /// page. The router decides by the role in the team of each standup.
    var role: PageRole? { isOperator ? .operator : teams.values.max().map { PageRole($0) } }

    /// The teams whose standups the page shows; empty for an operator, who sees all.
    var shown: Set<String> { isOperator ? [] : Set(teams.keys) }

    /// Returns true if the role of the person in a team grants a permission.
    func allows(_ access: CommandAccess, in team: String) -> Bool {
      isOperator || teams[team].map { access <= $0.access } ?? false
    }

    /// Returns true if the person may read an event of this team.
    func mayRead(eventOf team: String?) -> Bool {
      isOperator || team.map { teams[$0] != nil } ?? false
    }
  }

  private struct Entry: Hashable {
    /// Nil until the role was read once.
    var known: Known?
    /// Number of changes; a role that was read during one may be outdated.
    var changes = 0
  }

  private var entries: [UUID: Entry] = [:]

  /// The persons whose roles are known or being read.
  var all: [UUID] { Array(entries.keys) }

  /// The role of a person; nil if it is not known yet.
  subscript(person: UUID) -> Known? { entries[person]?.known }

  /// Begins to read a role.
  ///
  /// - Returns: the number of changes, for `set`.
  mutating func begin(_ person: UUID) -> Int {
    let entry = entries[person] ?? Entry()
    entries[person] = entry
    return entry.changes
  }

  /// Sets a role that was read.
  ///
  /// - Returns: false if it changed in the meantime and must be read again.
  mutating func set(_ known: Known, of person: UUID, since changes: Int) -> Bool {
    guard entries[person]?.changes == changes else { return false }
    entries[person]?.known = known
    return true
  }

  /// Records that events may have been missed: roles that are being read may be outdated.
  mutating func outdateAll() {
    for person in entries.keys { entries[person]?.changes += 1 }
  }

  /// Keeps only these persons.
  mutating func keep(_ persons: Set<UUID>) {
    entries = entries.filter { persons.contains($0.key) }
  }

  /// Applies an event.
  ///
  /// - Returns: the persons whose roles must be read again; empty if the event concerns no one who
  ///   is logged in.
  /// - Throws: an error if the event cannot be read.
  mutating func note(_ event: CloudEvent) throws -> [UUID] {
    switch event.type {
    case PersonEdited.type:
      let edited = try event.data.decode(as: PersonEdited.self)
      return change(edited.id) { if edited.isOperator != true { $0.isOperator = false } }
    case PersonRemoved.type:
      return change(try event.data.decode(as: PersonRemoved.self).id) { $0 = Known() }
    case TeamMemberSet.type:
      let set = try event.data.decode(as: TeamMemberSet.self)
      return change(set.person) { known in
        known.teams[set.team] = known.teams[set.team].map { min($0, set.role) }
      }
    case TeamMemberRemoved.type:
      let removed = try event.data.decode(as: TeamMemberRemoved.self)
      return change(removed.person) { $0.teams[removed.team] = nil }
    case TeamRemoved.type:
      let team = try event.data.decode(as: TeamRemoved.self).id
      return entries.filter { $0.value.known?.teams[team] != nil }.keys.flatMap { person in
        change(person) { $0.teams[team] = nil }
      }
    default: return []
    }
  }

  private mutating func change(_ id: String, _ change: (inout Known) -> Void) -> [UUID] {
    UUID(text: id).map { self.change($0, change) } ?? []
  }

  private mutating func change(_ person: UUID, _ change: (inout Known) -> Void) -> [UUID] {
    guard var entry = entries[person] else { return [] }
    entry.changes += 1
    if var known = entry.known {
      change(&known)
      entry.known = known
    }
    entries[person] = entry
    return [person]
  }
}

extension PersonRoles.Known {
  init(_ person: Person) {
    self.init(
      name: person.name, isOperator: person.isOperator ?? false,
      teams: Dictionary(person.teams.map { ($0.team, $0.role) }) { first, _ in first })
  }
}

public import Bus
public import Foundation

/// The persons whom the router knows, with their roles in teams; a value type.
///
/// The router checks each command of a person against it, so that lookups are cheap and the memory
/// per person is small: each team is stored once, and two memberships fit into an entry.
public struct PeopleDirectory: Sendable {
  /// The role of a person in one team.
  public struct Membership: Hashable, Sendable {
    /// The id of the team.
    public var team: String
    /// The role of the person in the team.
    public var role: TeamRole

    /// Creates a membership from its two parts.
    public init(team: String, role: TeamRole) {
      self.team = team
      self.role = role
    }
  }

  /// Maximum number of memberships of a person. Further ones are ignored.
  public static let maxMemberships = TeamScope.maxTeams

  private var entries: [UUID: Entry] = [:]
  /// The numbers of the teams that were removed, in which no one has a role.
  private var removed: Set<UInt32> = []
  /// The ids of teams, by number.
  private var teams: [String] = []
  private var numbers: [String: UInt32] = [:]

  /// Creates a directory without persons.
  public init() {}

  /// Number of known persons.
  public var count: Int { entries.count }

  /// Adds a person, or replaces the roles of a known one.
  ///
  /// - Parameters:
  ///   - isOperator: true if the person operates the installation, and therefore has every role in
  ///     every team.
  ///   - memberships: if a team occurs several times, the first role counts.
  public mutating func put(
    _ person: UUID, isOperator: Bool = false, _ memberships: [Membership]
  ) {
    var entry = Entry(isOperator: isOperator)
    var known: Set<UInt32> = []
    var packed: [(team: String, membership: PackedMembership)] = []
    for membership in memberships.prefix(Self.maxMemberships) {
      let number = number(of: membership.team)
      guard known.insert(number).inserted else { continue }
      packed.append((membership.team, PackedMembership(number, membership.role)))
    }
    // In the order of the teams: the same roles are then equal, however they came about.
    for (_, membership) in packed.sorted(by: { $0.team < $1.team }) { entry.add(membership) }
    entries[person] = entry
  }

  /// Removes a person, who then has no rights; an unknown person is ignored.
  public mutating func remove(_ person: UUID) { entries[person] = nil }

  /// Returns true if the person operates the installation.
  public func isOperator(_ person: UUID) -> Bool { entries[person]?.isOperator ?? false }

  /// Returns the teams in which a person has at least a role.
  ///
  /// - Returns: nil for an unknown person.
  public func scope(of person: UUID, asAtLeast role: TeamRole) -> TeamScope? {
    entries[person] == nil ? nil : standing(of: person).scope(for: role.access)
  }

  /// The permissions of a person.
  package func standing(of person: UUID) -> PersonStanding {
    isOperator(person) ? .operator : .roles(memberships(of: person))
  }

  private func current(_ entry: Entry) -> [PackedMembership] {
    entry.memberships.filter { !removed.contains($0.team) }
  }

  // MARK: Changes

  /// A change that the people service has saved.
  public enum Change: Hashable, Sendable {
    /// A person was added or changed; the memberships stay the same.
    case person(UUID, isOperator: Bool)
    case personRemoved(UUID)
    /// A person got a role in a team, or another one.
    case member(UUID, Membership)
    case memberRemoved(UUID, team: String)
    /// A team was removed, and with it the roles in it.
    case teamRemoved(String)
  }

  /// Applies a change. Applying the same changes again, in the same order, has no effect.
  public mutating func apply(_ change: Change) {
    switch change {
    case .person(let id, let isOperator): put(id, isOperator: isOperator, memberships(of: id))
    case .personRemoved(let id): remove(id)
    case .member(let id, let membership):
      let others = memberships(of: id).filter { $0.team != membership.team }
      put(id, isOperator: isOperator(id), others + [membership])
    case .memberRemoved(let id, let team):
      guard entries[id] != nil else { return }
      put(id, isOperator: isOperator(id), memberships(of: id).filter { $0.team != team })
    case .teamRemoved(let team): removed.insert(number(of: team))
    }
  }

  private func memberships(of person: UUID) -> [Membership] {
    guard let entry = entries[person] else { return [] }
    return current(entry).map { Membership(team: teams[Int($0.team)], role: $0.role) }
  }

  private mutating func number(of team: String) -> UInt32 {
    if let number = numbers[team] { return number }
    let number = UInt32(clamping: teams.count)
    teams.append(team)
    numbers[team] = number
    return number
  }
}

extension PeopleDirectory {
  /// The number of a team and a role in four bytes.
  private struct PackedMembership {
    private let bits: UInt32

    init(_ team: UInt32, _ role: TeamRole) {
      let role: UInt32 =
        switch role {
        case .observer: 0
        case .member: 1
        case .admin: 2
        }
      bits = team << 2 | role
    }

    var team: UInt32 { bits >> 2 }
    var role: TeamRole {
      switch bits & 3 {
      case 2: .admin
      case 1: .member
      default: .observer
      }
    }
  }

  /// The roles of one person. Most persons are in one or two teams, which need no allocation.
  private struct Entry {
    let isOperator: Bool
    private var first: PackedMembership?
    private var second: PackedMembership?
    private var others: [PackedMembership] = []

    init(isOperator: Bool) { self.isOperator = isOperator }

    mutating func add(_ membership: PackedMembership) {
      if first == nil {
        first = membership
      } else if second == nil {
        second = membership
      } else {
        others.append(membership)
      }
    }

    var memberships: [PackedMembership] {
      [first, second].compactMap { $0 } + others
    }
  }
}

public import Bus
public import Foundation

/// The persons whom the router knows, with their roles in teams; a value type.
///
/// The router checks each command of a person against it, so that lookups are cheap and the memory
/// per person is small: each team is stored once, and the entry of a person in one or two teams has
/// eight bytes.
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
  /// The memberships of the persons in more than two teams, by the numbers in their entries.
  private var lists: [[PackedMembership]] = []
  /// The numbers of the lists that are not in use.
  private var freeLists: [Int] = []
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
    var unique: [Membership] = []
    for membership in memberships.prefix(Self.maxMemberships)
    where !unique.contains(where: { $0.team == membership.team }) {
      unique.append(membership)
    }
    // In the order of the teams: the same roles are then equal, however they came about.
    unique.sort { $0.team < $1.team }
    let packed = unique.map { PackedMembership(number(of: $0.team), $0.role) }
    remove(person)
    if let entry = Entry(isOperator, packed) {
      entries[person] = entry
      return
    }
    let list = freeLists.popLast() ?? lists.count
    if list == lists.count { lists.append(packed) } else { lists[list] = packed }
    entries[person] = Entry(isOperator, list: list)
  }

  /// Removes a person, who then has no rights; an unknown person is ignored.
  public mutating func remove(_ person: UUID) {
    guard let list = entries.removeValue(forKey: person)?.list else { return }
    lists[list] = []
    freeLists.append(list)
  }

  /// Returns true if the person operates the installation.
  public func isOperator(_ person: UUID) -> Bool { entries[person]?.isOperator ?? false }

  /// Returns the teams in which a person has at least a role.
  ///
  /// - Returns: nil for an unknown person.
  public func scope(of person: UUID, asAtLeast role: TeamRole) -> TeamScope? {
    entries[person] == nil ? nil : standing(of: person).scope(for: role.access)
  }

  /// The permissions of a person.
  package func standing(of person: UUID) -> TeamStanding {
    isOperator(person) ? .operator : .roles(memberships(of: person))
  }

  /// Returns true if the team was removed.
  package func isRemoved(_ team: String) -> Bool {
    numbers[team].map(removed.contains) ?? false
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
    return (entry.list.map { lists[$0] } ?? entry.memberships)
      .filter { !removed.contains($0.team) }
      .map { Membership(team: teams[Int($0.team)], role: $0.role) }
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
  /// The number of a team and a role in 31 bits, which are never 0. So many teams that their numbers
  /// need more than 29 bits do not fit into memory.
  private struct PackedMembership {
    let bits: UInt32

    init(_ team: UInt32, _ role: TeamRole) {
      let role: UInt32 =
        switch role {
        case .observer: 1
        case .member: 2
        case .admin: 3
        }
      bits = team << 2 & 0x7FFF_FFFF | role
    }

    /// The membership in the low 31 bits; nil if they are 0.
    init?(in bits: UInt64) {
      self.bits = UInt32(truncatingIfNeeded: bits & 0x7FFF_FFFF)
      if self.bits == 0 { return nil }
    }

    var team: UInt32 { bits >> 2 }
    var role: TeamRole {
      switch bits & 3 {
      case 3: .admin
      case 2: .member
      default: .observer
      }
    }
  }

  /// The roles of one person in eight bytes: at most two memberships, or the number of a list of
  /// more.
  private struct Entry {
    private static let operatorBit: UInt64 = 1 << 63
    private static let listBit: UInt64 = 1 << 62
    private let bits: UInt64

    /// Nil if the memberships need a list.
    init?(_ isOperator: Bool, _ memberships: [PackedMembership]) {
      guard memberships.count <= 2 else { return nil }
      bits = memberships.reduce(isOperator ? Self.operatorBit : 0) { bits, membership in
        bits & Self.operatorBit | (bits & ~Self.operatorBit) << 31 | UInt64(membership.bits)
      }
    }

    init(_ isOperator: Bool, list: Int) {
      bits = (isOperator ? Self.operatorBit : 0) | Self.listBit | UInt64(truncatingIfNeeded: list)
    }

    var isOperator: Bool { bits & Self.operatorBit != 0 }
    /// The number of the list; nil if the memberships are in the entry.
    var list: Int? {
      bits & Self.listBit == 0
        ? nil : Int(truncatingIfNeeded: bits & ~(Self.operatorBit | Self.listBit))
    }
    var memberships: [PackedMembership] {
      [bits >> 31, bits].compactMap { PackedMembership(in: $0) }
    }
  }
}

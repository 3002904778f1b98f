public import Bus
package import Foundation
public import ZeroMQ

/// The permissions of one key, computed once so that checking a message is a lookup.
public final class Rights: Sendable {
  /// The actor in the header of each command of the key.
  public let actor: KeyActor
  /// Name of the key's owner, for logs and messages.
  public let name: String
  /// Nil for a connection without a key.
  public let key: CurvePublicKey?
  /// The key in Z85, the form in which libzmq reports it with each message; empty for none.
  package let userID: String
  /// The roles of the key; empty for a revoked key, which permits nothing.
  public let roles: [Role]
  /// The person as whom the key acts; nil for a key of a tool or a service.
  package let person: UUID?
  /// The permissions of that person, or of a tool that is limited to teams; nil for any other key.
  package let standing: TeamStanding?
  package let services: Set<String>
  private let isOperator: Bool
  private let isObserver: Bool
  private let isLoadTest: Bool
  /// The person or token for which a service sends a command; nil for a key's own commands.
  package let represented: Principal?
  /// The permissions that the roles of the key grant, one bit each.
  private let granted: UInt8
  /// Those that roles in teams grant in any team, and in the team `default`.
  private let grantedInAnyTeam: UInt8
  private let grantedInDefaultTeam: UInt8
  /// The prefixes of the topics of the teams whose events the key may read.
  private let teamTopics: [[UInt8]]
  /// For a key with a standing: what the router writes into the header of a command that
  /// requires one of `CommandAccess.ofTeams`.
  private let teamStamps: [HeaderStamp]
  private let stamp: HeaderStamp

  /// Creates the permissions of a key: the union of those of its roles.
  ///
  /// - Parameter persons: the roles of persons; nil if they are not known yet.
  public convenience init(
    name: String, key: CurvePublicKey?, roles: [Role], persons: PeopleDirectory? = nil
  ) {
    self.init(name: name, key: key, roles: roles, persons: persons, represented: nil)
  }

  /// The permissions of a person or a token for which a service sends a command.
  ///
  /// - Parameters:
  ///   - key: the key of the service; nil without keys.
  ///   - persons: the roles of persons; nil if they are not known yet.
  package static func of(
    _ principal: Principal, through key: CurvePublicKey?, persons: PeopleDirectory?
  ) -> Rights {
    let role: Role =
      switch principal {
      case .person(let person): .person(person)
      case .token(_, let role): role
      }
    return Rights(name: "", key: key, roles: [role], persons: persons, represented: principal)
  }

  private init(
    name: String, key: CurvePublicKey?, roles: [Role], persons: PeopleDirectory?,
    represented: Principal?
  ) {
    self.represented = represented
    let person = roles.lazy.compactMap(\.person).first
    self.person = person
    let standing = Self.standing(of: roles, in: persons)
    self.standing = standing
    self.name = name
    self.key = key
    userID = key?.z85 ?? ""
    self.roles = roles
    services = Set(
      roles.compactMap { if case .service(let name) = $0 { name } else { nil } })
    actor =
      represented.map { KeyActor($0) }
      ?? KeyActor(
        name: name, fingerprint: key?.fingerprint ?? "none", isService: !services.isEmpty,
        person: person)
    isOperator = roles.contains(.operator) || standing == .operator
    isObserver = roles.contains(.observer)
    isLoadTest = roles.contains(.loadtest)
    func bits(_ isGranted: (CommandAccess) -> Bool) -> UInt8 {
      CommandAccess.allCases.filter(isGranted).reduce(0) { $0 | $1.bit }
    }
    granted = bits { access in
      standing == .operator && access.isGranted(to: .operator)
        || roles.contains { access.isGranted(to: $0) }
    }
    grantedInAnyTeam = bits { standing?.allows(CommandRule($0, in: .any)) == true }
    grantedInDefaultTeam = bits { standing?.allows(CommandRule($0, in: .default)) == true }
    let readable = standing?.scope(for: .observer).teams ?? []
    teamTopics = readable.map { Array(Topic.prefix(ofTeam: $0).utf8) }
    stamp = HeaderStamp(actor, .all)
    guard let standing else {
      teamStamps = []
      return
    }
    teamStamps = CommandAccess.ofTeams.map { [actor] access in
      let isGranted = roles.contains { access.isGranted(to: $0) }
      return HeaderStamp(actor, isGranted ? .all : standing.scope(for: access))
    }
  }

  /// Returns what the router writes into the header of a command of this key.
  ///
  /// - Parameter access: the permission that the command requires; nil if it is unknown.
  package func stamp(for access: CommandAccess?) -> HeaderStamp {
    guard !teamStamps.isEmpty, let index = access?.teamIndex else { return stamp }
    return teamStamps[index]
  }

  /// The permissions of the same key after the roles of persons changed.
  package func with(_ persons: PeopleDirectory?) -> Rights {
    isOutdated(persons)
      ? Rights(
        name: name, key: key, roles: roles, persons: persons, represented: represented) : self
  }

  /// Returns true if the permissions of the person or tool are others now.
  package func isOutdated(_ persons: PeopleDirectory?) -> Bool {
    Self.standing(of: roles, in: persons) != standing
  }

  /// The roles of a tool are those of its key, even before those of persons are loaded, except in
  /// teams that were removed.
  private static func standing(of roles: [Role], in persons: PeopleDirectory?) -> TeamStanding? {
    if let person = roles.lazy.compactMap(\.person).first {
      return persons?.standing(of: person) ?? .loading
    }
    var highest: [String: TeamRole] = [:]
    for case .team(let team, let role) in roles {
      highest[team] = max(role, highest[team] ?? role)
    }
    guard !highest.isEmpty else { return nil }
    return .roles(
      highest.filter { persons?.isRemoved($0.key) != true }.sorted { $0.key < $1.key }
        .map { PeopleDirectory.Membership(team: $0.key, role: $0.value) })
  }

  /// Returns true if a waiting command is still permitted in all teams that the router wrote into its
  /// header.
  package func stillAllows(_ head: Head, rule: CommandRule?) -> Bool {
    refusal(of: head, rule: rule) == nil
      && head.header.scope.isSubset(of: stamp(for: rule?.access).scope)
  }

  /// The permissions of a revoked key whose owner is still connected: none.
  static func none(_ key: CurvePublicKey?) -> Rights {
    Rights(name: "", key: key, roles: [])
  }

  /// The owner of the roles, for messages.
  private var owner: String {
    if person != nil { return "person" }
    return represented == nil ? "key" : "token"
  }

  /// Short identification of the key.
  public var fingerprint: String { key?.fingerprint ?? "none" }
  /// True if the router still knows the key.
  public var isKnown: Bool { !roles.isEmpty }
  /// True if the key has the role of a service.
  public var isService: Bool { !services.isEmpty }

  /// Topic prefix of the events that a load tester publishes about its own work.
  private static let load = Array("t/load.".utf8)

  /// Returns true if the owner of the key may send a command with this rule.
  public func allows(_ rule: CommandRule) -> Bool {
    let inTeams: UInt8 =
      switch rule.teams {
      case .any: grantedInAnyTeam
      case .default: grantedInDefaultTeam
      case .all: 0
      }
    return (granted | inTeams) & rule.access.bit != 0
  }

  /// Returns true if the key permits registering as this service.
  public func allows(helloAs service: String) -> Bool { services.contains(service) }

  /// Returns true if the key permits a subscription to this prefix.
  public func allows(subscriptionTo topic: [UInt8]) -> Bool {
    if isOperator || isObserver { return true }
    guard isKnown, topic.count > 1, topic[1] == UInt8(ascii: "/") else { return false }
    if topic[0] == UInt8(ascii: "h") { return true }
    // The reply to a nonce lists denied topics, so the prefix must not be that of another's nonce.
    if topic[0] == UInt8(ascii: "~") { return topic.count >= 2 + Subscription.minNonceBytes }
    if teamTopics.contains(where: { topic.starts(with: $0) }) { return true }
    return isLoadTest && topic.starts(with: Self.load)
  }

  /// A description for use in a sentence: the name and the roles, never the key.
  public var who: String {
    switch represented {
    case .person(let id)?: return "Person \(id.lowercaseText)"
    case .token(let id, _)?: return "Token \(id.lowercaseText)"
    case nil: break
    }
    return isKnown
      ? "The key “\(name)” (\(Role.text(roles)))"
      : "A key that the router no longer accepts (\(fingerprint))"
  }

  /// The reason why a message is rejected on the basis of its head; nil if it is not.
  ///
  /// - Parameter rule: permission of a command, as the service that answers it declared; nil if no
  ///   service declared it.
  package func refusal(of head: Head, rule: CommandRule?) -> BusError? {
    guard isKnown else {
      return BusError(
        .denied,
        "The router no longer accepts this key (\(fingerprint)); request a new one.")
    }
    switch head.kind {
    // An operator may send a command that no service has declared yet. If only the bindings may
    // send it, the router explains that, as it does without keys.
    case .command where isOperator: return nil
    case .command where isLoadTest && rule?.access == .owner:
      if head.header.key.flatMap({ OwnedID($0) })?.owner == OwnedID.load { return nil }
      return BusError(
        .denied,
        "\(who) may send “\(head.target)” only for its own work, with ids such as"
          + " “\(OwnedID.load)/NAME”.")
    case .command where represented != nil && standing == .roles([]):
      return BusError(.denied, "\(who) has no role in any team, or does not exist.")
    case .command where standing == .loading && (represented != nil || rule.map(allows) != true):
      return .rolesAreLoading
    case .command:
      if let rule, allows(rule) { return nil }
      if isLoadTest || isObserver || !teamTopics.isEmpty, rule == nil {
        return BusError(
          .unavailable,
          "No connected service has yet declared who may send “\(head.target)”; try again.",
          retryAfterMs: 250)
      }
      let requirement =
        standing == nil ? "" : rule?.requirement(of: owner) ?? ""
      return BusError(.denied, "\(who) may not send “\(head.target)”.\(requirement)")
    case .hello where !allows(helloAs: head.target):
      return refusal(helloAs: head.target)
    case .delegate where !isService:
      return BusError(.denied, "\(who) may not send delegate calls; only services may.")
    default:
      return nil
    }
  }

  package func refusal(helloAs service: String) -> BusError {
    BusError(
      .denied,
      "\(who) may not register as the \(service) service; that requires a key with the role"
        + " “\(Role.service(service))”.")
  }
}

extension BusError {
  /// The error for a command of a person until the roles of persons are loaded.
  package static let rolesAreLoading = BusError(
    .unavailable, "The roles of persons are still being loaded; try again.", retryAfterMs: 250)
}

import Bus
import PeopleAPI

/// The roles that a sign-in provider grants to a person, and the provider's data about the person,
/// after the checks that do not depend on the saved state.
struct RoleGrant: Hashable, Sendable {
  /// Identity of the person at the issuer that grants the roles.
  var identity: Identity
  /// Values of the person; nil leaves one unchanged.
  var name: String?
  var email: String?
  var zone: String?
  /// The roles, each with the issuer and in another team.
  var memberships: [Membership] = []
  var isOperator = false
}

extension RoleGrant {
  /// Checks a command. A value of the person that cannot be saved is omitted: the provider decides
  /// about it, and the person must be able to sign in nevertheless.
  init(_ command: GrantRoles) throws(BusError) {
    identity = try Check.identity(command.identity)
    guard command.memberships.count <= Person.maxTeams,
      Set(command.memberships.map(\.team)).count == command.memberships.count
    else {
      throw BusError(
        .invalid, "Invalid memberships; expected at most \(Person.maxTeams), each team once.",
        detail: ["field": "memberships"])
    }
    for role in command.memberships {
      memberships.append(
        Membership(team: try Check.team(role.team), role: role.role, issuer: identity.issuer))
    }
    isOperator = command.isOperator ?? false
    name = command.name?.precomposedStringWithCanonicalMapping
    if name.map(Person.isName) == false { name = nil }
    email = command.email.flatMap(Person.email)
    zone = command.zone
    if zone.map(Person.isZone) == false { zone = nil }
  }
}

extension Person {
  /// Replaces the roles that an issuer grants, and the permission to operate the installation if
  /// the issuer granted it. All others take precedence.
  ///
  /// - Parameter exists: returns true for a team in which a role can be granted.
  mutating func replaceRoles(by grant: RoleGrant, where exists: (Team.ID) -> Bool) {
    let issuer = grant.identity.issuer
    teams = teams.compactMap { membership in
      Identity.isSame(membership.issuer, issuer)
        ? grant.memberships.first { $0.team == membership.team } : membership
    }
    for membership in grant.memberships
    where teams.count < Person.maxTeams && exists(membership.team)
      && !teams.contains(where: { $0.team == membership.team })
    {
      teams.append(membership)
    }
    if grant.isOperator, isOperator != true {
      (isOperator, operatorIssuer) = (true, issuer)
    } else if !grant.isOperator, Identity.isSame(operatorIssuer, issuer) {
      (isOperator, operatorIssuer) = (nil, nil)
    }
  }
}

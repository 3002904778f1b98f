import Bus
import Foundation
import OpenID
import PeopleAPI

/// The persons to whom accounts of providers and of proxies belong.
extension Gateway {
  /// Time limit of a command to the people service, in milliseconds.
  private static let peopleMs = 5000

  /// Finds or adds the person who has an identity, and sets the roles that the groups grant.
  ///
  /// Each step is durable on its own. If the gateway ends between two of them, the person has at most
  /// the earlier roles, and the next sign-in continues.
  ///
  /// - Returns: the person, who has a role.
  /// - Throws: `denied` if the account belongs to no person, or the person has no role; errors of the
  ///   people service.
  func signedIn(
    _ identity: Identity, _ claims: OpenIDClaims, _ mapping: RoleMapping
  ) async throws(BusError) -> Person {
    let roles = mapping.roles(of: claims.groups)
    guard let person = try await owner(of: identity, claims, mapping, roles) else {
      throw BusError(
        .denied,
        "Your account has no access to Standups. Ask an administrator to add you to a team or to a group."
      )
    }
    let granted = try await grant(roles, to: person.id, identity, claims, mapping)
    guard granted.isOperator == true || !granted.teams.isEmpty else { throw BusError.noRole }
    return granted
  }

  /// Sets the roles that the groups grant, and the values of the person that the provider knows.
  ///
  /// An e-mail address is not saved if another provider links accounts by theirs, and this one does not:
  /// its accounts could otherwise get the address, and with it the person, of another one.
  func grant(
    _ roles: GrantedRoles, to person: String, _ identity: Identity, _ claims: OpenIDClaims,
    _ mapping: RoleMapping
  ) async throws(BusError) -> Person {
    let savesEmail =
      mapping.linksByEmail || !signIns.configuration.providers.contains { $0.mapping.linksByEmail }
    let granted = try await ask(
      GrantRoles(
        id: person, identity: identity, name: Self.name(in: claims),
        email: savesEmail ? Self.email(in: claims) : nil, zone: claims.zone,
        memberships: roles.memberships,
        isOperator: roles.isOperator ? true : nil))
    let missing = Set(roles.memberships.map(\.team)).subtracting(granted.teams.map(\.team))
    if !missing.isEmpty {
      log.warning(
        "Groups grant roles in teams that do not exist: \(missing.sorted().joined(separator: ", "))."
      )
    }
    return granted
  }

  private func owner(
    of identity: Identity, _ claims: OpenIDClaims, _ mapping: RoleMapping, _ roles: GrantedRoles
  ) async throws(BusError) -> Person? {
    if let person = try await find(GetPerson(identity: identity)) { return person }
    if mapping.linksByEmail, let email = Self.email(in: claims),
      let person = try await find(GetPerson(email: email)),
      // An address that was given to another account must not give that account the person.
      !person.identities.contains(where: { $0.issuer == identity.issuer })
    {
      return try await ask(AddIdentity(id: person.id, identity: identity))
    }
    // Without a role the person could do nothing, and anyone with an account would fill the list.
    guard mapping.addsPeople, !roles.isEmpty else { return nil }
    return try await add(identity, claims)
  }

  private func add(
    _ identity: Identity, _ claims: OpenIDClaims
  ) async throws(BusError) -> Person? {
    let name = Self.name(in: claims) ?? Self.shortened(identity.subject) ?? "?"
    do {
      return try await ask(AddPerson(name: name, identities: [identity]))
    } catch  where error.code == .conflict {
      // Another browser of the same account added the person first.
      return try await find(GetPerson(identity: identity))
    }
  }

  private func find(_ query: GetPerson) async throws(BusError) -> Person? {
    do {
      return try await ask(query)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  private func ask<Command: BusCommand>(
    _ command: Command
  ) async throws(BusError) -> Command.Reply {
    do {
      return try await bus.send(command, options: CallOptions(timeoutMs: Self.peopleMs))
    } catch {
      throw BusError(any: error)
    }
  }

  // MARK: Values of claims

  /// The name in the form that the people service accepts; nil if the claims have none.
  private static func name(in claims: OpenIDClaims) -> String? {
    claims.name.flatMap(shortened) ?? email(in: claims).flatMap(shortened)
  }

  /// The beginning of a text that can be the name of a person; nil if it cannot.
  private static func shortened(_ text: String) -> String? {
    var name = text.precomposedStringWithCanonicalMapping
      .trimmingCharacters(in: .whitespacesAndNewlines)
    while name.utf8.count > Person.maxNameBytes { name.removeLast() }
    return Person.isName(name) ? name : nil
  }

  /// The verified e-mail address; nil without one.
  private static func email(in claims: OpenIDClaims) -> String? {
    claims.isEmailVerified ? claims.email.flatMap(Person.email) : nil
  }
}

import Bus
import PeopleAPI

/// Roles and data of a person that come from a sign-in provider.
extension PeopleReduction {
  /// Applies a grant to a person who has only memberships in teams that exist.
  func apply(_ grant: RoleGrant, to person: inout Person) {
    person.replaceRoles(by: grant) { state.saved.hasTeam($0) }
    if let name = grant.name { person.name = name }
    if let zone = grant.zone { person.zone = zone }
    guard let email = grant.email else { return }
    var changed = person
    changed.email = email
    // Otherwise another person with this address could keep this one from signing in.
    if !isTaken(changed) { person = changed }
  }

  /// The error for a person to whom an identity that is not theirs cannot grant roles.
  static func missing(_ identity: Identity) -> BusError {
    BusError(
      .conflict,
      "The person does not have this identity at \(identity.issuer), which therefore cannot grant roles to"
        + " them. Add it with “standups people identity add”.",
      detail: ["issuer": identity.issuer])
  }

  /// The error for removing what a group grants, because the provider would grant it again.
  ///
  /// - Parameter what: what the group grants, such as “The role”.
  static func granted(_ what: String, by issuer: String) -> BusError {
    BusError(
      .conflict,
      "\(what) comes from a group at \(issuer); remove the person from the group there.",
      detail: ["issuer": issuer])
  }
}

import Bus
public import Documents
import Foundation

// Validates documents about persons and teams, wherever they enter the system.

/// Saved form of a team.
public struct SavedTeam: Codable, Hashable, Sendable, StoredValue {
  /// The collection of its documents, whose ids are the ids of the teams.
  public static let collection = "people.teams"

  /// Name of the team; nil for a removed team, whose id stays reserved.
  public var name: String?

  /// Creates the form of a team; nil for a removed one.
  public init(name: String?) { self.name = name }

  /// Checks a stored team.
  public func problem(in document: Document) -> String? {
    guard Team.isID(document.id) else { return Team.idProblem }
    guard let name else {
      return document.id == Team.defaultID ? "The default team cannot be removed." : nil
    }
    return Person.isName(name) ? nil : Person.nameProblem
  }
}

/// Markers of teams to which nothing can be added, because they were removed or are being removed.
public enum ClosedTeam {
  /// The collection of the markers, whose ids are the ids of the teams.
  public static let collection = "people.closedTeams"
}

extension Person: StoredValue {
  /// The collection of its documents.
  public static let collection = "people"

  /// Checks a stored person. The time zone may be one that this system does not know any more.
  public func problem(in document: Document) -> String? {
    guard id == document.id, UUID(text: id)?.lowercaseText == id else { return Self.isAnother }
    guard Person.isName(name) else { return Self.nameProblem }
    if let email, !Person.isEmail(email) { return Self.emailProblem }
    if let zone, !(1...Person.maxZoneBytes).contains(zone.utf8.count) {
      return "Invalid time zone; expected a name of at most \(Person.maxZoneBytes) bytes."
    }
    guard identities.count <= Person.maxIdentities, identities.allSatisfy(\.isValid),
      Set(identities).count == identities.count
    else { return Identity.problem }
    guard teams.count <= Person.maxTeams, teams.allSatisfy({ Team.isID($0.team) }),
      Set(teams.map(\.team)).count == teams.count
    else {
      return "Invalid teams; expected at most \(Person.maxTeams), each once."
    }
    guard operatorIssuer == nil || isOperator == true else {
      return "Only an operator can have the issuer that makes the person one."
    }
    let issuers = teams.compactMap(\.issuer) + (operatorIssuer.map { [$0] } ?? [])
    return issuers.allSatisfy(hasIdentity)
      ? nil : "Invalid issuer of a role; expected one at which the person has an identity."
  }
}

import Bus
import Connecting
import Foundation
import OpenID
import PeopleAPI
import Schema
import StandupsConfiguration

/// The file that `STANDUPS_SIGN_IN` names: the OpenID providers with which people sign in, and the
/// roles that groups grant.
///
/// ```json
/// {"providers": [{"name": "company", "label": "Example Inc.", "issuer": "https://login.example.com",
///   "clientID": "standups", "clientSecretFile": "/etc/standups/client-secret", "addsPeople": true,
///   "roles": [{"group": "engineering", "team": "web", "role": "member"}]}]}
/// ```
struct SignInFile: KnownMembers {
  static let variable = "STANDUPS_SIGN_IN"
  /// Maximum number of providers.
  private static let maxProviders = 16
  /// Maximum number of rules for roles, per provider.
  private static let maxRules = 1000

  var providers: [Strict<Provider>]?
  var proxy: Strict<Proxy>?

  enum CodingKeys: String, CodingKey, CaseIterable { case providers, proxy }

  /// A provider as it is written in the file.
  struct Provider: KnownMembers {
    var name: String
    var label: String?
    var issuer: String
    var clientID: String
    var clientSecretFile: String?
    var scopes: [String]?
    var groupsClaim: String?
    var parameters: [String: String]?
    var roles: [Strict<Rule>]?
    var addsPeople: Bool?
    var linksByEmail: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case name, label, issuer, clientID, clientSecretFile, scopes, groupsClaim, parameters, roles
      case addsPeople, linksByEmail
    }
  }

  /// Roles that the groups in the header of a reverse proxy grant.
  struct Proxy: KnownMembers {
    var roles: [Strict<Rule>]?
    var addsPeople: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable { case roles, addsPeople }
  }

  /// Role that a group grants: either in a team, or to operate the installation.
  struct Rule: KnownMembers {
    var group: String
    var team: String?
    var role: String?
    var isOperator: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case group, team, role
      case isOperator = "operator"
    }
  }

  /// A reason why the file cannot be used.
  struct Problem: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }
}

extension SignInFile {
  /// Reads and checks the file, and the files of the clients' secrets.
  ///
  /// - Throws: `ConfigurationError`, which says what to correct.
  static func read(_ path: String) throws -> SignInConfiguration {
    do {
      let bytes = try KeyFile.bytes(of: path, isSecret: false)
      return try JSONDecoder().decode(Strict<SignInFile>.self, from: Data(bytes)).value
        .checked()
    } catch let problem as KeyFile.Problem {
      throw ConfigurationError(variable, problem.description)
    } catch let error as DecodingError {
      throw ConfigurationError(variable, "\(path): \(Self.sentence(error))")
    } catch {
      throw ConfigurationError(variable, "\(path): \(error)")
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty
        ? "the file"
        : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "Missing member “\(key.stringValue)” in \(place(context.codingPath))."
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "Invalid value of \(place(context.codingPath)); expected \(type)."
    case .dataCorrupted(let context):
      return "Invalid JSON in \(place(context.codingPath)): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private func checked() throws -> SignInConfiguration {
    let listed = (providers ?? []).map(\.value)
    guard listed.count <= Self.maxProviders else {
      throw Problem("Too many providers; maximum: \(Self.maxProviders).")
    }
    for (property, values) in [("name", listed.map(\.name)), ("issuer", listed.map(\.issuer))]
    where Set(values).count != values.count {
      throw Problem("Two providers have the same \(property).")
    }
    return SignInConfiguration(
      providers: try listed.map(Self.provider),
      proxy: try proxy.map(\.value).map {
        RoleMapping(
          rules: try Self.rules($0.roles, of: "proxy"), addsPeople: $0.addsPeople ?? false)
      })
  }

  private static func provider(_ entry: Provider) throws -> SignInProvider {
    let openID = OpenIDProvider(
      name: entry.name, label: entry.label ?? entry.name, issuer: entry.issuer,
      clientID: entry.clientID, clientSecret: try entry.clientSecretFile.map { try secret($0) },
      scopes: entry.scopes ?? OpenIDProvider.defaultScopes,
      groupsClaim: entry.groupsClaim ?? OpenIDProvider.defaultGroupsClaim,
      parameters: entry.parameters ?? [:])
    if let problem = openID.problem { throw Problem(problem) }
    guard entry.issuer.utf8.count <= Identity.maxPartBytes else {
      throw Problem(
        "The issuer of “\(entry.name)” is too long; maximum: \(Identity.maxPartBytes) bytes.")
    }
    return SignInProvider(
      openID: openID,
      mapping: RoleMapping(
        rules: try rules(entry.roles, of: "the provider “\(entry.name)”"),
        addsPeople: entry.addsPeople ?? false, linksByEmail: entry.linksByEmail ?? false))
  }

  private static func secret(_ path: String) throws -> String {
    guard path.hasPrefix("/") else {
      throw Problem("Invalid clientSecretFile “\(path.prefix(256))”; expected an absolute path.")
    }
    let text = String(decoding: try KeyFile.bytes(of: path, isSecret: true), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.isLine(1024) else {
      throw Problem("\(path) does not contain a secret of 1 to 1024 bytes on one line.")
    }
    return text
  }

  private static func rules(_ entries: [Strict<Rule>]?, of place: String) throws -> [RoleMapping
    .Rule]
  {
    let entries = (entries ?? []).map(\.value)
    guard entries.count <= Self.maxRules else {
      throw Problem("Too many roles of \(place); maximum: \(Self.maxRules).")
    }
    return try entries.map { entry in
      guard (1...256).contains(entry.group.utf8.count) else {
        throw Problem("Invalid group in the roles of \(place); expected 1 to 256 bytes.")
      }
      switch (entry.team, entry.role.map(TeamRole.init(rawValue:)), entry.isOperator) {
      case (let team?, let role??, nil) where TeamID.isValid(team):
        return RoleMapping.Rule(group: entry.group, grant: .role(role, team: team))
      case (nil, nil, true?): return RoleMapping.Rule(group: entry.group, grant: .operator)
      default:
        throw Problem(
          "Invalid role for the group “\(entry.group)” of \(place); expected “team” and “role”"
            + " (observer, member or admin), or “operator”: true.")
      }
    }
  }
}

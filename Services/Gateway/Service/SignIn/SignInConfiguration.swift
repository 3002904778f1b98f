import Bus
import Countdown
import OpenID
import PeopleAPI
import WebClient

/// The ways in which people sign in besides invitations.
struct SignInConfiguration: Hashable, Sendable {
  var providers: [SignInProvider] = []
  /// The roles of the users whom a reverse proxy identifies; nil if its two groups decide.
  var proxy: RoleMapping?
}

/// An OpenID provider, and the roles of the people who sign in with it.
struct SignInProvider: Hashable, Sendable {
  var openID: OpenIDProvider
  var mapping: RoleMapping
}

/// The roles that groups grant.
struct RoleMapping: Hashable, Sendable {
  /// A group and the role that it grants.
  struct Rule: Hashable, Sendable {
    /// Name of the group, compared byte by byte; `everyone` for all users of the provider.
    var group: String
    var grant: Grant
  }

  /// A role in a team, or the permission to operate the installation.
  enum Grant: Hashable, Sendable {
    case role(TeamRole, team: String)
    case `operator`
  }

  /// The group that all users of a provider are in.
  static let everyone = "*"

  var rules: [Rule]
  /// True if unknown people are added to the installation, provided that a group grants a role.
  var addsPeople: Bool
  /// True if an unknown account belongs to the person with its verified e-mail address.
  var linksByEmail = false

  /// The roles that these groups grant: the highest of each team.
  func roles(of groups: [String]) -> GrantedRoles {
    let groups = Set(groups.map { Array($0.utf8) })
    var granted = GrantedRoles()
    for rule in rules
    where rule.group == Self.everyone || groups.contains(Array(rule.group.utf8)) {
      switch rule.grant {
      case .operator: granted.isOperator = true
      case .role(let role, let team): granted.teams[team] = max(role, granted.teams[team] ?? role)
      }
    }
    return granted
  }
}

/// The roles that the groups of a person grant.
struct GrantedRoles: Hashable, Sendable {
  var isOperator = false
  /// Roles by the ids of teams.
  var teams: [String: TeamRole] = [:]

  var isEmpty: Bool { !isOperator && teams.isEmpty }

  /// The memberships, in the order of the teams' ids, up to the maximum of a person.
  var memberships: [GrantRoles.Role] {
    teams.sorted { $0.key < $1.key }.prefix(Person.maxTeams)
      .map { GrantRoles.Role(team: $0.key, role: $0.value) }
  }
}

/// The protocol of one provider: `OpenIDClient`, or a stand-in in tests.
protocol SignInClient: Sendable {
  func authorization(
    redirect: String, state: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> String
  func redeem(
    code: String, redirect: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> OpenIDGrant
  func refresh(_ token: String, subject: String) async throws(OpenIDError) -> OpenIDGrant
  func namesIssuer() async -> Bool
  func logout(returnTo: String) async -> String?
}

extension OpenIDClient: SignInClient {}

/// The configured providers with their clients, by name.
struct SignInProviders: Sendable {
  var configuration = SignInConfiguration()
  var clients: [String: any SignInClient] = [:]

  subscript(name: String) -> (provider: SignInProvider, client: any SignInClient)? {
    guard let provider = configuration.providers.first(where: { $0.openID.name == name }),
      let client = clients[name]
    else { return nil }
    return (provider, client)
  }
}

extension SignInProviders {
  /// Creates the clients of the configured providers.
  ///
  /// - Parameter http: sends the requests to the providers; nil without providers.
  init(_ configuration: SignInConfiguration, _ http: HTTPClient?) {
    self.configuration = configuration
    guard let http else { return }
    for provider in configuration.providers {
      clients[provider.openID.name] = OpenIDClient(
        provider.openID, send: { await http.send($0) }, nowMs: { ClockReader.live().wallMs })
    }
  }
}

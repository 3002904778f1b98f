import Bus
import Foundation
import OpenID
import PeopleAPI

/// The persons whom a reverse proxy identified, as far as the gateway knows them. A value type.
struct ProxiedPersons: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var groups: [String]
    /// Nil while it is being determined for these groups for the first time.
    var result: Result<UUID, BusError>?
    /// Sets the roles. The one for later groups waits for it, so that it is the last to set them.
    var task: Task<Void, Never>?
    /// End of validity, in milliseconds of the machine's uptime.
    var untilMs: Int64
  }

  /// Maximum number of users.
  private static let maxCount = 10_000
  /// Time after which the roles are set again, in milliseconds.
  static let validMs: Int64 = 300_000
  /// Time for which a person is known while the roles are set again, in milliseconds.
  private static let overdueMs: Int64 = 30_000
  /// Time after which a failure is forgotten, in milliseconds.
  private static let failureMs: Int64 = 2000

  private var entries: [String: Entry] = [:]

  var count: Int { entries.count }

  /// The persons who are known.
  var all: [UUID] {
    entries.values.compactMap { if case .success(let person) = $0.result { person } else { nil } }
  }

  /// Looks a user up. If the person is unknown, or the roles must be set again, the caller must begin to
  /// do so, and call `set`.
  ///
  /// - Returns: the known result, if there is one, and true if the caller must begin.
  mutating func find(
    _ user: String, _ groups: [String], at nowMs: Int64
  ) -> (known: Result<UUID, BusError>?, mustFind: Bool) {
    if let entry = entries[user], entry.groups == groups, entry.untilMs > nowMs {
      return (entry.result, false)
    }
    if entries.count >= Self.maxCount, entries[user] == nil {
      entries = entries.filter { $0.value.untilMs > nowMs }
      if entries.count >= Self.maxCount { entries = [:] }
    }
    let former = entries[user]
    // Roles must not outlive the groups, so a result for other groups does not count.
    var entry = Entry(groups: groups, task: former?.task, untilMs: nowMs + Self.validMs)
    if let former, former.groups == groups, nowMs - former.untilMs < Self.overdueMs,
      case .success = former.result
    {
      entry.result = former.result
    }
    entries[user] = entry
    return (entry.result, true)
  }

  /// Records the task that determines the person of a user, after the former one.
  mutating func begin(_ user: String, _ task: (Task<Void, Never>?) -> Task<Void, Never>) {
    let former = entries[user]?.task
    entries[user]?.task = task(former)
  }

  /// Sets the result for a user with these groups.
  mutating func set(
    _ result: Result<UUID, BusError>, of user: String, _ groups: [String], at nowMs: Int64
  ) {
    guard entries[user]?.groups == groups else { return }
    entries[user]?.result = result
    if case .failure = result { entries[user]?.untilMs = nowMs + Self.failureMs }
  }
}

extension Gateway {
  /// Issuer of the accounts that a proxy identifies.
  static let proxyIssuer = "proxy"

  /// The visitor whom a proxy identified, with the roles of the person.
  func proxied(_ user: ProxyUser, _ mapping: RoleMapping) -> Result<Visitor, LoginProblem> {
    let (known, mustFind) = proxiedPersons.find(user.name, user.groups, at: uptimeMs)
    if mustFind {
      proxiedPersons.begin(user.name) { former in
        Task {
          await former?.value
          let result: Result<UUID, BusError>
          do throws(BusError) {
            result = .success(try await person(of: user, mapping))
          } catch {
            log.info("The proxy’s user has no access: \(error)")
            result = .failure(error)
          }
          proxiedPersons.set(result, of: user.name, user.groups, at: uptimeMs)
        }
      }
    }
    switch known {
    case nil: return .failure(.role)
    case .failure(let error): return .failure(.refused(error))
    case .success(let person):
      guard let roles = persons[person] else {
        readRole(of: person)
        return .failure(.role)
      }
      guard let role = roles.role else { return .failure(.noRole) }
      return .success(
        Visitor(
          name: roles.name ?? user.name, role: role, session: user.session,
          isProxied: true, principal: .person(person)))
    }
  }

  /// Returns true for an old stream of a person whom a proxy identified: only a new request shows
  /// which groups the person is in now.
  func mustBeIdentifiedAgain(_ client: StreamClient) -> Bool {
    client.visitor.person != nil && uptimeMs - client.openedMs >= ProxiedPersons.validMs
  }

  private func person(of user: ProxyUser, _ mapping: RoleMapping) async throws(BusError) -> UUID {
    let identity = Identity(issuer: Self.proxyIssuer, subject: user.name)
    guard identity.isValid else { throw BusError(.denied, Identity.problem) }
    let claims = OpenIDClaims(subject: user.name, name: user.name, groups: user.groups)
    return try WebGrant.person(try await signedIn(identity, claims, mapping).id)
  }
}

import Bus
import Foundation
import OpenID
import PeopleAPI

/// Confirms the sessions of providers every few minutes (OpenID Connect Core 1.0, section 12), so
/// that a person who lost an account or a group loses the access.
extension Gateway {
  /// Interval between confirmations, in milliseconds.
  var refreshMs: Int64 { Int64(settings.signInRefreshSeconds) * 1000 }
  /// Maximum number of sessions that are confirmed at the same time.
  private static let maxRefreshes = 32
  /// Pause after a failed attempt, in milliseconds.
  private static let pauseMs: Int64 = 15_000
  /// Maximum age of the saved time of a confirmation, in milliseconds.
  private static let saveMs: Int64 = 900_000

  /// Reason why a session that depends on a provider cannot be used now; nil if it can, and for other
  /// sessions.
  ///
  /// - Parameter secret: secret of its cookie, which decrypts the refresh token after a restart.
  func problem(ofProviderSession id: String, _ session: SavedSession, _ secret: String)
    -> LoginProblem?
  {
    if let parent = session.parent, savedSession(parent)?.provider?.refresh != nil {
      // Only the browser that let the phone in has the key of the refresh token.
      return providerSessions[parent]?.isGood(at: nowMs, every: refreshMs) == true ? nil : .unknown
    }
    guard let sealed = session.provider?.refresh else { return nil }
    if providerSessions[id] == nil {
      let seal = RefreshSeal(secret)
      guard let refresh = seal.open(sealed) else { return .unknown }
      providerSessions[id] = ProviderSession(
        session, refresh: refresh, seal: seal, checkedMs: session.provider?.checkedMs ?? 0)
    }
    guard let known = providerSessions[id] else { return .unknown }
    if known.isGood(at: nowMs, every: refreshMs) { return nil }
    refresh(id)
    return .checking
  }

  /// Confirms the sessions whose time has come. Called every two seconds.
  func refreshSessions() {
    guard isReady, !providerSessions.isEmpty, let shell else { return }
    let (wall, uptime) = (nowMs, uptimeMs)
    let saved = shell.assumeIsolated { $0.state.saved }
    providerSessions = providerSessions.filter { saved.isLive($0.key, at: wall) }
    let due = providerSessions.filter { !$0.value.isBeingChecked && isDue($0.value, wall, uptime) }
    let busy = providerSessions.values.count { $0.isBeingChecked }
    let first = due.sorted { ($0.value.checkedMs, $0.key) < ($1.value.checkedMs, $1.key) }
    for (id, _) in first.prefix(max(0, Self.maxRefreshes - busy)) { refresh(id) }
  }

  private func isDue(_ session: ProviderSession, _ wallMs: Int64, _ uptimeMs: Int64) -> Bool {
    if let tried = session.triedMs, uptimeMs - tried < min(Self.pauseMs, refreshMs) { return false }
    let (age, isOver) = wallMs.subtractingReportingOverflow(session.checkedMs)
    // A clock that was set back must not delay the confirmation.
    return isOver || age < 0 || age >= refreshMs
  }

  /// Confirms a session, unless that is in progress.
  private func refresh(_ id: String) {
    guard var session = providerSessions[id], !session.isBeingChecked,
      session.triedMs.map({ uptimeMs - $0 >= 1000 }) ?? true
    else { return }
    session.isBeingChecked = true
    session.triedMs = uptimeMs
    providerSessions[id] = session
    Task {
      await confirm(id, session)
      providerSessions[id]?.isBeingChecked = false
    }
  }

  private func confirm(_ id: String, _ session: ProviderSession) async {
    // A provider that was removed from the configuration confirms nothing.
    guard let (provider, client) = signIns[session.provider] else {
      return await end(id, "The provider “\(session.provider)” is not configured any more.")
    }
    let began = nowMs
    do {
      let grant = try await client.refresh(session.refresh, subject: session.subject)
      // The old refresh token may be invalid from now on.
      providerSessions[id]?.refresh = grant.refreshToken ?? session.refresh
      try await grantAgain(id, grant, session, provider)
      providerSessions[id]?.isUnavailable = false
      providerSessions[id]?.checkedMs = began
      problemOfProvider[session.provider] = nil
      await save(id, session)
    } catch let error as OpenIDError where error.code != .unavailable {
      if error.code == .rejected { await withdrawRoles(id, session, provider) }
      await end(id, error.message)
    } catch {
      // The provider may have replaced the refresh token before it failed.
      if let token = (error as? OpenIDError)?.refreshToken {
        providerSessions[id]?.refresh = token
        await save(id, session)
      }
      problemOfProvider[session.provider] = "\((error as? OpenIDError)?.message ?? "\(error)")"
      providerSessions[id]?.isUnavailable = true
      log.warning("Could not confirm a session with “\(session.provider)”: \(error)")
      if providerSessions[id]?.isOver(at: nowMs) ?? true {
        await end(id, "The provider “\(session.provider)” cannot be reached.")
      }
    }
  }

  /// Takes the roles away that the groups granted, because the provider does not know the account any
  /// more, or has withdrawn the permission. Otherwise they would remain for the person's tokens.
  private func withdrawRoles(
    _ id: String, _ session: ProviderSession, _ provider: SignInProvider
  ) async {
    let claims = OpenIDClaims(
      subject: session.subject, name: nil, email: nil, isEmailVerified: false, zone: nil,
      groups: [])
    do throws(BusError) {
      try await grantAgain(
        id, OpenIDGrant(claims: claims, refreshToken: nil), session,
        SignInProvider(
          openID: provider.openID, mapping: RoleMapping(rules: [], addsPeople: false)))
    } catch {
      log.warning("Could not withdraw the roles of a person whose sign-in ended: \(error)")
    }
  }

  /// Sets the roles that the groups grant now.
  private func grantAgain(
    _ id: String, _ grant: OpenIDGrant, _ session: ProviderSession, _ provider: SignInProvider
  ) async throws(BusError) {
    guard let person = savedSession(id)?.person else { return }
    let roles = provider.mapping.roles(of: grant.claims.groups)
    let identity = Identity(issuer: provider.openID.issuer, subject: session.subject)
    do {
      _ = try await self.grant(roles, to: person.lowercaseText, identity, grant.claims)
    } catch  where [.notFound, .conflict].contains(error.code) {
      // The person was removed, or the account does not belong to the person any more.
      await end(id, error.message)
    }
  }

  private func savedSession(_ id: String) -> SavedSession? {
    shell?.assumeIsolated { $0.state.saved.sessions[id] }
  }

  /// Saves a new refresh token, and from time to time when the session was confirmed.
  private func save(_ id: String, _ earlier: ProviderSession) async {
    guard let session = providerSessions[id],
      session.refresh != earlier.refresh || session.checkedMs - session.savedMs >= Self.saveMs
    else { return }
    do throws(BusError) {
      let sealed = try session.seal.seal(session.refresh)
      _ = try await decide(.refreshed(id, sealed, session.checkedMs)).get()
      providerSessions[id]?.savedMs = session.checkedMs
    } catch {
      // If it is never saved, the person signs in again after a restart.
      log.warning("Could not save the refresh token of a session: \(error)")
    }
  }

  private func end(_ id: String, _ reason: String) async {
    log.info("Ending a session: \(reason)")
    providerSessions[id] = nil
    if case .failure(let error) = await decide(.logout(id)) {
      log.warning("Could not end a session: \(error)")
    }
  }

  /// The URL at which a person signs out of the provider of a session; nil for other sessions.
  func providerLogout(of session: SavedSession, returnTo address: String) async -> String? {
    guard let name = session.provider?.name, let (_, client) = signIns[name] else { return nil }
    return await client.logout(returnTo: address)
  }

  /// Problems of the providers, one sentence each.
  var signInProblems: [String] {
    problemOfProvider.sorted { $0.key < $1.key }
      .map { "Sign-in with “\($0.key)” is not possible at the moment: \($0.value)" }
  }
}

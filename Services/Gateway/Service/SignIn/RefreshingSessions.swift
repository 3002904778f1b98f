import Bus
import Foundation
import OpenID
import PeopleAPI

/// Confirms the sessions of providers every few minutes (OpenID Connect Core 1.0, section 12), so
/// that a person who lost an account or a group loses the access.
extension Gateway {
  /// Interval between confirmations, in milliseconds.
  var refreshMs: Int64 { Int64(settings.signInRefreshSeconds) * 1000 }
  /// Maximum number of sessions that one provider confirms at the same time, so that a provider that
  /// responds slowly does not delay the others.
  private static let maxRefreshes = 8
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
      return providerSessions[parent] == nil ? .unknown : problem(ofKnown: parent)
    }
    guard let sealed = session.provider?.refresh else { return nil }
    if providerSessions[id] == nil {
      let seal = RefreshSeal(secret)
      guard let refresh = seal.open(sealed) else { return .unknown }
      providerSessions[id] = ProviderSession(session, refresh: refresh, seal: seal)
    }
    return problem(ofKnown: id)
  }

  private func problem(ofKnown id: String) -> LoginProblem? {
    if providerSessions[id]?.isGood(at: nowMs, every: refreshMs) == true { return nil }
    refresh(id)
    return .checking
  }

  /// Confirms the sessions whose time has come. Called every two seconds.
  func refreshSessions() {
    guard isReady, let shell else { return }
    let (wall, uptime) = (nowMs, uptimeMs)
    let saved = shell.assumeIsolated { $0.state.saved }
    providerSessions = providerSessions.filter { saved.isLive($0.key, at: wall) }
    let due = providerSessions.filter { !$0.value.isBeingChecked && isDue($0.value, wall, uptime) }
    var busy = Dictionary(
      grouping: providerSessions.values.filter(\.isBeingChecked), by: \.provider
    ).mapValues(\.count)
    for (id, session) in due.sorted(by: {
      ($0.value.checkedMs, $0.key) < ($1.value.checkedMs, $1.key)
    }) where busy[session.provider, default: 0] < Self.maxRefreshes {
      busy[session.provider, default: 0] += 1
      refresh(id)
    }
  }

  private func isDue(_ session: ProviderSession, _ wallMs: Int64, _ uptimeMs: Int64) -> Bool {
    if let tried = session.triedMs, uptimeMs - tried < min(Self.pauseMs, refreshMs) { return false }
    let age = session.ageMs(at: wallMs)
    // A clock that was set back must not delay the confirmation.
    return session.endReason != nil || age < 0 || age >= refreshMs
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
    if let reason = session.endReason { return await end(id, reason) }
    // A provider that was removed from the configuration confirms nothing.
    guard let (provider, client) = signIns[session.provider] else {
      return await end(id, "The provider “\(session.provider)” is not configured any more.")
    }
    let began = nowMs
    do throws(OpenIDError) {
      let grant = try await client.refresh(session.refresh, subject: session.subject)
      problemOfProvider[session.provider] = nil
      // The old refresh token may be invalid from now on.
      providerSessions[id]?.refresh = grant.refreshToken ?? session.refresh
      let roles = provider.mapping.roles(of: grant.claims.groups)
      if await grantAgain(roles, grant.claims, to: id, provider) {
        providerSessions[id]?.unavailableSinceMs = nil
        providerSessions[id]?.checkedMs = began
      }
      await save(id, session)
    } catch {
      await failed(id, session, provider, error)
    }
  }

  /// Handles a failed confirmation by the provider.
  private func failed(
    _ id: String, _ session: ProviderSession, _ provider: SignInProvider, _ error: OpenIDError
  ) async {
    // The provider may have replaced the refresh token before it failed.
    if let token = error.refreshToken { providerSessions[id]?.refresh = token }
    guard error.code == .unavailable else {
      problemOfProvider[session.provider] = nil
      if error.code == .rejected, !hasOtherSession(than: id, session) {
        // Otherwise the roles would remain for the tokens and the keys of the person.
        _ = await grantAgain(
          GrantedRoles(), OpenIDClaims(subject: session.subject), to: id, provider)
      }
      return await end(id, error.message)
    }
    note(error, of: session.provider)
    log.warning("Could not confirm a session with “\(session.provider)”: \(error.message)")
    await save(id, session)
    await postpone(id)
  }

  /// Notes that a session could not be confirmed, and ends it if that has been so for an hour.
  private func postpone(_ id: String) async {
    guard var session = providerSessions[id] else { return }
    session.unavailableSinceMs = session.unavailableSinceMs ?? uptimeMs
    providerSessions[id] = session
    if session.isOver(at: uptimeMs) {
      await end(id, "It could not be confirmed with “\(session.provider)” for an hour.")
    }
  }

  /// Returns true if the provider confirmed another session of the same account.
  private func hasOtherSession(than id: String, _ session: ProviderSession) -> Bool {
    providerSessions.contains { other in
      other.key != id && other.value.provider == session.provider
        && other.value.subject == session.subject
        && other.value.isGood(at: nowMs, every: refreshMs)
    }
  }

  /// Sets the roles that the groups of a session's person grant now. Ends the session if the person was
  /// removed, or does not have the account any more.
  ///
  /// - Returns: true if the roles are set.
  private func grantAgain(
    _ roles: GrantedRoles, _ claims: OpenIDClaims, to id: String, _ provider: SignInProvider
  ) async -> Bool {
    guard let person = savedSession(id)?.person else { return false }
    let identity = Identity(issuer: provider.openID.issuer, subject: claims.subject)
    do throws(BusError) {
      _ = try await grant(roles, to: person.lowercaseText, identity, claims, provider.mapping)
      return true
    } catch  where [.notFound, .conflict].contains(error.code) {
      await end(id, error.message)
    } catch {
      log.warning("Could not set the roles of a person: \(error)")
      await postpone(id)
    }
    return false
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

  /// Ends a session, which cannot be used from now on, even if that cannot be saved yet.
  private func end(_ id: String, _ reason: String) async {
    log.info("Ending a session: \(reason)")
    providerSessions[id]?.endReason = reason
    for client in clients.values where client.visitor.session == id {
      client.close(StreamCode.sessionEnded, "session ended")
    }
    if case .failure(let error) = await decide(.logout(id)) {
      log.warning("Could not save yet that a session has ended: \(error)")
    } else {
      providerSessions[id] = nil
    }
  }

  /// The URL at which a person signs out of the provider of a session; nil for other sessions.
  func providerLogout(of session: SavedSession, returnTo address: String) async -> String? {
    guard let name = session.provider?.name, let (_, client) = signIns[name] else { return nil }
    return await client.logout(returnTo: address)
  }

  /// Notes that a provider could not be reached, for `standups health`.
  func note(_ error: OpenIDError, of provider: String) {
    guard error.code == .unavailable else { return }
    problemOfProvider[provider] = (error.message, uptimeMs + Self.problemMs)
  }

  /// Time for which a failure to reach a provider is reported, in milliseconds. A session repeats it
  /// sooner.
  private static let problemMs: Int64 = 600_000

  /// Problems of the providers, one sentence each.
  var signInProblems: [String] {
    problemOfProvider.sorted { $0.key < $1.key }.filter { $0.value.untilMs > uptimeMs }
      .map { "Sign-in with “\($0.key)” is not possible at the moment: \($0.value.message)" }
  }
}

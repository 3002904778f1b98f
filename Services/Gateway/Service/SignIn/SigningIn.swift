import Bus
import Foundation
import GatewayAPI
import OpenID
import PeopleAPI
import WebServer

/// Sign-in with an OpenID provider (OpenID Connect Core 1.0, section 3.1).
extension Gateway {
  /// Lists the providers, for the page.
  func signInList() -> WebAnswer {
    let providers = signIns.configuration.providers.map {
      WebSignIns.Provider(
        name: $0.openID.name, label: $0.openID.label, path: "/sign-in/\($0.openID.name)")
    }
    do {
      let body = [UInt8](try BusJSON.encode(WebSignIns(providers: providers)))
      return .respond(WebResponse.json(200, body).withSecurityHeaders)
    } catch {
      return refuse(BusError(any: error))
    }
  }

  /// Redirects a browser to a provider.
  func signIn(_ name: String, _ request: WebRequest) -> WebAnswer {
    guard let (_, client) = signIns[name] else { return signInFailure(.unknownProvider) }
    let source = RequestSource(request, proxies: settings.proxies)
    if let problem = checkSignIn(request) { return problem }
    guard signInLimit.take(source.network, at: uptimeMs) == nil else {
      return signInFailure(.tooMany)
    }
    let (state, nonce, verifier) = (secret(), secret(), secret())
    let cookie = cookie(source).forSignIn
    let browser = cookie.token(in: request) ?? secret()
    let attempt = SignInAttempts.Attempt(
      provider: name, browser: Secret.hash(browser), nonce: nonce, verifier: verifier,
      redirect: redirect(name, request, source), path: Self.path(afterSignIn: request),
      untilMs: uptimeMs + SignInAttempts.validMs)
    attempts.begin(attempt, state: Secret.hash(state), at: uptimeMs)
    let setting = cookie.setting(browser, seconds: SignInAttempts.validMs / 1000)
    return later(name) { gateway in
      do throws(OpenIDError) {
        let url = try await client.authorization(
          redirect: attempt.redirect, state: state, nonce: nonce, verifier: verifier)
        return .redirect(to: url, [setting])
      } catch {
        gateway.log(error, of: name)
        return gateway.failurePage(SignInProblem(error))
      }
    }
  }

  /// Completes a sign-in when the provider sends the browser back.
  func signInReturn(_ name: String, _ request: WebRequest) -> WebAnswer {
    guard let (provider, client) = signIns[name] else { return signInFailure(.unknownProvider) }
    let source = RequestSource(request, proxies: settings.proxies)
    if let problem = checkSignIn(request) { return problem }
    let cookie = cookie(source)
    guard let response = SignInResponse(request),
      let browser = cookie.forSignIn.token(in: request),
      let attempt = attempts.complete(
        state: Secret.hash(response.state), provider: name, browser: Secret.hash(browser),
        at: uptimeMs)
    else { return signInFailure(.unknownAttempt) }
    guard response.issuer.map({ $0 == provider.openID.issuer }) ?? true else {
      return signInFailure(.otherIssuer)
    }
    // The cookie of this session is replaced.
    let former = session(request, source)?.id
    return later(name) { gateway in
      let mustNameIssuer = await client.namesIssuer()
      guard response.issuer != nil || !mustNameIssuer else {
        return gateway.failurePage(.otherIssuer)
      }
      guard let code = response.code else { return gateway.failurePage(.refused(response.error)) }
      do {
        let grant = try await client.redeem(
          code: code, redirect: attempt.redirect, nonce: attempt.nonce, verifier: attempt.verifier)
        gateway.problemOfProvider[name] = nil
        let session = try await gateway.begin(grant, with: provider)
        if let former { _ = await gateway.decide(.logout(former)) }
        return .redirect(
          to: attempt.path, [cookie.setting(session.secret, seconds: session.seconds)])
      } catch let error as OpenIDError {
        gateway.log(error, of: name)
        gateway.metrics.loggedIn(Result<Void, _>.failure(BusError(error)))
        return gateway.failurePage(SignInProblem(error))
      } catch {
        let error = BusError(any: error)
        gateway.metrics.loggedIn(Result<Void, _>.failure(error))
        return gateway.failurePage(.bus(error))
      }
    }
  }

  /// Begins the session of a person whose claims were verified.
  private func begin(
    _ grant: OpenIDGrant, with provider: SignInProvider
  ) async throws(BusError) -> (secret: String, seconds: Int64) {
    let person = try await signedIn(
      Identity(issuer: provider.openID.issuer, subject: grant.claims.subject), grant.claims,
      provider.mapping)
    let secret = secret()
    let now = nowMs
    var session = SavedSession(
      hash: Secret.hash(secret), name: person.name, person: UUID(text: person.id), beganMs: now,
      expiresMs: now + GatewayReducer.sessionMs)
    session.provider = SavedProvider(
      name: provider.openID.name, subject: grant.claims.subject, checkedMs: now)
    let seal = RefreshSeal(secret)
    if let refresh = grant.refreshToken {
      session.provider?.refresh = try seal.seal(refresh)
    } else {
      session.expiresMs = now + 2 * refreshMs
    }
    let id = reducer.uuid().lowercaseText
    let result = await decide(.signIn(id, session), by: session.actor)
    metrics.loggedIn(result)
    _ = try result.get()
    if let refresh = grant.refreshToken {
      providerSessions[id] = ProviderSession(session, refresh: refresh, seal: seal)
    }
    if let person = session.person { await tryRole(of: person) }
    return (secret, (session.expiresMs - now) / 1000)
  }

  // MARK: Parts of a request

  /// Error response if the request may not be answered now; nil if it may.
  private func checkSignIn(_ request: WebRequest) -> WebAnswer? {
    // A program that previews links must not use up an attempt.
    guard request.method == "GET" else { return .respond(WebResponse(204).withSecurityHeaders) }
    return isReady ? nil : signInFailure(.bus(BusError(.unavailable, Self.starting)))
  }

  private static let starting = "The gateway is still starting; try again."

  /// The redirect URI, at the address that the browser uses. A provider accepts only the ones that
  /// are registered.
  private func redirect(
    _ name: String, _ request: WebRequest, _ source: RequestSource
  ) -> String {
    "\(siteAddress(request, source))sign-in/\(name)/return"
  }

  /// The path to open after the sign-in: that of a place of the page, because a link to another site
  /// could look like one to this one.
  private static func path(afterSignIn request: WebRequest) -> String {
    // Ignored because the list of standups is the place for every invalid query.
    guard let path = (try? QueryItems(request.query))?["to"], path.hasPrefix("/"),
      !path.hasPrefix("//"),
      path.utf8.count <= 1024, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      problem(path) == nil
    else { return "/" }
    return path
  }

  /// Answers once the task, which waits for a provider, has a response.
  private func later(
    _ provider: String, _ respond: @escaping @Sendable (isolated Gateway) async -> WebResponse
  ) -> WebAnswer {
    guard signInTasks[provider, default: 0] < Self.maxSignInTasks else {
      return signInFailure(.tooMany)
    }
    return .read(most: 0) { _, reply in
      let number = self.keep(reply)
      self.signInTasks[provider, default: 0] += 1
      Task {
        let response = await respond(self)
        self.signInTasks[provider, default: 1] -= 1
        self.answer(number, response)
      }
    }
  }

  /// Maximum number of requests that wait for one provider at the same time.
  private static let maxSignInTasks = 64

  private func secret() -> String { Secret(reducer.random(Secret.tokenBytes)).text }

  // MARK: Failures

  private func signInFailure(_ problem: SignInProblem) -> WebAnswer {
    .respond(failurePage(problem).withSecurityHeaders)
  }

  /// The page, which shows why the sign-in failed.
  private func failurePage(_ problem: SignInProblem) -> WebResponse {
    WebResponse(
      problem.status, [.init("Content-Type", "text/html; charset=utf-8")],
      page.shell(problem: problem.sentence))
  }

  private func log(_ error: OpenIDError, of provider: String) {
    note(error, of: provider)
    log.warning("The sign-in with “\(provider)” failed: \(error.message)")
  }
}

extension WebResponse {
  /// A redirect that makes the browser send a GET request.
  fileprivate static func redirect(to url: String, _ fields: [WebRequest.Field]) -> WebResponse {
    WebResponse(303, [.init("Location", url)] + fields)
  }
}

extension SessionCookie {
  /// Cookie that binds a sign-in to the browser that began it.
  var forSignIn: SessionCookie {
    var cookie = self
    cookie.suffix = "-sign-in"
    return cookie
  }
}

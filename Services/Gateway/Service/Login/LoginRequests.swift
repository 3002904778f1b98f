import Bus
import Foundation
import GatewayAPI
import WebServer

/// Login and logout of browsers.
extension Gateway {
  static func me(_ visitor: Visitor) -> WebResponse {
    let me = WebVisitor(
      name: visitor.name, role: visitor.role, session: visitor.session,
      person: visitor.person?.lowercaseText)
    do {
      return .json(200, [UInt8](try BusJSON.encode(me)))
    } catch {
      return WebResponse.error(BusError(any: error))
    }
  }

  func login(_ request: WebRequest) -> WebAnswer {
    let source = RequestSource(request, proxies: settings.proxies)
    if let waitMs = logins.take(source.network, at: uptimeMs) {
      return refuse(
        BusError(.busy, "Too many login attempts; try again later.", retryAfterMs: waitMs))
    }
    guard isReady else { return .respond(LoginProblem.unavailable.response.withSecurityHeaders) }
    let cookie = cookie(source)
    return .read(most: WebRoute.login.traits.maxBytes) { body, reply in
      guard let login = try? BusJSON.decode(WebLogin.self, from: Data(body)) else {
        let error = BusError(
          .invalid, "Invalid body; expected a JSON object with “code”, the code from a login link.")
        return reply.send(WebResponse.error(error).withSecurityHeaders)
      }
      let number = self.keep(reply)
      Task {
        let hash = Secret.hash(login.code)
        let result = await self.decide(.login(hash: hash), by: self.actor(ofInvite: hash))
        self.metrics.loggedIn(result)
        self.answer(number, await self.loggedIn(result, cookie))
      }
    }
  }

  private func loggedIn(
    _ result: Result<[UInt8], BusError>, _ cookie: SessionCookie
  ) async -> WebResponse {
    do {
      let login = try BusJSON.decode(LoggedIn.self, from: Data(try result.get()))
      // The page needs the role at once.
      if let person = login.person, persons[person] == nil { await tryRole(of: person) }
      return WebResponse(
        204, [cookie.setting(login.token, seconds: GatewayReducer.sessionMs / 1000)])
    } catch let error as BusError where error.code == .denied {
      return WebResponse.error(error, status: .notLoggedIn)
    } catch {
      return WebResponse.error(BusError(any: error))
    }
  }

  func logout(_ request: WebRequest) -> WebAnswer {
    let source = RequestSource(request, proxies: settings.proxies)
    let cookie = cookie(source)
    guard source.user == nil, !source.isDenied, let (id, session, _) = session(request, source)
    else {
      return .respond(Self.loggedOut(nil, cookie).withSecurityHeaders)
    }
    let address = siteAddress(request, source)
    return .read(most: WebRoute.logout.traits.maxBytes) { _, reply in
      let number = self.keep(reply)
      Task {
        switch await self.decide(.logout(id), by: session.actor) {
        case .success:
          let next = await self.providerLogout(of: session, returnTo: address)
          self.answer(number, Self.loggedOut(next, cookie))
        case .failure(let error): self.answer(number, WebResponse.error(error))
        }
      }
    }
  }

  /// - Parameter next: URL of the provider at which the person signs out; nil without one.
  private static func loggedOut(_ next: String?, _ cookie: SessionCookie) -> WebResponse {
    do {
      let body = [UInt8](try BusJSON.encode(WebLogout(next: next)))
      return .json(200, body, [cookie.clearing])
    } catch {
      return WebResponse.error(BusError(any: error))
    }
  }

  /// Address of the site as the browser uses it, with a trailing slash.
  func siteAddress(_ request: WebRequest, _ source: RequestSource) -> String {
    "\(source.isSecure ? "https" : "http")://\(request["Host"] ?? "")/"
  }

  /// Actor of a login with the hash of an invitation code: the invited person; nil for a link with a
  /// role, and for an unknown one.
  private func actor(ofInvite hash: String) -> String? {
    shell?.assumeIsolated { $0.state.saved.invites[hash]?.actor } ?? nil
  }

  /// Executes a command about sessions or invitations.
  ///
  /// - Parameter actor: actor that the events name; nil for the gateway itself.
  /// - Returns: the reply as JSON, or the error.
  func decide(
    _ command: GatewayCommand, by actor: String? = nil
  ) async -> Result<[UInt8], BusError> {
    guard let shell else {
      return .failure(BusError(.unavailable, "The gateway is starting; try again."))
    }
    do {
      return .success(
        try await shell.run(command, Header(deadline: nowMs + 10_000, by: actor)).bytes)
    } catch {
      return .failure(BusError(any: error))
    }
  }
}

import Bus
import Foundation
import GatewayAPI
import WebServer

/// Sender of a request: a logged-in browser, a calendar program, a program with a token, or a user whom
/// a proxy identified.
struct Visitor: Hashable, Sendable {
  var name: String
  var role: PageRole
  /// Id of the session; for a user identified by a proxy, `proxy/` and their name; for a token,
  /// `token/` and its id.
  var session: String
  /// True if a proxy identifies the user, who then has no session that could end.
  var isProxied = false
  /// For whom the gateway sends the commands: the person whose session or token it is, or the token;
  /// nil for a session with a role.
  var principal: Principal?
  /// Commands that the visitor may send; nil for all that the role permits.
  var commands: Set<String>?
  /// The teams to which a token is limited; nil for all, and for persons, whose roles decide.
  var teams: Set<String>?

  /// True for a visitor with a token, which has no session.
  var isToken: Bool { session.hasPrefix(Gateway.tokenSession) }

  /// The person whose session or token it is; nil for one with a role.
  var person: UUID? { principal?.person }

  /// Actor of the visitor's logins and logouts, as events name it; nil in a session with a role.
  var actor: String? { person.map { PersonActor.id(of: $0) } }
}

extension Gateway {
  /// The visitor who sends a request, or the reason why it has no visitor.
  func visitor(_ request: WebRequest) -> Result<Visitor, LoginProblem> {
    if let token = BearerToken(request) { return visitor(with: token) }
    let source = RequestSource(request, proxies: settings.proxies)
    if source.isDenied { return .failure(.group) }
    if let user = source.user { return visitor(user) }
    guard isReady else { return .failure(.unavailable) }
    guard let (id, session, secret) = session(request, source) else {
      return .failure(BearerToken.isUnusable(in: request) ? .token : .unknown)
    }
    if let problem = problem(ofProviderSession: id, session, secret) { return .failure(problem) }
    return visitor(session, as: id)
  }

  /// The visitor whom a proxy identifies.
  private func visitor(_ user: ProxyUser) -> Result<Visitor, LoginProblem> {
    if let mapping = signIns.configuration.proxy { return proxied(user, mapping) }
    guard let role = user.role else { return .failure(.group) }
    return .success(
      Visitor(
        name: user.name, role: PageRole(role), session: user.session, isProxied: true))
  }

  /// The session of the browser that sends a request, and the secret in its cookie; nil if it is not
  /// logged in.
  func session(
    _ request: WebRequest, _ source: RequestSource
  ) -> (id: String, session: SavedSession, secret: String)? {
    guard let secret = cookie(source).token(in: request) else { return nil }
    let (hash, now) = (Secret.hash(secret), nowMs)
    let found = shell?.assumeIsolated { $0.state.saved.session(ofHash: hash, at: now) }
    guard let (id, session) = found, session.isCalendar != true else { return nil }
    return (id, session, secret)
  }

  /// The visitor of a session, with the role that they have now.
  func visitor(_ session: SavedSession, as id: String) -> Result<Visitor, LoginProblem> {
    guard let person = session.person else {
      guard let role = session.role else { return .failure(.unknown) }
      return .success(Visitor(name: session.name, role: PageRole(role), session: id))
    }
    guard let known = persons[person] else {
      readRole(of: person)
      return .failure(.role)
    }
    guard let role = known.role else { return .failure(.noRole) }
    return .success(
      Visitor(name: known.name ?? session.name, role: role, session: id, principal: .person(person))
    )
  }

  func cookie(_ source: RequestSource) -> SessionCookie {
    SessionCookie(port: site.port, isSecure: source.isSecure)
  }

  /// Answers a request with `body` if it has a visitor, and otherwise with the reason why not.
  func asVisitor(_ request: WebRequest, _ body: (Visitor) -> WebAnswer) -> WebAnswer {
    asVisitor(visitor(request), body)
  }

  /// Answers with `body` for a visitor, and otherwise with the problem of the request.
  func asVisitor(
    _ visitor: Result<Visitor, LoginProblem>, _ body: (Visitor) -> WebAnswer
  ) -> WebAnswer {
    switch visitor {
    case .success(let visitor): withRateLimit(body(visitor), of: visitor)
    case .failure(let problem): refuse(problem)
    }
  }

  /// The answer to a request without a visitor.
  func refuse(_ problem: LoginProblem) -> WebAnswer {
    .respond(problem.response.withSecurityHeaders)
  }
}

/// Reason why a request has no visitor.
enum LoginProblem: Error {
  /// The cookie matches no session.
  case unknown
  /// The token is unknown, was revoked or has expired.
  case token
  /// The request is one of a program, and has no token.
  case noToken
  /// The proxy identified the user, but none of their groups has access.
  case group
  /// The person has no role.
  case noRole
  /// The role of the person is not known yet.
  case role
  /// The provider has not confirmed the session for some time.
  case checking
  /// The person whom the proxy identifies has no access.
  case refused(BusError)
  /// The sessions are not loaded yet.
  case unavailable

  var response: WebResponse {
    switch self {
    case .unknown: WebResponse.error(BusError.notLoggedIn, status: .notLoggedIn)
    case .token:
      WebResponse.error(BusError.unknownToken, status: .notLoggedIn).challenging
    case .noToken:
      WebResponse.error(BusError.noToken, status: .notLoggedIn).requestingToken
    case .group:
      WebResponse.error(
        BusError(
          .denied,
          "Your account has no access; it must be in the group standups-operator or standups-observer."
        ))
    case .noRole: WebResponse.error(BusError.noRole)
    case .role:
      WebResponse.error(
        BusError(
          .unavailable, "Your role is still being loaded; try again.", retryAfterMs: 500))
    case .checking:
      WebResponse.error(
        BusError(
          .unavailable, "Your sign-in is being confirmed by the provider; try again.",
          retryAfterMs: 1000))
    case .refused(let error): WebResponse.error(error)
    case .unavailable:
      WebResponse.error(
        BusError(
          .unavailable, "The gateway is still loading its sessions; try again.", retryAfterMs: 500))
    }
  }
}

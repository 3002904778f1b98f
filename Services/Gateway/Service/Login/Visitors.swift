import Bus
import GatewayAPI
import WebServer

/// Sender of a request: a logged-in browser, a calendar program, or a user whom a proxy identified.
struct Visitor: Hashable, Sendable {
  var name: String
  var role: WebRole
  /// Id of the session; for a user identified by a proxy, `proxy/` and their name.
  var session: String
  /// True if a proxy identifies the user, who then has no session that could end.
  var isProxied = false
}

extension Gateway {
  /// The visitor who sends a request, or the reason why it has no visitor.
  func visitor(_ request: WebRequest) -> Result<Visitor, LoginProblem> {
    let source = RequestSource(request, proxies: settings.proxies)
    if source.isDenied { return .failure(.group) }
    if let user = source.user { return .success(user) }
    guard isReady else { return .failure(.unavailable) }
    guard let token = cookie(source).token(in: request) else { return .failure(.unknown) }
    let (hash, now) = (Secret.hash(token), nowMs)
    guard
      let (id, session) = shell?.assumeIsolated({ $0.state.saved.session(ofHash: hash, at: now) }),
      session.isCalendar != true
    else { return .failure(.unknown) }
    return .success(Visitor(name: session.name, role: session.role, session: id))
  }

  func cookie(_ source: RequestSource) -> SessionCookie {
    SessionCookie(port: site.port, isSecure: source.isSecure)
  }

  /// Answers a request with `body` if it has a visitor, and otherwise with the reason why not.
  func asVisitor(_ request: WebRequest, _ body: (Visitor) -> WebAnswer) -> WebAnswer {
    switch visitor(request) {
    case .success(let visitor): body(visitor)
    case .failure(let problem): .respond(problem.response.withSecurityHeaders)
    }
  }
}

/// Reason why a request has no visitor.
enum LoginProblem: Error {
  /// The cookie matches no session.
  case unknown
  /// The proxy identified the user, but none of their groups has access.
  case group
  /// The sessions are not loaded yet.
  case unavailable

  var response: WebResponse {
    switch self {
    case .unknown: WebResponse.error(BusError.notLoggedIn, status: .notLoggedIn)
    case .group:
      WebResponse.error(
        BusError(
          .denied,
          "Your account has no access; it must be in the group standups-operator or standups-observer."
        ))
    case .unavailable:
      WebResponse.error(
        BusError(
          .unavailable, "The gateway is still loading its sessions; try again.", retryAfterMs: 500))
    }
  }
}

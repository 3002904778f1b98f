import Bus
import GatewayAPI
import Links
import WebServer

/// Requests of browsers and calendar programs.
extension Gateway {
  /// Answers a request, or passes it to the part of the gateway that answers it.
  func handle(_ request: WebRequest) -> WebAnswer {
    metrics.requested()
    return request.isEncrypted
      ? answer(request).changing { $0.onlyEncrypted(for: request["Host"] ?? "") } : answer(request)
  }

  private func answer(_ request: WebRequest) -> WebAnswer {
    guard let page = CrossOrigin(request, listed: settings.origins, site: site) else {
      return checked(request, from: nil)
    }
    return checked(page.anonymous(request), from: page).changing(page.permitted)
  }

  /// - Parameter page: the page of another site that sends the request, if it is listed.
  private func checked(_ request: WebRequest, from page: CrossOrigin?) -> WebAnswer {
    guard site.isOurs(request) else {
      let host = request["Host"] ?? ""
      return refuse(
        BusError(
          .denied,
          "Unknown host “\(host)”; expected an address, localhost or a name in STANDUPS_WEB_HOSTS."),
        status: .otherSite)
    }
    guard let (route, values) = WebRoute.matching(request.path) else {
      return refuse(Self.notFound)
    }
    if let permission = page?.preflight(request, of: route) {
      return .respond(permission.withSecurityHeaders)
    }
    guard route.methods.contains(request.method) else {
      return refuse(otherMethod: request.method, than: route)
    }
    let traits = route.traits
    // A browser sends a token only for a page that is permitted to.
    let token = traits.access == .session ? BearerToken(request) : nil
    if route == .mcp, let refusal = assistantRefusal(request, token, isListed: page != nil) {
      return refusal
    }
    // Otherwise, only the site's own page may change something.
    guard route.method == "GET" || token != nil || site.isSameOrigin(request) else {
      return traits.access == .session ? refusal(withoutToken: request) : refuse(.crossOrigin)
    }
    let type = request["Content-Type"]?.split(separator: ";").first?.lowercased()
    guard !traits.isTyped || type == traits.request?.type else {
      return refuse(
        BusError(.invalid, "Invalid Content-Type; expected application/json."), status: .notJSON)
    }
    return answer(request, to: route, values)
  }

  private func refuse(otherMethod method: String, than route: WebRoute) -> WebAnswer {
    let allowed = route.methods.joined(separator: ", ")
    var response = WebResponse.error(
      BusError(.invalid, "Invalid method \(method.prefix(16)); expected \(allowed)."),
      status: .otherMethod)
    response.fields.append(.init("Allow", allowed))
    return .respond(response.withSecurityHeaders)
  }

  /// The answer to a change that neither comes from the site's own page nor has a token. A program
  /// lacks the token. Browsers are recognized by the fields that they add (Fetch, section 3.2).
  private func refusal(withoutToken request: WebRequest) -> WebAnswer {
    if BearerToken.isUnusable(in: request) { return refuse(.token) }
    let isBrowser = ["Origin", "Cookie", "Sec-Fetch-Site"].contains { request[$0] != nil }
    return isBrowser ? refuse(.crossOrigin) : refuse(.noToken)
  }

  /// - Parameter values: the values of the parameters in the path.
  private func answer(_ request: WebRequest, to route: WebRoute, _ values: [String]) -> WebAnswer {
    switch route {
    case .page: .respond(indexPage(Self.problem(request.target)))
    case .worker: rootFile("Gateway/Page/sw.js")
    case .manifest: rootFile("Gateway/Page/manifest.webmanifest")
    case .asset: asset(values[0], "\(values[1])/Page/\(values[2])", request)
    case .login: login(request)
    case .logout: logout(request)
    case .signIns: signInList()
    case .signIn: signIn(values[0], request)
    case .signInReturn: signInReturn(values[0], request)
    case .stream: stream(request)
    case .events: asVisitor(request) { self.eventStream(request, $0) }
    case .phone: asVisitor(request) { self.phone(request, $0) }
    case .me: asVisitor(request) { .respond(Self.me($0).withSecurityHeaders) }
    case .command: asVisitor(request) { self.command(values[0], request, $0) }
    case .standups, .standup, .pastMeetings, .stats, .meetings, .meeting:
      asVisitor(request) { self.command(route, values, request, $0) }
    case .statsFile:
      asVisitor(request) { self.tooMany($0) ?? self.statistics(values, request, for: $0) }
    case .minutes, .minutesPage, .meetingFile, .turns, .subtitles, .subRip:
      asVisitor(request) {
        self.tooMany($0) ?? self.meeting(values[1], of: values[0], as: route, for: $0)
      }
    case .export: asVisitor(request) { self.tooMany($0) ?? self.export(request, $0) }
    case .importFile: asVisitor(request) { self.importFile(request, $0) }
    case .mcp: asVisitor(request) { self.assistant(request, $0) }
    case .calendar:
      asVisitor(calendarReader(request)) { self.tooMany($0) ?? self.calendar(for: $0) }
    }
  }

  /// Reason why an address belongs to no view; nil if it belongs to one.
  static func problem(_ target: String) -> String? {
    do {
      _ = try DeepLink(path: target)
      return nil
    } catch {
      return error.description
    }
  }
}

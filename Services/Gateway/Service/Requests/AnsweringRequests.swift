import Bus
import WebServer

/// Requests of browsers and calendar programs.
extension Gateway {
  /// Answers a request, or passes it to the part of the gateway that answers it.
  func handle(_ request: WebRequest) -> WebAnswer {
    metrics.requested()
    guard site.isOurs(request) else {
      let host = request["Host"] ?? ""
      return refuse(
        BusError(
          .denied,
          "Unknown host “\(host)”; expected an address, localhost or a name in STANDUPS_WEB_HOSTS."),
        status: 421)
    }
    let route = Route(request.target)
    switch request.method {
    case "GET", "HEAD": return read(route, request)
    case "POST": return change(route, request)
    default: return notAllowed("GET, HEAD, POST")
    }
  }

  private func notAllowed(_ methods: String) -> WebAnswer {
    .respond(WebResponse(405, [.init("Allow", methods)]).withSecurityHeaders)
  }

  /// Answers a request that changes nothing.
  private func read(_ route: Route, _ request: WebRequest) -> WebAnswer {
    switch route {
    case .shell(let problem): return .respond(indexPage(problem))
    case .asset(let folder, let file): return asset(folder, file, request)
    case .me:
      return asVisitor(request) { visitor in
        .respond(Self.me(visitor).withSecurityHeaders)
      }
    case .minutes(let standup, let meeting):
      return asVisitor(request) { visitor in
        self.tooMany(visitor) ?? self.minutes(of: meeting, in: standup)
      }
    case .export:
      return asVisitor(request) { self.tooMany($0) ?? self.export(request, $0) }
    case .stream: return stream(request)
    case .calendar:
      switch calendarReader(request) {
      case .success(let visitor): return tooMany(visitor) ?? calendar()
      case .failure(let problem): return .respond(problem.response.withSecurityHeaders)
      }
    case .login, .logout, .command, .importFile: return notAllowed("POST")
    case .nothing: return refuse(Self.notFound)
    }
  }

  /// Answers a request that may change something. It must come from the site's own page.
  private func change(_ route: Route, _ request: WebRequest) -> WebAnswer {
    guard site.isSameOrigin(request) else { return refuse(BusError.crossOrigin) }
    switch route {
    case .login, .logout, .command:
      guard request["Content-Type"]?.split(separator: ";").first?.lowercased() == "application/json"
      else {
        return .respond(
          WebResponse.error(
            BusError(.invalid, "Invalid Content-Type; expected application/json."), status: 415
          ).withSecurityHeaders)
      }
    case .importFile: break
    case .nothing: return refuse(Self.notFound)
    default: return notAllowed("GET, HEAD")
    }
    switch route {
    case .login: return login(request)
    case .logout: return logout(request)
    case .command(let target): return asVisitor(request) { self.command(target, request, $0) }
    default: return asVisitor(request) { self.importFile(request, $0) }
    }
  }
}

import Bus
import WebServer

extension Gateway {
  /// Answers a request.
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
    .respond(WebResponse(405, [.init("Allow", methods)]).safe)
  }

  static let nothing = BusError(.notFound, "Not found.")

  private func read(_ route: Route, _ request: WebRequest) -> WebAnswer {
    switch route {
    case .shell(let problem): return .respond(indexPage(problem))
    case .asset(let folder, let file): return asset(folder, file, request)
    case .me:
      return asVisitor(request) { visitor in
        .respond(Self.me(visitor).safe)
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
      case .failure(let problem): return .respond(problem.response.safe)
      }
    case .login, .logout, .command, .takeImport: return notAllowed("POST")
    case .nothing: return refuse(Self.nothing)
    }
  }

  private func change(_ route: Route, _ request: WebRequest) -> WebAnswer {
    guard site.isSameOrigin(request) else { return refuse(Refusal.foreign) }
    switch route {
    case .login, .logout, .command:
      guard request["Content-Type"]?.split(separator: ";").first?.lowercased() == "application/json"
      else {
        return .respond(
          Refusal.response(
            BusError(.invalid, "Invalid Content-Type; expected application/json."), status: 415
          ).safe)
      }
    case .takeImport: break
    case .nothing: return refuse(Self.nothing)
    default: return notAllowed("GET, HEAD")
    }
    switch route {
    case .login: return login(request)
    case .logout: return logout(request)
    case .command(let target): return asVisitor(request) { self.command(target, request, $0) }
    default: return asVisitor(request) { self.takeImport(request, $0) }
    }
  }
}

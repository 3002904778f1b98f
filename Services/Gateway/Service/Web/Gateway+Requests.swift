import Bus
import Cells
import Configuration
import FastJSON
import Foundation
import GatewayAPI
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

  func refuse(_ error: BusError, status: Int? = nil) -> WebAnswer {
    .respond(Refusal.response(error, status: status).safe)
  }

  private func notAllowed(_ methods: String) -> WebAnswer {
    .respond(WebResponse(405, [.init("Allow", methods)]).safe)
  }

  private static let nothing = BusError(.notFound, "Not found.")

  private func read(_ route: Route, _ request: WebRequest) -> WebAnswer {
    switch route {
    case .shell(let problem): return .respond(shell(problem))
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

  private func asVisitor(_ request: WebRequest, _ body: (Visitor) -> WebAnswer) -> WebAnswer {
    switch visitor(request) {
    case .success(let visitor): body(visitor)
    case .failure(let problem): .respond(problem.response.safe)
    }
  }

  // MARK: The page

  private func shell(_ problem: String?) -> WebResponse {
    if problem == nil { reloadPage() }
    return WebResponse(
      problem == nil ? 200 : 404, [.init("Content-Type", "text/html; charset=utf-8")],
      page.shell(problem: problem)
    ).safe
  }

  /// Reloads the page's files, so that a developer sees changes after a refresh.
  private func reloadPage() {
    guard let folder = settings.page else { return }
    do {
      page = try PageFiles(folder: folder)
    } catch {
      log.warning("Could not read the page’s files: \(error)")
    }
  }

  private func asset(_ folder: String, _ name: String, _ request: WebRequest) -> WebAnswer {
    guard folder == page.hash, let file = page[name] else { return refuse(Self.nothing) }
    let tag = "\"\(folder)\""
    var fields: [WebRequest.Field] = [
      .init("Content-Type", file.type), .init("ETag", tag), .init("Vary", "Accept-Encoding"),
      .init("Cache-Control", "public, max-age=31536000, immutable"),
    ]
    if request.words("If-None-Match").contains(tag) {
      return .respond(WebResponse(304, fields).safe)
    }
    let acceptsGzip = request.words("Accept-Encoding").contains { word in
      word == "gzip" || word.hasPrefix("gzip;") && !word.replacing(" ", with: "").hasSuffix("q=0")
    }
    guard acceptsGzip, let gzip = file.gzip else {
      return .respond(WebResponse(200, fields, file.bytes).safe)
    }
    fields.append(.init("Content-Encoding", "gzip"))
    return .respond(WebResponse(200, fields, gzip).safe)
  }

  // MARK: Login and logout

  private struct Me: Encodable { var name, role, session: String }

  private static func me(_ visitor: Visitor) -> WebResponse {
    let me = Me(name: visitor.name, role: visitor.role.rawValue, session: visitor.session)
    do {
      return .json(200, [UInt8](try BusJSON.encode(me)))
    } catch {
      return Refusal.response(BusError(any: error))
    }
  }

  private func login(_ request: WebRequest) -> WebAnswer {
    let arrival = Arrival(request, proxies: settings.proxies)
    if let waitMs = logins.take(arrival.address, at: uptimeMs) {
      return refuse(
        BusError(.busy, "Too many login attempts; try again later.", retryAfterMs: waitMs))
    }
    guard isReady else { return .respond(LoginProblem.unavailable.response.safe) }
    let cookie = cookie(arrival)
    return .read(most: 1024) { body, reply in
      guard let json = try? RawJSON(validating: body), let code = json["code"]?.string,
        code.utf8.count <= 128
      else {
        let error = BusError(
          .invalid, "Invalid body; expected a JSON object with “code”, the code from a login link.")
        return reply.send(Refusal.response(error).safe)
      }
      let number = self.keep(reply)
      Task {
        let result = await self.decide(.login(hash: Secret.hash(code)))
        self.metrics.loggedIn(result)
        self.answer(number, self.loggedIn(result, cookie))
      }
    }
  }

  private func loggedIn(_ result: Result<[UInt8], BusError>, _ cookie: SessionCookie) -> WebResponse
  {
    do {
      let login = try BusJSON.decode(LoggedIn.self, from: Data(try result.get()))
      return WebResponse(
        204, [cookie.setting(login.token, seconds: GatewayReducer.sessionMs / 1000)])
    } catch let error as BusError where error.code == .denied {
      return Refusal.response(error, status: 401)
    } catch {
      return Refusal.response(BusError(any: error))
    }
  }

  private func logout(_ request: WebRequest) -> WebAnswer {
    let cookie = cookie(Arrival(request, proxies: settings.proxies))
    guard case .success(let visitor) = visitor(request), !visitor.isProxied else {
      return .respond(WebResponse(204, [cookie.clearing]).safe)
    }
    return .read(most: 1024) { _, reply in
      let number = self.keep(reply)
      Task {
        switch await self.decide(.logout(visitor.session)) {
        case .success: self.answer(number, WebResponse(204, [cookie.clearing]))
        case .failure(let error): self.answer(number, Refusal.response(error))
        }
      }
    }
  }

  // MARK: Commands

  private static let commandMs = 15_000

  private func command(_ target: String, _ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = tooMany(visitor) ?? refusal(of: target, to: visitor) { return refusal }
    var options = CallOptions(timeoutMs: Self.commandMs, via: "gateway")
    let key: String?
    do {
      options.idempotencyKey = try ForeignCommand.idempotencyKey(
        request["Idempotency-Key"], named: "Idempotency-Key")
      key = try ForeignCommand.key(request["X-Standups-Key"], named: "X-Standups-Key")
    } catch {
      return refuse(error)
    }
    // An invalid header begins no trace; the command is still executed.
    options.traceparent = request["traceparent"].flatMap { TraceParent($0) }
    let cell = request.query.map { $0.dropping("cell=").map(String.init) ?? "" }
    guard cell.map(CellMap.isName) ?? true else {
      return refuse(BusError(.invalid, "Invalid query; expected ?cell=NAME."))
    }
    return .read(most: ForeignCommand.maxBody) { body, reply in
      self.send(target, to: cell, body, key: key, options, answering: self.keep(reply))
    }
  }

  /// Counts a command of a visitor; a refusal if the rate limit is exceeded.
  func tooMany(_ visitor: Visitor) -> WebAnswer? {
    commands.take(visitor.session, at: uptimeMs).map { waitMs in
      refuse(BusError(.busy, "Too many commands at once; try again.", retryAfterMs: waitMs))
    }
  }

  /// Error response for a target that the visitor may not send; nil if they may send it.
  func refusal(of target: String, to visitor: Visitor) -> WebAnswer? {
    if Rights.allows(visitor.role, target) { return nil }
    return Rights.knows(target)
      ? refuse(BusError(.denied, "An \(visitor.role.rawValue) is not allowed to send “\(target)”."))
      : refuse(BusError(.unroutable, "Unknown command “\(target)”."))
  }

  /// Sends a command and answers the request with its reply.
  ///
  /// - Parameter cell: the cell that executes the command; nil for this one.
  private func send(
    _ target: String, to cell: String?, _ body: [UInt8], key: String?, _ options: CallOptions,
    answering number: Int
  ) {
    Task {
      do {
        let reply = try await request(
          target, of: cell, body: Data(body), key: key, options: options)
        answer(number, .json(200, [UInt8](reply)))
      } catch {
        answer(number, Refusal.response(BusError(any: error)))
      }
    }
  }
}

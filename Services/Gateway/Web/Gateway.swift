import Bus
import CellsAPI
import Connecting
import Countdown
import Foundation
import Following
import HTTPServer
import Logging
import Processes
import ServiceShell
import WebServer
import ZeroMQ

/// What browsers see: the page, commands, the stream. It runs on the thread of the connection to the bus, so that what
/// comes from there goes to the browsers without a hop.
actor Gateway {
  let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let settings: GatewaySettings
  let metrics: GatewayMetrics
  let log: Log
  let clock: ClockReader
  /// The way to the services, as a tool.
  let bus: any TargetCaller
  /// The ways to other cells.
  let neighbours: OtherCells
  /// Which cells there are, as it was asked last, and until when that holds.
  var cells: (asked: Task<CellsStatus, any Error>, untilMs: Int64)?
  /// Makes what hears of the router's events.
  let events: @Sendable () -> any EventFeed
  var page: PageFiles

  private(set) var server: WebServer?
  private(set) var site: SiteRules
  /// Who is logged in; nil until it runs.
  private var shell: ServiceShell<GatewayReducer>?
  var logins = RateLimit(10, perMs: 60_000)
  var commands = RateLimit(20, perMs: 1000)
  var frames = RateLimit(100, perMs: 1000)

  /// Requests that wait for the bus, by number.
  private var replies: [Int: WebReply] = [:]
  private var nextReply = 0

  var clients: [Int: StreamClient] = [:]
  var nextClient = 0
  var feed = Feed()
  var microphones = Microphones()
  /// Numbers of files that are on their way, by session.
  var imports: [String: Int] = [:]

  init(
    on loop: SocketLoop, settings: GatewaySettings, bus: any TargetCaller,
    neighbours: OtherCells, events: @escaping @Sendable () -> any EventFeed, page: PageFiles,
    metrics: GatewayMetrics,
    log: Log = .discarded, clock: ClockReader = .live
  ) {
    self.loop = loop
    self.settings = settings
    self.bus = bus
    self.neighbours = neighbours
    self.events = events
    self.page = page
    self.metrics = metrics
    self.log = log
    self.clock = clock
    site = SiteRules(port: 0, hosts: settings.hosts)
  }

  /// How many streams are open.
  var streamCount: Int { clients.count }

  var nowMs: Int64 { clock().wallMs }
  var uptimeMs: Int64 { clock().uptimeMs }

  // MARK: Beginning and end

  /// Begins to listen.
  ///
  /// - Returns: where the page is, with a slash at its end.
  /// - Throws: `HTTPServerError`.
  func listen() throws -> String {
    let server = try open()
    self.server = server
    site = SiteRules(port: server.port, hosts: settings.hosts)
    let host = settings.address?.host ?? GatewaySettings.usual.host
    if let name = settings.hosts.first {
      return "\(settings.proxies.isEmpty ? "http" : "https")://\(name)/"
    }
    return "http://\(host == "*" ? "127.0.0.1" : host):\(server.port)/"
  }

  /// Where nobody said where, the next port is tried if one is taken.
  private func open() throws -> WebServer {
    if let address = settings.address { return try open(address.host, address.port) }
    let usual = GatewaySettings.usual
    for port in usual.port..<usual.port + UInt16(GatewaySettings.maxPorts) {
      do {
        return try open(usual.host, port)
      } catch let error as HTTPServerError where error.code == .inUse {
        continue
      }
    }
    return try open(usual.host, 0)
  }

  /// Files for the bus, for imports, and for ways to other cells.
  private static let reservedFiles = 96

  private func open(_ host: String, _ port: UInt16) throws -> WebServer {
    let limits = WebServer.Limits(descriptors: OpenFiles.left, reserve: Self.reservedFiles)
    return try WebServer(on: loop, host: host, port: port, limits: limits) { self.handle($0) }
  }

  /// Whom to ask who is logged in; from now on people are let in.
  func begin(_ shell: ServiceShell<GatewayReducer>) {
    self.shell = shell
    startFeed()
    tend()
  }

  /// Says goodbye to all.
  func stop() {
    stopFeed()
    server?.stop()
    server = nil
  }

  private static let tendingPause = Duration.seconds(2)

  /// Every two seconds: beats, and a look at who is still logged in.
  private func tend() {
    guard server != nil else { return }
    endStrangers()
    beat()
    tendMicrophones()
    loop.schedule(after: Self.tendingPause) { self.tend() }
  }

  // MARK: Who

  /// Who sends a request, or why it is nobody.
  func visitor(_ request: WebRequest) -> Result<Visitor, LoginProblem> {
    let arrival = Arrival(request, proxies: settings.proxies)
    if arrival.isDenied { return .failure(.group) }
    if let user = arrival.user { return .success(user) }
    guard isReady else { return .failure(.unavailable) }
    guard let token = cookie(arrival).token(in: request) else { return .failure(.unknown) }
    let (hash, now) = (Secret.hash(token), nowMs)
    guard
      let (id, session) = shell?.assumeIsolated({ $0.state.saved.session(ofHash: hash, at: now) }),
      session.isCalendar != true
    else { return .failure(.unknown) }
    return .success(Visitor(name: session.name, role: session.role, session: id))
  }

  /// Who reads the calendar: whoever is logged in, and a calendar program by the secret in its link.
  func calendarReader(_ request: WebRequest) -> Result<Visitor, LoginProblem> {
    guard let query = request.query, query.hasPrefix("token=") else { return visitor(request) }
    guard isReady else { return .failure(.unavailable) }
    let (hash, now) = (Secret.hash(String(query.dropFirst("token=".count))), nowMs)
    guard
      let (id, session) = shell?.assumeIsolated({ $0.state.saved.session(ofHash: hash, at: now) }),
      session.isCalendar == true
    else { return .failure(.unknown) }
    return .success(Visitor(name: session.name, role: session.role, session: id))
  }

  /// Where the page is, with a slash at its end.
  var address: String { shell?.logic.address ?? "/" }

  func cookie(_ arrival: Arrival) -> SessionCookie {
    SessionCookie(port: site.port, isSecure: arrival.isSecure)
  }

  /// Whether it is known who is logged in.
  var isReady: Bool { shell?.assumeIsolated { $0.isReady } ?? false }

  /// Ends the streams of those who are not logged in any more.
  func endStrangers() {
    guard isReady, let shell else { return }
    let now = nowMs
    let sessions = shell.assumeIsolated { $0.state.saved.sessions }
    for client in clients.values where !client.visitor.isProxied {
      guard (sessions[client.visitor.session]?.expiresMs ?? 0) <= now else { continue }
      client.socket.close(StreamCode.sessionEnded, "session ended")
    }
  }

  /// Decides something about who is let in.
  ///
  /// - Returns: the reply.
  func decide(_ command: GatewayCommand) async -> Result<[UInt8], BusError> {
    guard let shell else {
      return .failure(BusError(.unavailable, "The gateway is starting; try again."))
    }
    do {
      return .success(try await shell.run(command, Header(deadline: nowMs + 10_000)).bytes)
    } catch {
      return .failure(BusError(any: error))
    }
  }

  // MARK: Answers that take a while

  /// Keeps a reply for a task that will answer it.
  func keep(_ reply: WebReply) -> Int {
    nextReply += 1
    replies[nextReply] = reply
    return nextReply
  }

  func answer(_ number: Int, _ response: WebResponse) {
    replies.removeValue(forKey: number)?.send(response.safe)
  }

  /// Whether somebody still waits for it.
  func isWanted(_ number: Int) -> Bool { replies[number]?.isWanted ?? false }
}

/// Why a request is nobody's.
enum LoginProblem: Error {
  /// There is no session of this cookie.
  case unknown
  /// A proxy says who it is, and nobody of their groups may come in.
  case group
  /// It is not known yet who is logged in.
  case unavailable

  var response: WebResponse {
    switch self {
    case .unknown: Refusal.response(Refusal.notLoggedIn, status: 401)
    case .group:
      Refusal.response(
        BusError(
          .denied,
          "Your account is not allowed in; it needs the group standups-operator or standups-observer."
        ))
    case .unavailable:
      Refusal.response(
        BusError(
          .unavailable, "The gateway is still loading its sessions; try again.", retryAfterMs: 500))
    }
  }
}

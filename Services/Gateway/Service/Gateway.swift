import Bus
import CellsAPI
import Countdown
import Foundation
import HTTPServer
import StandupsLogging
import Processes
import ServiceShell
import WebServer
import ZeroMQ

/// The web server for the page, commands and streams. It runs on the loop of the bus connection, so
/// events reach the browsers without a thread switch.
actor Gateway {
  let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let settings: GatewaySettings
  let metrics: GatewayMetrics
  let log: Log
  let clock: ClockReader
  /// Connection to the services; see `VisitorCaller`.
  let bus: any TargetCaller
  let otherCells: OtherCells
  /// Cached cell list, and its expiry in milliseconds of the machine's uptime.
  var cells: (asked: Task<CellsStatus, any Error>, untilMs: Int64)?
  /// Creates a subscriber to the router's events.
  let events: @Sendable () -> any EventFeed
  /// Publishes the connected people; nil to show it only to the streams of this gateway.
  let publisher: (any EphemeralPublisher)?
  var page: PageFiles

  private(set) var server: WebServer?
  /// Watches the files of the certificate; nil without TLS.
  var certificate: CertificateWatch?
  private(set) var site: OriginCheck
  /// Holds the sessions and invitations; nil until the service runs.
  private(set) var shell: ServiceShell<GatewayReducer>?
  var logins = RateLimit.logins
  var commands = RateLimit.commands
  var frames = RateLimit.frames

  /// Pending replies to browsers whose requests await a reply of the bus, by number.
  private var replies: [Int: WebReply] = [:]
  /// Number of the last reply that is kept.
  private(set) var lastReply = 0

  var clients: [Int: StreamClient] = [:]
  var nextClient = 0
  var streamCounts = StreamCounts()
  var feed = Feed()
  var microphones = MicrophoneLeases()
  /// The people who are connected to the watched meetings.
  var presence = Presence(gateway: UUID().lowercaseText)
  /// The sessions that are downloading a file; see `download`.
  var downloads: Set<String> = []
  /// Numbers of running imports, by session.
  var imports: [String: Int] = [:]
  /// Numbers of requests of assistants in progress, by session.
  var assistants: [String: Int] = [:]
  /// Times of the last requests with tokens that are not saved yet, by token id, in milliseconds
  /// since 1970-01-01 UTC.
  var tokenUses: [String: Int64] = [:]
  /// When such times were last saved, in milliseconds of the machine's uptime.
  var usesSavedMs: Int64 = 0
  /// The roles of the persons who are logged in.
  var persons = PersonRoles()
  /// The persons whose roles are being read.
  var roleReads: Set<UUID> = []
  /// The check of the teams that have tokens; see `readRoles`.
  var teamCheck: Task<Void, Never>?

  /// The providers with which people sign in.
  let signIns: SignInProviders
  var attempts = SignInAttempts()
  var signInLimit = RateLimit.signIns
  /// Numbers of requests that wait for providers, by the provider's name.
  var signInTasks: [String: Int] = [:]
  /// Sessions that providers confirm, by id.
  var providerSessions: [String: ProviderSession] = [:]
  /// Reasons why providers could not be reached, by name, and the time until which they are reported,
  /// in milliseconds of the machine's uptime.
  var problemOfProvider: [String: (message: String, untilMs: Int64)] = [:]
  var proxiedPersons = ProxiedPersons()

  init(
    on loop: SocketLoop, settings: GatewaySettings, bus: any TargetCaller, otherCells: OtherCells,
    events: @escaping @Sendable () -> any EventFeed, publisher: (any EphemeralPublisher)? = nil,
    page: PageFiles,
    metrics: GatewayMetrics, signIns: SignInProviders = SignInProviders(),
    log: Log = .discarded, clock: ClockReader = .live
  ) {
    self.loop = loop
    self.settings = settings
    self.bus = bus
    self.otherCells = otherCells
    self.events = events
    self.publisher = publisher
    self.page = page
    self.metrics = metrics
    self.signIns = signIns
    self.log = log
    self.clock = clock
    site = OriginCheck(port: 0, hosts: settings.hosts)
  }

  var streamCount: Int { clients.count }

  /// Numbers of open streams, by kind.
  var streamsByKind: [StreamKind: Int] {
    clients.values.reduce(into: [:]) { $0[$1.outlet.kind, default: 0] += 1 }
  }

  var nowMs: Int64 { clock().wallMs }
  var uptimeMs: Int64 { clock().uptimeMs }

  // MARK: Start and stop

  /// Starts to listen for browsers.
  ///
  /// - Returns: the URL of the page, with a trailing slash.
  /// - Throws: `HTTPServerError`; `ConfigurationError` if the certificate cannot be used.
  func listen() throws -> String {
    if let files = settings.certificate { certificate = try CertificateWatch(files) }
    let server = try open()
    self.server = server
    site = OriginCheck(port: server.port, hosts: settings.hosts)
    let host = settings.address?.host ?? GatewaySettings.defaultAddress.host
    if let name = settings.hosts.first {
      return "\(settings.proxies.isEmpty && certificate == nil ? "http" : "https")://\(name)/"
    }
    return
      "\(certificate == nil ? "http" : "https")://\(host == "*" ? "127.0.0.1" : host):\(server.port)/"
  }

  /// Opens the server. Without a configured address, it tries the next port if one is in use, and
  /// any free port after `maxPorts`.
  private func open() throws -> WebServer {
    if let address = settings.address { return try open(address.host, address.port) }
    let usual = GatewaySettings.defaultAddress
    for port in usual.port..<usual.port + UInt16(GatewaySettings.maxPorts) {
      do {
        return try open(usual.host, port)
      } catch let error as HTTPServerError where error.code == .inUse {
        continue
      }
    }
    return try open(usual.host, 0)
  }

  /// File descriptors reserved for the bus, imports and connections to other cells.
  private static let reservedFiles = 96

  private func open(_ host: String, _ port: UInt16) throws -> WebServer {
    let each = certificate == nil ? 1 : TLSCertificate.descriptorsPerConnection
    let limits = WebServer.Limits(
      descriptors: OpenFiles.left / each, reserve: Self.reservedFiles / each)
    return try WebServer(
      on: loop, host: host, port: port, limits: limits, certificate: certificate?.current
    ) { self.handle($0) }
  }

  /// Begins to accept logins, with the sessions of this shell.
  func begin(_ shell: ServiceShell<GatewayReducer>) {
    self.shell = shell
    startFeed()
    runPeriodicTasks()
  }

  /// Closes all connections and stops listening.
  func stop() {
    endPresence()
    stopFeed()
    teamCheck?.cancel()
    server?.stop()
    server = nil
  }

  private static let taskInterval = Duration.seconds(2)

  /// Every two seconds: closes the streams of ended sessions, sends heartbeats, ends the
  /// microphone leases of browsers that did not reconnect, publishes who is connected, saves when
  /// tokens were last used, and rereads a renewed certificate.
  private func runPeriodicTasks() {
    guard server != nil else { return }
    closeStreamsOfEndedSessions()
    forgetPersons()
    refreshSessions()
    sendHeartbeats()
    endMicrophoneLeases()
    tendPresence()
    saveTokenUses()
    renewCertificate()
    loop.schedule(after: Self.taskInterval) { self.runPeriodicTasks() }
  }

  /// Source of ids and secrets.
  var reducer: GatewayReducer { shell?.logic ?? GatewayReducer(address: "/") }

  /// URL of the page, with a trailing slash.
  var address: String { shell?.logic.address ?? "/" }

  /// True once the sessions are loaded.
  var isReady: Bool { shell?.assumeIsolated { $0.isReady } ?? false }

  // MARK: Deferred answers

  /// Stores a reply until its task completes it.
  ///
  /// - Returns: the number of the reply.
  func keep(_ reply: WebReply) -> Int {
    lastReply += 1
    replies[lastReply] = reply
    return lastReply
  }

  func answer(_ number: Int, _ response: WebResponse) {
    replies.removeValue(forKey: number)?.send(response.withSecurityHeaders)
  }

  /// True while the browser is still waiting for the answer.
  func isWanted(_ number: Int) -> Bool { replies[number]?.isWanted ?? false }
}

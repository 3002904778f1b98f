import CMicroHTTPD
import Glibc
public import HTTPServer
public import ZeroMQ

/// HTTP/1.1 and WebSockets on a `SocketLoop`: libmicrohttpd reads requests, wslay reads frames, and both do so on the
/// loop's thread, which is also that of all closures.
///
/// ```swift
/// let server = try WebServer(on: loop, host: "127.0.0.1", port: 8080) { request in
///   .respond(WebResponse(404, sentence: "There is no \(request.path)."))
/// }
/// ```
///
/// It speaks no TLS: that is a reverse proxy's. A server that is never stopped is never freed. On the loop only.
public final class WebServer {
  /// What is bounded.
  public struct Limits: Hashable, Sendable {
    /// Connections at once, WebSockets among them. For one more, the oldest that is not being answered is ended.
    public var connections = 4096
    /// WebSockets at once; one more is refused with 503.
    public var webSockets = 2048
    /// After how many seconds without traffic an HTTP connection is closed.
    public var idleSeconds = 30
    /// Bytes of a message from a WebSocket; beyond that it is closed with 1009.
    public var message = 64 << 10
    /// When a WebSocket is pinged, and after how much silence it is ended.
    public var ping = Duration.seconds(25)
    /// After how much silence a WebSocket is ended.
    public var silence = Duration.seconds(60)
    var sending = SendQueue.Limits()

    /// The usual limits.
    public init() {}

    /// The usual limits, where so many files may be open: half of the connections may be WebSockets.
    ///
    /// - Parameters:
    ///   - descriptors: how many more files may be opened.
    ///   - reserve: how many of them others need.
    public init(descriptors: Int, reserve: Int) {
      // Besides those that are counted, some that are about to be ended.
      let (room, overflow) = descriptors.subtractingReportingOverflow(reserve + Self.beingEnded)
      connections = max(16, min(overflow ? 0 : room, connections))
      webSockets = min(connections / 2, webSockets)
    }

    /// For one more than `connections` the oldest is ended, but not at once.
    static let beingEnded = 64

    /// Bytes that may wait for one WebSocket; beyond them it is closed with 4008. What may be dropped is dropped
    /// from a quarter of it on.
    public var backlog: Int {
      get { sending.most }
      set { sending = SendQueue.Limits(most: newValue, droppable: newValue / 4) }
    }
  }

  /// The port that is listened on.
  public let port: UInt16
  let loop: SocketLoop
  let limits: Limits
  let handle: (WebRequest) -> WebAnswer
  let connections: OpenConnections
  private var daemon: OpaquePointer?
  private let polling: Int32
  private var timer: TimerToken?
  private var tending: TimerToken?
  private var isRunning = false
  /// Whether something was asked of libmicrohttpd while it ran, which it may not have seen.
  private var isAwaited = false
  var exchanges: [ObjectIdentifier: Exchange] = [:]
  private var sockets: [Int32: WebSocket] = [:]

  /// Starts serving. On the loop.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `*` is every IPv4 address of the machine.
  ///   - port: 0 lets the system choose.
  ///   - handle: says what becomes of a request, when its head has come and kept to the rules.
  /// - Throws: `HTTPServerError`.
  public init(
    on loop: SocketLoop, host: String, port: UInt16, limits: Limits = Limits(),
    handle: @escaping (WebRequest) -> WebAnswer
  ) throws(HTTPServerError) {
    loop.preconditionOnLoop("A web server")
    self.loop = loop
    self.limits = limits
    self.handle = handle
    let listening = try ListeningSocket(host: host, port: port, backlog: 512)
    self.port = listening.port
    connections = OpenConnections(most: limits.connections)
    polling = cmhd_poll_begin()
    daemon = cmhd_start_driven(
      listening.descriptor, webRespond, webBegan, webConnectionChanged, webCompleted,
      Unmanaged.passUnretained(self).toOpaque(),
      UInt32(clamping: limits.connections + Limits.beingEnded),
      UInt32(clamping: limits.idleSeconds))
    guard polling >= 0, let daemon else {
      if let daemon { MHD_stop_daemon(daemon) } else { close(listening.descriptor) }
      if polling >= 0 { close(polling) }
      throw HTTPServerError(
        .system, "Could not start the web server; check the limit of open files (ulimit -n).")
    }
    // Kept by the loop until `stop`.
    loop.watch(fd: cmhd_waiting_on(daemon)) { self.run() }
    loop.watch(fd: polling) { self.visit() }
    loop.onStop { self.stop() }
    run()
    tend()
  }

  /// How many WebSockets there are.
  public var webSocketCount: Int { sockets.count }

  /// Stops at once: WebSockets get a close frame if there is room for it, and what is under way is answered with 503.
  public func stop() {
    guard let daemon else { return }
    for socket in sockets.values { socket.close(WebSocket.Code.goingAway, "server shutting down") }
    for socket in sockets.values { socket.end() }
    for exchange in exchanges.values { exchange.giveUp() }
    MHD_run(daemon)
    loop.unwatch(fd: cmhd_waiting_on(daemon))
    loop.unwatch(fd: polling)
    self.daemon = nil
    for token in [timer, tending].compactMap({ $0 }) { loop.cancel(token) }
    MHD_stop_daemon(daemon)
    close(polling)
  }

  // MARK: HTTP

  /// Has libmicrohttpd do what there is to do.
  private func run() {
    guard let daemon, !isRunning else { return }
    isRunning = true
    isAwaited = false
    MHD_run(daemon)
    isRunning = false
    if isAwaited { return wake() }
    var ms: UInt64 = 0
    if let timer { loop.cancel(timer) }
    timer = nil
    guard MHD_get_timeout(daemon, &ms) == cmhd_yes() else { return }
    schedule(.milliseconds(Int64(clamping: min(ms, 60_000))))
  }

  /// A connection goes on: libmicrohttpd has to look at it again.
  func wake() {
    isAwaited = true
    guard !isRunning else { return }
    if let timer { loop.cancel(timer) }
    schedule(.zero)
  }

  private func schedule(_ delay: Duration) {
    timer = loop.schedule(after: delay) { [unowned self] in
      self.timer = nil
      self.run()
    }
  }

  // MARK: WebSockets

  private static let tendingPause = Duration.seconds(1)

  private func tend() {
    let now = loop.now
    for socket in sockets.values { socket.tend(at: now, limits) }
    // Without a descriptor for a connection libmicrohttpd takes none until it has run again after others were closed,
    // and nothing would have it run.
    run()
    tending = loop.schedule(after: Self.tendingPause) { [unowned self] in self.tend() }
  }

  /// Takes over a connection that was upgraded.
  func add(_ socket: WebSocket) {
    let flags = fcntl(socket.descriptor, F_GETFL)
    _ = fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK)
    var on: Int32 = 1
    setsockopt(
      socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    sockets[socket.descriptor] = socket
    guard cmhd_poll_set(polling, socket.descriptor, true, false) == 0 else { return socket.end() }
    // What came with the handshake is in no socket any more; and libmicrohttpd is not done with the connection yet.
    loop.schedule(after: .zero) { socket.visit() }
  }

  func watch(_ socket: WebSocket, forRoom: Bool) {
    _ = cmhd_poll_set(polling, socket.descriptor, false, forRoom)
  }

  func unwatch(_ socket: WebSocket) {
    cmhd_poll_remove(polling, socket.descriptor)
    sockets[socket.descriptor] = nil
    // libmicrohttpd closes the descriptor when it runs.
    wake()
  }

  private func visit() {
    var ready = [Int32](repeating: 0, count: 256)
    let count = cmhd_poll_ready(polling, &ready)
    // A descriptor is closed by libmicrohttpd, which does not run meanwhile: none is another's by now.
    for descriptor in ready.prefix(max(0, Int(count))) { sockets[descriptor]?.visit() }
  }
}

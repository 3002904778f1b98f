import CMicroHTTPD
import Glibc
public import HTTPServer
public import ZeroMQ

/// HTTP/1.1 and WebSocket server on a `SocketLoop`. libmicrohttpd reads requests and wslay reads
/// frames, both on the loop's thread, which also runs all closures.
///
/// ```swift
/// let server = try WebServer(on: loop, host: "127.0.0.1", port: 8080) { request in
///   .respond(WebResponse(404, sentence: "Unknown path \(request.path)."))
/// }
/// ```
///
/// With a certificate, it accepts only connections with TLS. A server that is never stopped is never
/// freed. Used only on the loop.
public final class WebServer {
  /// Limits on connections, messages and silence.
  public struct Limits: Hashable, Sendable {
    /// Maximum number of concurrent connections, streams included. Another connection closes the
    /// oldest one that is not being answered.
    public var connections = 14_000
    /// Maximum number of concurrent WebSockets and open bodies. Further WebSockets are rejected with
    /// 503; a handler must not open more responses with an `OpenBody`.
    public var streams = 10_500
    /// Idle timeout of an HTTP connection, in seconds.
    public var idleSeconds = 30
    /// Maximum size of a WebSocket message, in bytes; a larger one closes the WebSocket with 1009.
    public var message = 64 << 10
    /// Interval between pings on a WebSocket.
    public var ping = Duration.seconds(25)
    /// Silence of a client after which its WebSocket is closed.
    public var silence = Duration.seconds(60)
    var sending = SendQueue.Limits()

    /// Creates the default limits.
    public init() {}

    /// The default limits, reduced to fit the number of files that may be opened. At most
    /// three quarters of the connections may be streams.
    ///
    /// - Parameters:
    ///   - descriptors: number of files that may still be opened.
    ///   - reserve: number of them that other parts of the process need.
    public init(descriptors: Int, reserve: Int) {
      // Connections that are being closed need descriptors, too, but are not counted.
      let (room, overflow) = descriptors.subtractingReportingOverflow(reserve + Self.beingEnded)
      connections = max(16, min(overflow ? 0 : room, connections))
      streams = min(connections - connections / 4, streams)
    }

    /// Number of descriptors reserved for connections that are being closed. A connection beyond
    /// `connections` closes the oldest one, but not immediately.
    static let beingEnded = 64

    /// Maximum number of bytes that may wait for one WebSocket; beyond it, the WebSocket is closed
    /// with 4008. Above a quarter of it, droppable frames are dropped.
    public var backlog: Int {
      get { sending.most }
      set { sending = SendQueue.Limits(most: newValue, droppable: newValue / 4) }
    }
  }

  /// Port that the server listens on.
  public let port: UInt16
  let loop: SocketLoop
  /// Limits on connections, messages and silence.
  public let limits: Limits
  let handle: (WebRequest) -> WebAnswer
  let connections: OpenConnections
  /// True if the connections use TLS.
  public let isEncrypted: Bool
  private var daemon: OpaquePointer?
  private var front: TLSFront?
  private let polling: Int32
  private var timer: TimerToken?
  private var tending: TimerToken?
  private var isRunning = false
  /// True if work for libmicrohttpd arrived while it was running, so that the current run may have
  /// missed it.
  private var isAwaited = false
  /// Socket without a peer, which replaces those of connections that streams own.
  private let severed: Int32
  var exchanges: [ObjectIdentifier: Exchange] = [:]
  private var streams: [Int32: StreamConnection] = [:]
  /// Number of streams that ended since memory was last returned to the system.
  private var endedCount = 0

  /// Starts serving. Call it on the loop.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `*` is every IPv4 address of the machine.
  ///   - port: 0 lets the system choose.
  ///   - certificate: certificate for TLS; nil for a server without TLS.
  ///   - handle: decides about a request when its head is complete and valid.
  /// - Throws: `HTTPServerError`.
  public init(
    on loop: SocketLoop, host: String, port: UInt16, limits: Limits = Limits(),
    certificate: TLSCertificate? = nil,
    handle: @escaping (WebRequest) -> WebAnswer
  ) throws(HTTPServerError) {
    loop.preconditionOnLoop("A web server")
    self.loop = loop
    self.limits = limits
    self.handle = handle
    isEncrypted = certificate != nil
    let listening = try ListeningSocket(host: host, port: port, backlog: 512)
    self.port = listening.port
    connections = OpenConnections(most: limits.connections)
    polling = cmhd_poll_begin()
    severed = cmhd_severed()
    daemon = cmhd_start_driven(
      certificate == nil ? listening.descriptor : -1, webRespond, webBegan, webConnectionChanged,
      webCompleted,
      Unmanaged.passUnretained(self).toOpaque(),
      UInt32(clamping: limits.connections + Limits.beingEnded),
      UInt32(clamping: limits.idleSeconds))
    guard polling >= 0, severed >= 0, let daemon else {
      if let daemon { MHD_stop_daemon(daemon) }
      if daemon == nil || certificate != nil { close(listening.descriptor) }
      for descriptor in [polling, severed] where descriptor >= 0 { close(descriptor) }
      throw Self.noDescriptor
    }
    if let certificate {
      front = TLSFront(
        on: loop, listening: listening.descriptor, certificate: certificate,
        most: limits.connections + Limits.beingEnded, idle: .seconds(limits.idleSeconds)
      ) { [unowned self] in self.add($0, from: $1) }
      guard front != nil else {
        self.daemon = nil
        MHD_stop_daemon(daemon)
        for descriptor in [listening.descriptor, polling, severed] { close(descriptor) }
        throw Self.noDescriptor
      }
    }
    // The loop retains the server until `stop`.
    loop.watch(fd: cmhd_waiting_on(daemon)) { self.run() }
    loop.watch(fd: polling) { self.visit() }
    loop.onStop { self.stop() }
    run()
    tend()
  }

  private static let noDescriptor = HTTPServerError(
    .system, "Could not start the web server; check the limit of open files (ulimit -n).")

  /// Uses another certificate for connections that are opened from now on; open ones continue. Has
  /// no effect on a server without TLS.
  public func use(_ certificate: TLSCertificate) { front?.certificate = certificate }

  /// Lets libmicrohttpd serve the plaintext of a connection with TLS.
  private func add(_ descriptor: Int32, from address: sockaddr_storage) {
    guard let daemon else {
      close(descriptor)
      return
    }
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        cmhd_add(daemon, descriptor, $0, socklen_t(MemoryLayout<sockaddr_storage>.size))
      }
    }
    wake()
  }

  /// Number of open WebSockets and open bodies.
  var streamCount: Int { streams.count }

  /// Stops immediately: WebSockets receive a close frame if it fits in their buffer, and requests
  /// in progress are answered with 503.
  public func stop() {
    guard let daemon else { return }
    for exchange in exchanges.values { exchange.giveUp() }
    MHD_run(daemon)
    for stream in streams.values { stream.leave() }
    for stream in streams.values { stream.end() }
    loop.unwatch(fd: cmhd_waiting_on(daemon))
    loop.unwatch(fd: polling)
    self.daemon = nil
    for token in [timer, tending].compactMap({ $0 }) { loop.cancel(token) }
    MHD_stop_daemon(daemon)
    front?.stop()
    front = nil
    close(polling)
    close(severed)
  }

  // MARK: HTTP

  /// Lets libmicrohttpd process its pending work.
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

  /// Makes libmicrohttpd check its connections again after one was resumed.
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

  // MARK: Streams

  private static let tendingPause = Duration.seconds(1)
  /// Number of ended streams after which their memory is returned to the system.
  private static let trimmedAfter = 1000

  private func tend() {
    let now = loop.now
    for stream in streams.values { stream.tend(at: now, limits) }
    if endedCount >= Self.trimmedAfter {
      endedCount = 0
      cmhd_trim()
    }
    // When libmicrohttpd has run out of descriptors, it accepts no connections until some are
    // closed and it runs again. Nothing else would make it run.
    run()
    front?.tend(at: now)
    tending = loop.schedule(after: Self.tendingPause) { [unowned self] in self.tend() }
  }

  /// Returns an own descriptor of a connection that libmicrohttpd is about to give up; nil if the
  /// system lacks one.
  func takeOver(_ descriptor: Int32) -> Int32? {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    connections.replace(descriptor, by: own)
    return own
  }

  /// Replaces the socket of a descriptor that libmicrohttpd is about to shut down, so that only the
  /// descriptor ends, and not the connection.
  func sever(_ descriptor: Int32) {
    dup2(severed, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Watches a connection that a stream owns.
  func add(_ stream: StreamConnection) {
    let descriptor = stream.descriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    streams[descriptor] = stream
    if cmhd_poll_set(polling, descriptor, true, false) != 0 { stream.end() }
  }

  func watch(_ stream: StreamConnection, forRoom: Bool) {
    _ = cmhd_poll_set(polling, stream.descriptor, false, forRoom)
  }

  /// Forgets a connection that is about to be closed.
  func remove(_ stream: StreamConnection) {
    cmhd_poll_remove(polling, stream.descriptor)
    connections.closed(stream.descriptor)
    streams[stream.descriptor] = nil
    endedCount += 1
  }

  private func visit() {
    var ready = [Int32](repeating: 0, count: 256)
    let count = cmhd_poll_ready(polling, &ready)
    // Connections are not taken over during this loop, so no descriptor belongs to another stream.
    for descriptor in ready.prefix(max(0, Int(count))) { streams[descriptor]?.visit() }
  }
}

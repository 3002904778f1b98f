import CMicroHTTPD
import Dispatch
import Glibc
import Threads

/// A small HTTP server for answers that are made on the spot: GET and HEAD, no bodies in.
///
/// libmicrohttpd does the protocol. Each connection has a thread of its own, so a handler may block,
/// and their number and idle time are bounded.
///
/// ```swift
/// let server = try HTTPServer(host: "127.0.0.1", port: 0) { request in
///   request.path == "/"
///     ? HTTPResponse("Hello.\n") : HTTPResponse("It is not here.\n", status: 404)
/// }
/// print("http://127.0.0.1:\(server.port)/")
/// await server.stop()
/// ```
public final class HTTPServer: Sendable {
  /// How many connections there may be at once, and how long one may be idle.
  public struct Limits: Hashable, Sendable {
    /// The most connections at once; 16 unless set. For one more, the oldest that is not being answered is
    /// ended.
    public var connections = 16
    /// After how many seconds without traffic a connection is closed; 10 unless set.
    public var idleSeconds = 10

    /// The usual limits: 16 connections, each idle for 10 seconds at most.
    public init() {}
  }

  /// The port that is listened on.
  public let port: UInt16
  private let daemon: Locked<Daemon?>

  /// `@unchecked Sendable`: taken out of the lock once, by whoever stops it.
  private struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
    let handler: Unmanaged<Handler>
  }

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `*` is every IPv4 address of the machine.
  ///   - port: 0 lets the system choose.
  ///   - handle: answers GET and HEAD, on the connection's own thread. For HEAD the body is left out
  ///     and its length told.
  /// - Throws: `HTTPServerError`.
  public init(
    host: String, port: UInt16, limits: Limits = Limits(),
    handle: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws(HTTPServerError) {
    let listening = try ListeningSocket(host: host, port: port)
    let handler = Unmanaged.passRetained(
      Handler(OpenConnections(most: limits.connections), handle))
    // What was ended counts for a moment longer, until its thread is over; beyond this, libmicrohttpd ends
    // the newest.
    let started = cmhd_start(
      listening.descriptor, respond, connectionChanged, requestCompleted, handler.toOpaque(),
      UInt32(clamping: limits.connections) + 256, UInt32(clamping: limits.idleSeconds))
    guard let started else {
      close(listening.descriptor)
      handler.release()
      throw HTTPServerError(
        .system,
        "Could not start the HTTP server; check the limits of threads and open files (ulimit -u, -n)."
      )
    }
    self.port = listening.port
    daemon = Locked(Daemon(pointer: started, handler: handler))
  }

  /// Stops listening, and returns when the last answer is out. Further calls do nothing.
  public func stop() async {
    guard let daemon = daemon.withLock({ $0.take() }) else { return }
    await withCheckedContinuation { continuation in
      // It waits for the threads of all connections.
      DispatchQueue.global().async {
        MHD_stop_daemon(daemon.pointer)
        daemon.handler.release()
        continuation.resume()
      }
    }
  }

  deinit {
    guard let daemon = daemon.withLock({ $0.take() }) else { return }
    MHD_stop_daemon(daemon.pointer)
    daemon.handler.release()
  }
}

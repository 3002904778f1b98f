import CMicroHTTPD
import Dispatch
import Glibc
import Threads

/// A small HTTP server for short responses that are generated for each request: GET and HEAD,
/// without request bodies.
public final class HTTPServer: Sendable {
  /// Bounds on the number of connections and on their idle time.
  public struct Limits: Hashable, Sendable {
    /// Maximum number of concurrent connections. Default: 16. Another connection closes the oldest
    /// one that is not being answered.
    public var connections = 16
    /// Idle timeout of a connection, in seconds. Default: 10.
    public var idleSeconds = 10

    /// The default limits: 16 connections, each idle for at most 10 seconds.
    public init() {}
  }

  /// Port that the server listens on.
  public let port: UInt16
  private let daemon: Locked<Daemon?>

  /// `@unchecked Sendable`: the first call of `stop` takes the value out of the lock, so only one
  /// thread uses it.
  private struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
    let handler: Unmanaged<Handler>
  }

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `*` is every IPv4 address of the machine.
  ///   - port: 0 lets the system choose.
  ///   - handle: answers GET and HEAD on the connection's own thread. A response to HEAD carries
  ///     the length of its body instead of the body.
  /// - Throws: `HTTPServerError`.
  public init(
    host: String, port: UInt16, limits: Limits = Limits(),
    handle: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws(HTTPServerError) {
    let listening = try ListeningSocket(host: host, port: port)
    let handler = Unmanaged.passRetained(
      Handler(OpenConnections(most: limits.connections), handle))
    // A closed connection counts until its thread has ended. Beyond this limit libmicrohttpd closes
    // the newest connection.
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

  /// Stops listening and returns when the last response has been sent. Idempotent.
  public func stop() async {
    guard let daemon = daemon.withLock({ $0.take() }) else { return }
    await withCheckedContinuation { continuation in
      // Stopping waits for the threads of all connections.
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

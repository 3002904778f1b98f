import CMicroHTTPD
import Glibc
import ZeroMQ

/// A connection that stays open: a WebSocket, or a response with an open body.
///
/// The server reads and writes it without libmicrohttpd, which would keep 16 KB for each one. Used
/// only on the server's loop.
public class StreamConnection {
  /// Called once, when no more data waits to be sent.
  public final var onDrained: (() -> Void)?
  /// Number of droppable parts that were dropped.
  public final var dropped: Int { droppedCount }

  /// Descriptor of the connection, which this object owns; -1 before `start`.
  private(set) final var descriptor: Int32 = -1
  final var queue: SendQueue
  final var droppedCount = 0
  private(set) final unowned var server: WebServer?
  /// Start of the time limit for the client to close its end; nil while this end sends.
  final var closingSince: MonotonicInstant?
  /// Time of the last progress while data waits for a client that does not read; nil if none waits.
  private(set) final var blockedSince: MonotonicInstant?
  /// True after the last data was sent: received data is discarded.
  private(set) final var isDiscarding = false
  private(set) final var isEnded = false

  init(_ queue: SendQueue) { self.queue = queue }

  /// Number of bytes that are waiting to be sent.
  public final var backlog: Int { queue.bytes }

  /// True if the client does not read, so that new data has to wait.
  final var awaitsRoom: Bool { blockedSince != nil }

  /// Takes over a connection, and owns its descriptor.
  final func start(_ descriptor: Int32, on server: WebServer) {
    self.descriptor = descriptor
    self.server = server
    server.add(self)
  }

  // MARK: Out

  /// Sends as much of the waiting data as the connection accepts.
  final func flush() {
    guard !isEnded, let server else { return }
    var (isBroken, hasSent) = (false, false)
    queue.flush { bytes in
      while true {
        let sent = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if sent >= 0 {
          hasSent = true
          return sent
        }
        if errno == EINTR { continue }
        isBroken = errno != EAGAIN
        return nil
      }
    }
    if isBroken { return end() }
    if awaitsRoom == queue.isEmpty { server.watch(self, forRoom: !queue.isEmpty) }
    if queue.isEmpty {
      blockedSince = nil
      sentAll()
    } else if hasSent || !awaitsRoom {
      blockedSince = server.loop.now
    }
  }

  /// Called when no data waits to be sent.
  func sentAll() {
    guard let drained = onDrained else { return }
    onDrained = nil
    drained()
  }

  /// Ends the data of this side. Closing a socket with unread data could discard data that the
  /// client has not received yet, so that the client closes its end first.
  final func finishSending() {
    guard !isDiscarding, let server else { return }
    isDiscarding = true
    closingSince = closingSince ?? server.loop.now
    shutdown(descriptor, Int32(SHUT_WR))
  }

  // MARK: In

  /// Called when the descriptor is readable or writable.
  func visit() {}

  /// Discards received data, and ends the connection if the client has closed its end.
  ///
  /// - Returns: number of discarded bytes.
  @discardableResult
  final func discard() -> Int {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      var total = 0
      for _ in 0..<16 {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { total += count }
        if count > 0 || count < 0 && errno == EINTR { continue }
        if count == 0 || errno != EAGAIN { end() }
        break
      }
      return total
    }
  }

  // MARK: Time, and the end

  private static let closingTime = Duration.seconds(5)

  /// Called every second, because nothing else ends a connection whose client has vanished.
  func tend(at now: MonotonicInstant, _ limits: WebServer.Limits) {
    if let closingSince, closingSince.duration(to: now) > Self.closingTime { end() }
  }

  /// Announces the end of the connection, because the server stops.
  func leave() {}

  /// Ends the connection immediately.
  final func end() {
    guard !isEnded, descriptor >= 0 else { return }
    isEnded = true
    server?.remove(self)
    close(descriptor)
    queue.clear()
    onDrained = nil
    ended()
  }

  /// Called once, after the connection has ended.
  func ended() {}
}

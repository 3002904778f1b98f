import Glibc
import ZeroMQ

/// A response body that stays open: data is sent as soon as it is added, such as Server-Sent Events.
///
/// While no data is waiting, the connection does not time out. Used only on the server's loop.
public final class OpenBody: StreamConnection {
  /// The way in which a response ended.
  public enum Ending: Hashable, Sendable {
    /// The response was completed with `finish`, or the server stopped.
    case finished
    /// The client disconnected, or the connection was lost.
    case lost
    /// The client read too slowly, and too much data was waiting to be sent.
    case tooSlow
  }

  /// Called once, when the connection no longer carries the response.
  public var onClose: ((Ending) -> Void)?

  /// True if the parts are sent in chunks (RFC 9112, section 7.1), which HTTP/1.0 does not have.
  let isChunked: Bool
  private var ending: Ending?
  private var isClosed = false
  /// Number of bytes that the client has sent after its request.
  private var unwanted = 0

  /// Creates an empty body.
  ///
  /// - Parameters:
  ///   - request: request that the body answers; it must not be `HEAD`.
  ///   - backlog: maximum number of bytes that may wait to be sent; beyond it, the connection is
  ///     closed. Above a quarter of it, droppable parts are dropped.
  public init(for request: WebRequest, backlog: Int = WebServer.Limits().backlog) {
    isChunked = request.version != "HTTP/1.0"
    super.init(SendQueue(SendQueue.Limits(most: backlog, droppable: backlog / 4)))
  }

  /// Sends a part after all earlier ones.
  ///
  /// - Parameter isDroppable: true to allow the part to be dropped if a lot of data is already
  ///   waiting. If too much other data waits, the connection is closed.
  public func send(_ part: WebChunk, isDroppable: Bool = false) {
    guard ending == nil, !isClosed, !part.isEmpty else { return }
    let bytes = isChunked ? part.bytes : Array(part.payload)
    switch queue.add(bytes: bytes, isDroppable: isDroppable) {
    case .taken: if !awaitsRoom { flush() }
    case .dropped: droppedCount += 1
    case .tooSlow:
      queue.clear()
      ending = .tooSlow
      end()
    }
  }

  /// Completes the response once all parts have been sent.
  public func finish() {
    guard ending == nil, !isClosed else { return }
    ending = .finished
    if isChunked { queue.addControl(WebChunk.last) }
    if !awaitsRoom { flush() }
  }

  /// Sends the head of the response, then the parts that were added so far.
  func start(_ descriptor: Int32, head: [UInt8], on server: WebServer) {
    // Nothing else notices a client that has vanished from the network.
    var ms = Self.unconfirmedMs
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &ms, socklen_t(MemoryLayout<Int32>.size))
    queue.addHead(head)
    start(descriptor, on: server)
    guard ending != .tooSlow else { return end() }
    flush()
  }

  /// Time after which the system ends a connection whose client does not confirm received data, in
  /// milliseconds.
  private static let unconfirmedMs: Int32 = 60_000

  override func sentAll() {
    if ending == .finished { finishSending() }
    super.sentAll()
  }

  /// Maximum number of bytes that a client may send after its request. They are discarded.
  private static let maxUnwanted = 64 << 10

  override func visit() {
    unwanted += discard()
    if unwanted > Self.maxUnwanted { return end() }
    if awaitsRoom { flush() }
  }

  override func tend(at now: MonotonicInstant, _ limits: WebServer.Limits) {
    super.tend(at: now, limits)
    guard let blockedSince, blockedSince.duration(to: now) > .seconds(limits.idleSeconds) else {
      return
    }
    ending = ending ?? .tooSlow
    end()
  }

  override func leave() { finish() }

  override func ended() { closed() }

  /// Called when the connection no longer carries the response.
  func closed() {
    guard !isClosed else { return }
    isClosed = true
    let closed = onClose
    onClose = nil
    closed?(ending ?? .lost)
  }
}

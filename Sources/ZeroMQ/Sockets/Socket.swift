import CZeroMQ

/// A ZeroMQ socket, which belongs to the thread of one ``SocketLoop``.
///
/// It is not `Sendable`: an actor that runs on the loop keeps it, and the compiler sees to it that
/// it stays there. All calls also check at run time that they are made on the loop's thread; only
/// creating it is allowed elsewhere. Sockets that nobody closed are closed by their loop when they
/// are forgotten, or when it stops.
public final class Socket {
  /// Milliseconds that unsent messages are kept after closing, unless the option is set.
  public static let defaultLinger = 1000

  /// The pattern it follows.
  public let kind: SocketKind
  /// The loop whose thread it belongs to.
  public let loop: SocketLoop
  /// The context it lives in.
  public let context: Context
  /// The largest message that ``receive()`` accepts.
  public var limits = MessageLimits()

  let handle: SocketHandle
  /// Memory for the next frame, kept for when there was none.
  var spare: FrameStorage?
  private var wasClosed = false

  /// Opens a socket. It has a finite linger time from the start.
  /// - Throws: `contextTerminated`, `loopStopped`, or `resourceExhausted`.
  public init(_ kind: SocketKind, in context: Context, on loop: SocketLoop) throws(ZeroMQError) {
    self.kind = kind
    self.loop = loop
    self.context = context
    handle = try SocketHandle(kind, in: context)
    var linger = Int32(Self.defaultLinger)
    zmq_setsockopt(handle.raw, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
    let handle = handle
    guard loop.inbox.withLock({ $0.register(handle) }) else {
      handle.close()
      throw ZeroMQError(.loopStopped, during: .createSocket, about: loop.name)
    }
  }

  deinit {
    // A stopped loop has closed it.
    guard !wasClosed, !loop.isStopped else { return }
    let (loop, handle) = (loop, handle)
    loop.async { loop.close(handle) }
  }

  /// Whether ``close()`` was called or the loop stopped.
  public var isClosed: Bool { handle.raw == nil }

  /// Closes the socket. What is not sent yet is tried for the linger time, in the background;
  /// further calls do nothing. On the loop only.
  public func close() {
    loop.preconditionOnLoop("A socket")
    guard !isClosed else { return }
    handle.monitor?.close()
    wasClosed = true
    loop.close(handle)
  }

  /// The libzmq socket, for the duration of one call.
  func raw(for operation: ZeroMQError.Operation) throws(ZeroMQError) -> UnsafeMutableRawPointer {
    loop.preconditionOnLoop("A socket")
    guard let raw = handle.raw else { throw ZeroMQError(.socketClosed, during: operation) }
    handle.mayHaveNews = true
    return raw
  }
}

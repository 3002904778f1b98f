import CZeroMQ

/// A ZeroMQ socket, which belongs to the thread of one ``SocketLoop``.
///
/// It is not `Sendable`: an actor that runs on the loop holds it, and the compiler ensures that it
/// stays there. All calls also check at run time that they are made on the loop's thread; only
/// creating a socket is permitted elsewhere. A socket that was not closed is closed by its loop
/// when it is released, or when the loop stops.
public final class Socket {
  /// Default linger time, in milliseconds: the time for which unsent messages are kept after
  /// closing.
  public static let defaultLinger = 1000

  /// The messaging pattern of the socket.
  public let kind: SocketKind
  /// The loop whose thread owns the socket.
  public let loop: SocketLoop
  /// The context that the socket belongs to.
  public let context: Context
  /// The limits of the messages that ``receive()`` accepts.
  public var limits = MessageLimits()

  let handle: SocketHandle
  /// Memory that was allocated for a frame but not used, and is used for the next one.
  var spare: FrameStorage?
  private var wasClosed = false

  /// Opens a socket. Its linger time is finite from the start.
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
    // The loop has already closed the socket if it has stopped.
    guard !wasClosed, !loop.isStopped else { return }
    let (loop, handle) = (loop, handle)
    loop.async { loop.close(handle) }
  }

  /// True if ``close()`` was called or the loop stopped.
  public var isClosed: Bool { handle.raw == nil }

  /// Closes the socket. Unsent messages are still sent in the background for the linger time;
  /// further calls do nothing. Must be called on the loop.
  public func close() {
    loop.preconditionOnLoop("A socket")
    guard !isClosed else { return }
    handle.monitor?.close()
    wasClosed = true
    loop.close(handle)
  }

  /// Returns the libzmq socket, for use in a single call.
  func raw(for operation: ZeroMQError.Operation) throws(ZeroMQError) -> UnsafeMutableRawPointer {
    loop.preconditionOnLoop("A socket")
    guard let raw = handle.raw else { throw ZeroMQError(.socketClosed, during: operation) }
    handle.mayHaveNews = true
    return raw
  }
}

import CZeroMQ
import Threads

/// The owner of sockets: libzmq's I/O threads and the `inproc://` names. One per process is enough.
///
/// A context must be closed explicitly, after its sockets; a context that is only released leaks
/// its threads.
///
/// `@unchecked Sendable`: libzmq's contexts may be used from all threads, and the pointer is
/// constant. The count of sockets under the lock ensures that the pointer is not used after
/// ``close(within:)``.
public final class Context: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer
  private let state = Locked(State())

  private struct State {
    var isClosed = false
    var openSockets = 0
  }

  /// Creates a context.
  /// - Parameters:
  ///   - ioThreads: number of threads for network I/O; a single one can handle a gigabyte a second.
  ///   - maxSockets: maximum number of open sockets.
  /// - Throws: `resourceExhausted`, or `invalidArgument` for a number that libzmq rejects.
  public init(ioThreads: Int = 1, maxSockets: Int = 1023) throws(ZeroMQError) {
    guard let pointer = zmq_ctx_new() else { throw ZeroMQError(during: .createContext) }
    for (option, value) in [(ZMQ_IO_THREADS, ioThreads), (ZMQ_MAX_SOCKETS, maxSockets)] {
      guard zmq_ctx_set(pointer, option, Int32(clamping: value)) == 0 else {
        let error = ZeroMQError(during: .createContext, about: "\(value)")
        zmq_ctx_term(pointer)
        throw error
      }
    }
    self.pointer = pointer
  }

  /// Number of open sockets.
  public var openSockets: Int { state.withLock { $0.openSockets } }

  /// True if the context was closed.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Closes the context: waits until its closed sockets have sent all queued messages, or their
  /// linger time has passed. Further calls do nothing.
  /// - Parameter limit: maximum time to wait.
  /// - Throws: `socketsOpen` if sockets are open, in which case nothing was done; `timedOut` if the
  ///   limit was reached, in which case closing continues in the background.
  public func close(within limit: Duration = .seconds(5)) async throws(ZeroMQError) {
    let (open, wasClosed) = state.withLock { state in
      defer { if state.openSockets == 0 { state.isClosed = true } }
      return (state.openSockets, state.isClosed)
    }
    guard !wasClosed else { return }
    guard open == 0 else {
      throw ZeroMQError(.socketsOpen, during: .closeContext, about: "\(open)")
    }
    let finished = await finishes(within: limit) { done in
      let started = WorkerThread.start(name: "zmq-close") {
        self.shutDown()
        while zmq_ctx_term(self.pointer) != 0 && zmq_errno() == EINTR {}
        done()
      }
      // If no thread can be created to wait, shut down, which is the only call that cannot block.
      if !started { shutDown() }
    }
    if !finished { throw ZeroMQError(.timedOut, during: .closeContext, about: "\(limit)") }
  }

  /// Makes all further calls on sockets of the context fail with `contextTerminated`.
  func shutDown() { zmq_ctx_shutdown(pointer) }

  /// Opens a libzmq socket and counts it.
  func open(_ kind: SocketKind) throws(ZeroMQError) -> UnsafeMutableRawPointer {
    let mayOpen = state.withLock { state in
      if !state.isClosed { state.openSockets += 1 }
      return !state.isClosed
    }
    guard mayOpen else { throw ZeroMQError(.contextTerminated, during: .createSocket) }
    guard let socket = zmq_socket(pointer, kind.rawValue) else {
      let error = ZeroMQError(during: .createSocket, about: "\(kind)")
      socketClosed()
      throw error
    }
    return socket
  }

  func socketClosed() { state.withLock { $0.openSockets -= 1 } }
}

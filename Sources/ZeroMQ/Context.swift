import CZeroMQ
import Threads

/// The home of sockets: libzmq's I/O threads and the `inproc://` names. One per process is enough.
///
/// A context is closed explicitly, after its sockets; one that is merely dropped leaks its threads.
///
/// `@unchecked Sendable`: libzmq's contexts may be used from all threads, and the pointer is
/// constant. That nobody uses it after ``close(within:)`` the count of sockets under the lock
/// ensures.
public final class Context: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer
  private let state = Locked(State())

  private struct State {
    var isClosed = false
    var openSockets = 0
  }

  /// Creates a context.
  /// - Parameters:
  ///   - ioThreads: how many threads do the network I/O; one is good for a gigabyte a second.
  ///   - maxSockets: how many sockets may be open at once.
  /// - Throws: `resourceExhausted`, or `invalidArgument` for a number libzmq does not take.
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

  /// How many sockets are open.
  public var openSockets: Int { state.withLock { $0.openSockets } }

  /// Whether the context was closed.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Closes the context: waits until what its closed sockets still had to send is sent, or their
  /// linger time is over. Further calls do nothing.
  /// - Parameter limit: how long to wait at most.
  /// - Throws: `socketsOpen` when there are open sockets, and then nothing was done; `timedOut`
  ///   when the limit was reached, and then it goes on in the background.
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
      // Without a thread to wait in, shutting down is all that cannot block.
      if !started { shutDown() }
    }
    if !finished { throw ZeroMQError(.timedOut, during: .closeContext, about: "\(limit)") }
  }

  /// From now on every call on a socket of the context fails with `contextTerminated`.
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

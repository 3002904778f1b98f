import Synchronization

/// Reports the events of a socket's connections.
///
/// libzmq's I/O thread blocks if its events are not read, so the monitor reads them on the loop as
/// they arrive, until it or its socket is closed. A socket has at most one.
public final class SocketMonitor {
  private static let counter = Atomic<UInt64>(0)
  /// Maximum number of events that are read in one turn of the loop.
  private static let batch = 64
  /// Maximum number of events that wait on this side. libzmq's side can hold 1,000, so libzmq is at
  /// most 1,024 events ahead.
  private static let room = 24

  private let receiver: Socket
  private let handle: SocketHandle
  private var onEvent: (SocketEvent) -> Void

  /// Starts to report `events` of `socket`; earlier events are not reported. Must be called on the
  /// loop.
  /// - Parameter onEvent: called on the loop for each event, in order.
  /// - Throws: `notPossible` if the socket already has a monitor; the errors of opening a socket.
  public init(
    _ socket: Socket, events: SocketEventKind = .all, onEvent: @escaping (SocketEvent) -> Void
  ) throws(ZeroMQError) {
    _ = try socket.raw(for: .monitor)
    guard socket.handle.monitor == nil else {
      throw ZeroMQError(.notPossible, during: .monitor, about: "it already has a monitor")
    }
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    let endpoint = "inproc://monitor-\(number)"
    receiver = try Socket(.pair, in: socket.context, on: socket.loop)
    try receiver.set(.rcvhwm, to: Self.room)
    handle = socket.handle
    self.onEvent = onEvent
    guard handle.startMonitor(endpoint, events) else {
      let error = ZeroMQError(during: .monitor, about: endpoint)
      receiver.close()
      throw error
    }
    do throws(ZeroMQError) {
      try receiver.connect(endpoint)
    } catch {
      handle.stopMonitor {}
      receiver.close()
      throw error
    }
    handle.monitor = self
    socket.loop.watch(receiver) { [weak self] in self?.drain(atMost: Self.batch) }
  }

  /// Stops the monitor, after reporting all pending events. Further calls do nothing. Must be
  /// called on the loop.
  public func close() {
    guard !receiver.isClosed else { return }
    // Stops libzmq's side first. It sends a last event, "stopped", and never blocks again.
    handle.stopMonitor { drain(atMost: .max) }
    onEvent = { _ in }
    receiver.close()
    handle.monitor = nil
  }

  /// Stops libzmq's side when the loop ends. Pending events are dropped.
  func stop() {
    onEvent = { _ in }
    handle.stopMonitor { drain(atMost: .max) }
  }

  /// Reports all pending events immediately, for a caller that depends on them. Must be called on
  /// the loop.
  public func tellNow() { drain(atMost: .max) }

  private func drain(atMost limit: Int) {
    var taken = 0
    while taken < limit, let message = next() {
      if let event = SocketEvent(message) { onEvent(event) }
      taken += 1
    }
  }

  private func next() -> Message? {
    do throws(ZeroMQError) {
      return try receiver.receive()
    } catch {
      // The context or the loop has ended; no more events will follow.
      return nil
    }
  }
}

import Synchronization

/// Tells what happens to the connections of a socket.
///
/// libzmq's I/O thread waits for whoever does not take its events, so the monitor takes them on the
/// loop as they come, until it or its socket is closed. A socket has at most one.
public final class SocketMonitor {
  private static let counter = Atomic<UInt64>(0)
  /// Events taken in one turn of the loop.
  private static let batch = 64
  /// Events that wait here; libzmq's own end has room for 1,000, so it is 1,024 ahead at most.
  private static let room = 24

  private let receiver: Socket
  private let handle: SocketHandle
  private var onEvent: (SocketEvent) -> Void

  /// Starts to tell about `events` of `socket`; what happened before is not told. On the loop only.
  /// - Parameter onEvent: called on the loop for each event, in order.
  /// - Throws: `notPossible` when the socket has a monitor; what opening a socket throws.
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
      handle.stopMonitor()
      receiver.close()
      throw error
    }
    handle.monitor = self
    socket.loop.watch(receiver) { [weak self] in self?.drain(atMost: Self.batch) }
  }

  /// Ends it, after telling what came so far. Further calls do nothing. On the loop only.
  public func close() {
    guard !receiver.isClosed else { return }
    // First libzmq's end, which says "stopped" last and then waits for nobody.
    handle.stopMonitor()
    drain(atMost: .max)
    onEvent = { _ in }
    receiver.close()
    handle.monitor = nil
  }

  /// Tells at once what has come so far, for whoever must know it before going on. On the loop only.
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
      // The context or the loop ended under it; there is nothing more to tell.
      return nil
    }
  }
}

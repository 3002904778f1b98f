import CZeroMQ
import Glibc
import Threads

/// Handle of a libzmq socket, which must be closed explicitly.
///
/// `@unchecked Sendable`: `raw` is used only on the loop's thread. The exceptions are the thread
/// that creates it, before it is shared; a thread that takes over after the loop's thread has
/// ended; and the thread that stops the monitor, while the loop's thread waits for it.
final class SocketHandle: @unchecked Sendable {
  struct Events: OptionSet {
    let rawValue: Int32
    static let readable = Events(rawValue: ZMQ_POLLIN)
    static let writable = Events(rawValue: ZMQ_POLLOUT)
    /// libzmq cannot report events: the context was closed.
    static let failed = Events(rawValue: 1 << 16)
  }

  private(set) var raw: UnsafeMutableRawPointer?
  /// The descriptor of libzmq's mailbox, not of the connection; readable if events may be pending.
  let descriptor: Int32
  /// True if events may be pending that the descriptor does not show: libzmq signals a change once,
  /// and any call on the socket can consume that signal.
  var mayHaveNews = true
  /// True if a handler waits until the socket is writable.
  var awaitsRoom = false
  /// Reports events of the connections. It is stored here and not in the socket, because weak
  /// references to or from an object make each use of it more expensive, and sockets are used for
  /// each message.
  var monitor: SocketMonitor?
  private let context: Context
  private var isMonitored = false
  /// Time between two reads of the events while libzmq stops reporting them, in microseconds.
  private static let monitorPauseUs: UInt32 = 50

  init(_ kind: SocketKind, in context: Context) throws(ZeroMQError) {
    let raw = try context.open(kind)
    var descriptor: Int32 = -1
    var size = MemoryLayout<Int32>.size
    guard zmq_getsockopt(raw, ZMQ_FD, &descriptor, &size) == 0 else {
      let error = ZeroMQError(during: .getOption, about: "fd")
      zmq_close(raw)
      context.socketClosed()
      throw error
    }
    self.raw = raw
    self.descriptor = descriptor
    self.context = context
  }

  /// Returns the operations that are possible now. The query also lets libzmq process the reports
  /// of its I/O threads, so that the descriptor shows all later changes.
  func readyEvents() -> Events {
    mayHaveNews = false
    guard let raw else { return [] }
    var events: Int32 = 0
    var size = MemoryLayout<Int32>.size
    while zmq_getsockopt(raw, ZMQ_EVENTS, &events, &size) != 0 {
      if zmq_errno() != EINTR { return .failed }
    }
    return Events(rawValue: events)
  }

  /// Records that a receive found no message after libzmq had processed all reports. It does not
  /// show whether the queue has room to send.
  func foundNothing() { mayHaveNews = awaitsRoom }

  /// Sets an option; returns false, with the reason in libzmq's errno, if libzmq rejects it.
  func set<Value>(_ option: SocketOption<Value>, to value: Value) -> Bool {
    mayHaveNews = true
    return Value.encode(value, as: option.layout).withUnsafeBytes {
      zmq_setsockopt(raw, option.number, $0.baseAddress, $0.count) == 0
    }
  }

  /// Chooses the address family for an endpoint that is about to be bound or connected: IPv6 for an
  /// address in brackets, IPv4 for any other.
  ///
  /// For all other addresses, the option stays off: libzmq would resolve a name to an IPv6 address
  /// first and try no other, so `localhost` would not reach a server on 127.0.0.1
  /// (ip_resolver.cpp).
  func chooseFamily(for endpoint: String) -> Bool {
    set(.ipv6, to: endpoint.hasPrefix("tcp://["))
  }

  /// Starts to report `events` through a socket at `endpoint`; returns false if libzmq rejects it.
  func startMonitor(_ endpoint: String, _ events: SocketEventKind) -> Bool {
    isMonitored = zmq_socket_monitor(raw, endpoint, events.rawValue) == 0
    return isMonitored
  }

  /// Stops reporting events. Must be called before the receiving end or the socket is closed:
  /// otherwise libzmq's I/O thread would wait forever for a receiver that no longer exists.
  ///
  /// While the queue of events is full, the I/O thread waits and holds the lock that libzmq
  /// acquires here (socket_base.cpp, `_monitor_sync`). Therefore, another thread stops the monitor
  /// while this one empties the queue. Because of the lock, libzmq permits this call on any thread.
  ///
  /// - Parameter readEvents: reads the events in the queue. It is called once more after the last
  ///   event.
  func stopMonitor(_ readEvents: () -> Void) {
    guard isMonitored else { return }
    isMonitored = false
    let isStopped = Locked(false)
    let started = WorkerThread.start(name: "zmq-monitor") {
      zmq_socket_monitor(self.raw, nil, 0)
      isStopped.withLock { $0 = true }
    }
    if started {
      while !isStopped.withLock({ $0 }) {
        readEvents()
        usleep(Self.monitorPauseUs)
      }
    } else {
      // Makes room for the thousand events that may arrive before libzmq has the lock.
      readEvents()
      zmq_socket_monitor(raw, nil, 0)
    }
    readEvents()
  }

  func close() {
    monitor?.stop()
    monitor = nil
    guard let open = raw else { return }
    raw = nil
    zmq_close(open)
    context.socketClosed()
  }
}

import CZeroMQ

/// A libzmq socket and who must close it.
///
/// `@unchecked Sendable`: `raw` is used only on the loop's thread. The exceptions are the thread
/// that makes it, before anyone else knows of it, and whoever finds the loop's thread gone.
final class SocketHandle: @unchecked Sendable {
  struct Events: OptionSet {
    let rawValue: Int32
    static let readable = Events(rawValue: ZMQ_POLLIN)
    static let writable = Events(rawValue: ZMQ_POLLOUT)
    /// libzmq could not say: the context was closed.
    static let failed = Events(rawValue: 1 << 16)
  }

  private(set) var raw: UnsafeMutableRawPointer?
  /// What becomes readable when there may be news; libzmq's mailbox, not the connection.
  let descriptor: Int32
  /// Whether there may be news that the descriptor does not show: libzmq signals a change once, and
  /// any call on the socket can use that signal up.
  var mayHaveNews = true
  /// Whether somebody waits until the socket can be written to.
  var awaitsRoom = false
  /// What tells of its connections. Not the socket's: one object that is referred to weakly, or that
  /// refers back so, makes each use of it dearer, and sockets are used for each message.
  var monitor: SocketMonitor?
  private let context: Context
  private var isMonitored = false

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

  /// What can be done now. Asking also lets libzmq take in what its I/O threads report, so that the
  /// descriptor shows whatever comes afterwards.
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

  /// A receive found nothing, after it had let libzmq take in all reports. Whether there is room to send
  /// it did not ask.
  func foundNothing() { mayHaveNews = awaitsRoom }

  /// Sets an option; false, and libzmq's errno says why, when libzmq does not take it.
  func set<Value>(_ option: SocketOption<Value>, to value: Value) -> Bool {
    mayHaveNews = true
    return Value.encode(value, as: option.layout).withUnsafeBytes {
      zmq_setsockopt(raw, option.number, $0.baseAddress, $0.count) == 0
    }
  }

  /// Chooses the address family for an endpoint that is about to be bound or connected: IPv6 for an address in
  /// brackets, IPv4 for any other.
  ///
  /// The option stays off otherwise because libzmq then resolves a name to an IPv6 address first and tries no other, so
  /// `localhost` would miss a server on 127.0.0.1 (ip_resolver.cpp).
  func chooseFamily(for endpoint: String) -> Bool {
    set(.ipv6, to: endpoint.hasPrefix("tcp://["))
  }

  /// Starts to report `events` to a socket that connects to `endpoint`; false when libzmq refuses.
  func startMonitor(_ endpoint: String, _ events: SocketEventKind) -> Bool {
    isMonitored = zmq_socket_monitor(raw, endpoint, events.rawValue) == 0
    return isMonitored
  }

  /// Ends the reports. Always before the receiving end or the socket is closed: libzmq's I/O thread
  /// waits for ever for a receiver that is gone.
  func stopMonitor() {
    guard isMonitored, let raw else { return }
    isMonitored = false
    zmq_socket_monitor(raw, nil, 0)
  }

  func close() {
    stopMonitor()
    monitor = nil
    guard let open = raw else { return }
    raw = nil
    zmq_close(open)
    context.socketClosed()
  }
}

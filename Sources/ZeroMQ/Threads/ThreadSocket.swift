import CZeroMQ
import Glibc

/// A ZeroMQ socket for a plain thread without a loop. Programs that measure others use it, because
/// they must use as few resources as a program in C.
///
/// It is not `Sendable`, so it stays on the thread that created it. A received message is not
/// copied, and nothing is allocated for it.
public final class ThreadSocket {
  /// Maximum number of frames that are kept; further frames of a message are dropped.
  public static let maxFrames = 10

  /// The messaging pattern of the socket.
  public let kind: SocketKind
  private let handle: SocketHandle
  private let parts: UnsafeMutablePointer<zmq_msg_t>
  /// Number of kept frames of the last received message.
  public private(set) var count = 0

  /// Opens a socket with a linger time of 0.
  /// - Throws: `contextTerminated` or `resourceExhausted`.
  public init(_ kind: SocketKind, in context: Context) throws(ZeroMQError) {
    self.kind = kind
    handle = try SocketHandle(kind, in: context)
    parts = .allocate(capacity: Self.maxFrames)
    for index in 0..<Self.maxFrames { zmq_msg_init(parts + index) }
    _ = handle.set(.linger, to: 0)
  }

  deinit {
    for index in 0..<Self.maxFrames { zmq_msg_close(parts + index) }
    parts.deallocate()
    handle.close()
  }

  /// Closes the socket; unsent messages are dropped unless a linger time was set. The socket cannot
  /// be used afterwards.
  public func close() { handle.close() }

  /// Sets an option.
  /// - Throws: `invalidOption`.
  public func set<Value>(_ option: SocketOption<Value>, to value: Value) throws(ZeroMQError) {
    guard handle.set(option, to: value) else {
      throw ZeroMQError(during: .setOption, about: option.name)
    }
  }

  /// Listens on `endpoint`.
  /// - Returns: the actual endpoint, in which `*` and port 0 are replaced by the system's choice.
  @discardableResult
  public func bind(_ endpoint: String) throws(ZeroMQError) -> String {
    if UnixSocket.isListening(endpoint) {
      throw ZeroMQError(errno: EADDRINUSE, during: .bind, about: endpoint)
    }
    guard handle.chooseFamily(for: endpoint), let raw = handle.raw, zmq_bind(raw, endpoint) == 0
    else {
      throw ZeroMQError(during: .bind, about: endpoint)
    }
    var text = [CChar](repeating: 0, count: 1024)
    var size = text.count
    guard zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &text, &size) == 0, size > 1 else {
      return endpoint
    }
    return String(decoding: text[..<(size - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Connects to `endpoint`, now or as soon as a peer listens there.
  public func connect(_ endpoint: String) throws(ZeroMQError) {
    guard handle.chooseFamily(for: endpoint), let raw = handle.raw, zmq_connect(raw, endpoint) == 0
    else {
      throw ZeroMQError(during: .connect, about: endpoint)
    }
  }

  // MARK: Receiving

  /// Receives the next message, which replaces the previous one. Never waits.
  /// - Returns: false if no message is available.
  public func receive() throws(ZeroMQError) -> Bool {
    count = 0
    guard try take(into: 0) else { return false }
    count = 1
    var last = 0
    while zmq_msg_more(parts + last) != 0 {
      last = min(count, Self.maxFrames - 1)
      guard try take(into: last) else { break }
      count = min(count + 1, Self.maxFrames)
    }
    return true
  }

  private func take(into index: Int) throws(ZeroMQError) -> Bool {
    while zmq_msg_recv(parts + index, handle.raw, ZMQ_DONTWAIT) < 0 {
      let number = zmq_errno()
      if number == EINTR { continue }
      if number == EAGAIN { return false }
      throw ZeroMQError(errno: number, during: .receive)
    }
    return true
  }

  /// A frame of the last received message; the bytes are valid until the next call of
  /// ``receive()``.
  public subscript(index: Int) -> UnsafeRawBufferPointer {
    precondition(index < count, "The message has \(count) frames.")
    return UnsafeRawBufferPointer(
      start: zmq_msg_data(parts + index), count: zmq_msg_size(parts + index))
  }

  // MARK: Sending

  /// Sends a copy of one frame. Never waits.
  /// - Parameter more: true if another frame of the same message follows.
  public func send(
    _ bytes: UnsafeRawBufferPointer, more: Bool = false
  ) throws(ZeroMQError) -> SendResult {
    let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
    while zmq_send(handle.raw, bytes.baseAddress, bytes.count, flags) < 0 {
      switch zmq_errno() {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EHOSTUNREACH: return .hostUnreachable
      case let number: throw ZeroMQError(errno: number, during: .send)
      }
    }
    return .sent
  }

  /// Sends one frame with a string in UTF-8.
  public func send(_ text: String, more: Bool = false) throws(ZeroMQError) -> SendResult {
    var text = text
    let result: Result<SendResult, ZeroMQError> = text.withUTF8 { bytes in
      do throws(ZeroMQError) {
        return .success(try send(UnsafeRawBufferPointer(bytes), more: more))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Waiting

  /// Waits until a message is available.
  /// - Parameter deadline: time at which the wait ends.
  /// - Returns: true if a message is available.
  public func wait(until deadline: MonotonicInstant) -> Bool {
    Self.wait(for: [self], until: deadline)
  }

  /// Waits until one of several sockets of this thread has a message.
  /// - Returns: true if one has a message, or if its context was closed; in that case, receiving
  ///   throws the reason.
  public static func wait(
    for sockets: [ThreadSocket], until deadline: MonotonicInstant
  ) -> Bool {
    while true {
      // The events are checked first, because libzmq signals a change only once, and a receive may
      // have consumed the signal.
      let mayReceive = sockets.contains {
        !$0.handle.readyEvents().isDisjoint(with: [.readable, .failed])
      }
      if mayReceive { return true }
      let now = MonotonicInstant.now
      guard now < deadline else { return false }
      let rest = deadline.nanoseconds - now.nanoseconds
      var items = sockets.map {
        pollfd(fd: $0.handle.descriptor, events: Int16(POLLIN), revents: 0)
      }
      czmq_wait(&items, Int32(items.count), Int64(rest))
    }
  }
}

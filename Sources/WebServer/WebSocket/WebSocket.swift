import CMicroHTTPD
import CWslay
import Glibc
import ZeroMQ

/// The server's end of one WebSocket connection (RFC 6455). wslay decodes received frames;
/// `WebFrame` encodes sent ones.
///
/// Used only on the server's loop.
public final class WebSocket: StreamConnection {
  /// A message from the client.
  public enum Message: Hashable, Sendable {
    /// Text in valid UTF-8.
    case text([UInt8])
    /// Arbitrary bytes, in a binary message.
    case binary([UInt8])
  }

  /// Close codes, from RFC 6455 and our own.
  public enum Code {
    /// The server is stopping (RFC 6455).
    public static let goingAway: UInt16 = 1001
    /// No closing handshake took place (RFC 6455; never on the wire).
    public static let abnormal: UInt16 = 1006
    /// The client read too slowly, and too much data was waiting to be sent.
    public static let tooSlow: UInt16 = 4008
  }

  /// Receives messages, in order.
  public var onMessage: ((Message) -> Void)?
  /// Called once, when the connection has ended, with the code of the close frame that was received
  /// or sent.
  public var onClose: ((UInt16) -> Void)?

  private let loop: SocketLoop
  private let maxMessage: Int
  private var context: OpaquePointer?
  /// Bytes that were read together with the handshake.
  private var early: ArraySlice<UInt8>
  private var maskRule = MaskRule()
  private var isReading = false
  /// True if the client has closed the connection or it is lost.
  private var isGone = false
  /// Close code, if this end closed the connection without wslay.
  private var code: UInt16?
  /// Number of bytes that may be read before other connections get their turn.
  private var budget = 0
  private var isClosing = false
  private var lastHeard: MonotonicInstant
  private var lastPing: MonotonicInstant

  init(early: [UInt8], server: WebServer) {
    self.early = early[...]
    loop = server.loop
    maxMessage = server.limits.message
    lastHeard = loop.now
    lastPing = loop.now
    super.init(SendQueue(server.limits.sending))
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { wslay, buffer, length, _, user in
      guard let user, let buffer else { return -1 }
      let socket = Unmanaged<WebSocket>.fromOpaque(user).takeUnretainedValue()
      return socket.receive(wslay, UnsafeMutableRawBufferPointer(start: buffer, count: length))
    }
    callbacks.send_callback = { _, data, length, _, user in
      guard let user, let data else { return -1 }
      let socket = Unmanaged<WebSocket>.fromOpaque(user).takeUnretainedValue()
      socket.queue.addControl(Array(UnsafeBufferPointer(start: data, count: length)))
      return length
    }
    callbacks.on_msg_recv_callback = { _, argument, user in
      guard let user, let message = argument?.pointee else { return }
      Unmanaged<WebSocket>.fromOpaque(user).takeUnretainedValue().took(message)
    }
    var made: OpaquePointer?
    if wslay_event_context_server_init(&made, &callbacks, Unmanaged.passUnretained(self).toOpaque())
      == 0
    {
      context = made
      wslay_event_config_set_max_recv_msg_length(made, UInt64(maxMessage))
    }
  }

  deinit { if let context { wslay_event_context_free(context) } }

  // MARK: Out

  /// Sends a message after all earlier ones. If the client does not read, the message waits.
  ///
  /// - Parameter isDroppable: true to allow the message to be dropped if a lot of data is already
  ///   waiting. If too much other data waits, the connection is closed with 4008.
  public func send(_ frame: WebFrame, isDroppable: Bool = false) {
    guard !isClosing, !isEnded else { return }
    switch queue.add(frame, isDroppable: isDroppable) {
    case .taken: if !awaitsRoom, !isReading { flush() }
    case .dropped: droppedCount += 1
    case .tooSlow:
      queue.clear()
      close(Code.tooSlow, "too slow")
    }
  }

  /// Time within which a client answers a ping.
  private static let pongTime = Duration.seconds(5)

  /// True if the client has not answered the last ping in time, so that its connection is slow or lost.
  public var isLate: Bool {
    lastHeard < lastPing && lastPing.duration(to: loop.now) > Self.pongTime
  }

  /// Closes the connection. Earlier messages are still sent, and the client has five seconds to
  /// confirm.
  ///
  /// - Parameter reason: truncated to 123 bytes.
  public func close(_ code: UInt16, _ reason: String = "") {
    guard !isClosing, !isEnded else { return }
    isClosing = true
    closingSince = loop.now
    let text = Self.cut(reason)
    _ = wslay_event_queue_close(context, code, text, text.count)
    if !isReading { pump() }
  }

  /// Truncates a reason to the size of a control frame, as valid UTF-8: a browser treats anything
  /// else as a protocol error.
  private static func cut(_ reason: String) -> [UInt8] {
    var text = reason[...]
    while text.utf8.count > 123 { text.unicodeScalars.removeLast() }
    return Array(text.utf8)
  }

  /// Sends control frames of wslay, then the queue; ends the connection if it is finished.
  private func pump() {
    guard !isEnded, let context else { return end() }
    if wslay_event_want_write(context) != 0, wslay_event_send(context) < 0 { return end() }
    flush()
    guard !isEnded, queue.isEmpty, wslay_event_want_read(context) == 0,
      wslay_event_want_write(context) == 0
    else { return }
    if wslay_event_get_close_received(context) != 0 { return end() }
    finishSending()
  }

  /// Closes the connection after a protocol violation for which wslay has no close code.
  private func closeForProtocol() {
    isClosing = true
    closingSince = loop.now
    code = 1002
    wslay_event_shutdown_read(context)
    wslay_event_shutdown_write(context)
    queue.addControl([0x88, 2, 0x03, 0xEA])
  }

  // MARK: In

  override func visit() {
    guard !isEnded, let context else { return end() }
    if isDiscarding {
      discard()
      return
    }
    budget = maxMessage
    isReading = true
    let failure = wslay_event_want_read(context) != 0 && wslay_event_recv(context) < 0
    isReading = false
    if failure {
      if isGone { return end() }
      closeForProtocol()
    }
    pump()
  }

  private func receive(
    _ wslay: OpaquePointer?, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    func fail(_ error: wslay_error) -> Int {
      wslay_event_set_error(wslay, error.rawValue)
      return -1
    }
    guard !buffer.isEmpty else { return fail(WSLAY_ERR_CALLBACK_FAILURE) }
    var count = min(buffer.count, early.count)
    if count > 0 {
      buffer.copyBytes(from: early.prefix(count))
      early = early.dropFirst(count)
    } else {
      guard budget > 0 else { return fail(WSLAY_ERR_WOULDBLOCK) }
      count = recv(descriptor, buffer.baseAddress, min(buffer.count, budget), 0)
      if count < 0, errno == EAGAIN || errno == EINTR { return fail(WSLAY_ERR_WOULDBLOCK) }
      guard count > 0 else {
        isGone = true
        return fail(WSLAY_ERR_CALLBACK_FAILURE)
      }
      budget -= count
    }
    lastHeard = loop.now
    maskRule.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return maskRule.isBroken ? fail(WSLAY_ERR_CALLBACK_FAILURE) : count
  }

  private func took(_ message: wslay_event_on_msg_recv_arg) {
    guard !isClosing, !isEnded else { return }
    let bytes = Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length))
    switch UInt32(message.opcode) {
    case WSLAY_TEXT_FRAME.rawValue: onMessage?(.text(bytes))
    case WSLAY_BINARY_FRAME.rawValue: onMessage?(.binary(bytes))
    // wslay answers pings and close frames automatically.
    default: break
    }
  }

  // MARK: Time, and the end

  override func tend(at now: MonotonicInstant, _ limits: WebServer.Limits) {
    super.tend(at: now, limits)
    if lastHeard.duration(to: now) > limits.silence { return end() }
    guard !isEnded, !isClosing, lastPing.duration(to: now) > limits.ping else { return }
    lastPing = now
    queue.addControl(WebFrame.ping.bytes)
    if !awaitsRoom { flush() }
  }

  override func leave() { close(Code.goingAway, "server shutting down") }

  override func ended() {
    let received = wslay_event_get_status_code_received(context)
    let sent = wslay_event_get_status_code_sent(context)
    let onClose = onClose
    self.onClose = nil
    onMessage = nil
    // The reported code is that of the side that closed the connection first.
    let codes = isClosing ? [sent, received] : [received, sent]
    onClose?(code ?? codes.first { $0 != 0 && $0 != Code.abnormal } ?? Code.abnormal)
  }
}

import CMicroHTTPD
import CTLS
import Glibc
import ZeroMQ

/// One connection with TLS. Its plaintext passes through a socket pair, whose other end belongs to
/// libmicrohttpd, or to a WebSocket.
///
/// libmicrohttpd can do TLS itself, but not for upgraded connections that an external event loop
/// drives: version 0.9.75 forwards four bytes at a time, and loses the end of the data.
///
/// Used only on the server's loop.
final class TLSTunnel {
  /// Size of a record's plaintext. A smaller buffer would leave a part of a record in the session,
  /// where epoll does not see it.
  private static let recordBytes = 16 << 10
  /// Number of records per visit, after which other connections get their turn.
  private static let maxRecords = 16
  /// Time limit for a handshake.
  private static let handshakeTime = Duration.seconds(10)
  /// Time for which the client may take to close its end.
  private static let closingTime = Duration.seconds(5)

  let client: Int32
  /// This end of the socket pair; -1 until the handshake is complete.
  private(set) var server: Int32 = -1
  /// True until the handshake is complete.
  var isShakingHands: Bool { server < 0 }

  private let address: sockaddr_storage
  private let session: OpaquePointer
  private unowned let front: TLSFront
  private var toServer: ArraySlice<UInt8> = []
  private var toClient: ArraySlice<UInt8> = []
  private var clientEnded = false
  private var serverEnded = false
  /// True after the end of one side was forwarded to the other side.
  private var hasEndedServer = false
  private var hasEndedClient = false
  /// True if the session has to send something before it can continue.
  private var wantsRoom = false
  /// Start of the step that has a time limit: the handshake, a wait for a client that does not
  /// read, or the wait for its end.
  private var since: MonotonicInstant
  private var isWatchingClient = false
  private var isWatchingServer = false
  private(set) var isEnded = false

  /// Creates the tunnel of an accepted connection; nil if memory is exhausted.
  init?(_ client: Int32, from address: sockaddr_storage, of front: TLSFront) {
    guard let session = ctls_session_new(front.certificate.context, client) else { return nil }
    self.client = client
    self.address = address
    self.session = session
    self.front = front
    since = front.loop.now
  }

  deinit { ctls_session_free(session) }

  /// Forwards all data that can be forwarded now.
  func pump() {
    guard !isEnded else { return }
    if isShakingHands, !shakeHands() { return watch() }
    wantsRoom = false
    for _ in 0..<Self.maxRecords {
      let wasClosing = hasEndedClient
      // Each of them runs, whatever the others return.
      let toServer = [receive(), deliver()]
      let toClient = [fetch(), transmit()]
      guard !isEnded else { return }
      if toClient.contains(true), !wasClosing { since = front.loop.now }
      guard toServer.contains(true) || toClient.contains(true) else { break }
    }
    if hasEndedClient, clientEnded { return end() }
    watch()
  }

  /// - Returns: true if the handshake is complete.
  private func shakeHands() -> Bool {
    let result = ctls_accept(session)
    guard result > 0 else {
      wantsRoom = result == CTLS_WANTS_ROOM.rawValue
      if result == CTLS_FAILED.rawValue { end() }
      return false
    }
    var pair: [Int32] = [-1, -1]
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
      end()
      return false
    }
    server = pair[0]
    // A large buffer would hide from the server that the client does not read.
    var size: Int32 = 32 << 10
    setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    front.opened(self, other: pair[1], from: address)
    return !isEnded
  }

  // MARK: To the server

  private func receive() -> Bool {
    guard toServer.isEmpty, !clientEnded else { return false }
    var bytes = [UInt8](repeating: 0, count: Self.recordBytes)
    let count = ctls_read(session, &bytes, Int32(bytes.count))
    switch count {
    case 1...: toServer = bytes[..<Int(count)]
    case 0: clientEnded = true
    case CTLS_WANTS_DATA.rawValue: return false
    case CTLS_WANTS_ROOM.rawValue:
      wantsRoom = true
      return false
    default:
      end()
      return false
    }
    return true
  }

  private func deliver() -> Bool {
    guard !isEnded else { return false }
    guard !toServer.isEmpty else {
      guard clientEnded, !hasEndedServer else { return false }
      hasEndedServer = true
      shutdown(server, Int32(SHUT_WR))
      return true
    }
    let count = toServer.withUnsafeBytes {
      send(server, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return false }
    // The server reads no more, so that the rest is discarded.
    toServer = count < toServer.count && count >= 0 ? toServer.dropFirst(count) : []
    return true
  }

  // MARK: To the client

  private func fetch() -> Bool {
    guard !isEnded, toClient.isEmpty, !serverEnded else { return false }
    var bytes = [UInt8](repeating: 0, count: Self.recordBytes)
    let count = recv(server, &bytes, bytes.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return false }
    if count > 0 { toClient = bytes[..<count] } else { serverEnded = true }
    return true
  }

  private func transmit() -> Bool {
    guard !isEnded else { return false }
    guard !toClient.isEmpty else {
      guard serverEnded, !hasEndedClient else { return false }
      hasEndedClient = true
      ctls_close(session)
      shutdown(client, Int32(SHUT_WR))
      return true
    }
    let count = toClient.withUnsafeBytes { ctls_write(session, $0.baseAddress, Int32($0.count)) }
    switch count {
    case 1...:
      toClient = Int(count) < toClient.count ? toClient.dropFirst(Int(count)) : []
      return true
    case CTLS_WANTS_ROOM.rawValue: wantsRoom = true
    case CTLS_WANTS_DATA.rawValue: break
    default: end()
    }
    return false
  }

  // MARK: Waiting, and the end

  /// True if it may be ended to make room: before it belongs to the server, and after the server has
  /// ended it.
  var isReplaceable: Bool { isShakingHands || hasEndedClient }

  /// True if its current step began before that of another tunnel.
  func startedBefore(_ other: TLSTunnel) -> Bool { since.nanoseconds < other.since.nanoseconds }

  private func watch() {
    guard !isEnded else { return }
    isWatchingClient = front.watch(
      client, was: isWatchingClient, forData: isShakingHands || toServer.isEmpty && !clientEnded,
      forRoom: wantsRoom)
    guard !isShakingHands else { return }
    isWatchingServer = front.watch(
      server, was: isWatchingServer, forData: toClient.isEmpty && !serverEnded,
      forRoom: !toServer.isEmpty)
  }

  /// Called every second, because nothing else ends a connection whose client has vanished.
  ///
  /// - Parameter idle: time limit for a client that does not read.
  func tend(at now: MonotonicInstant, idle: Duration) {
    let limit: Duration? =
      if isShakingHands {
        Self.handshakeTime
      } else if hasEndedClient {
        Self.closingTime
      } else {
        toClient.isEmpty ? nil : idle
      }
    if let limit, since.duration(to: now) > limit { end() }
  }

  /// Ends the connection immediately.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    front.closed(self)
    if isWatchingClient { cmhd_poll_remove(front.polling, client) }
    if isWatchingServer { cmhd_poll_remove(front.polling, server) }
    close(client)
    if server >= 0 { close(server) }
  }
}

import CMicroHTTPD
import Glibc
import ZeroMQ

/// Accepts connections with TLS, and passes their plaintext to libmicrohttpd.
///
/// Used only on the server's loop.
final class TLSFront {
  let loop: SocketLoop
  let polling: Int32
  /// Certificate for connections that are accepted from now on.
  var certificate: TLSCertificate
  private let listening: Int32
  private let most: Int
  private let idle: Duration
  private let pass: (_ descriptor: Int32, _ from: sockaddr_storage) -> Void
  private var tunnels: [Int32: TLSTunnel] = [:]
  /// The tunnels by this end of their socket pairs.
  private var byServer: [Int32: TLSTunnel] = [:]
  private var isAccepting = false

  /// Starts to accept connections, and takes ownership of the listening socket; nil if the system
  /// lacks a descriptor.
  ///
  /// - Parameters:
  ///   - most: maximum number of connections. Another one replaces the oldest one whose handshake
  ///     is not complete, or whose client has yet to close its end.
  ///   - idle: time limit for a client that does not read.
  ///   - pass: receives the plaintext end of a connection, which it owns, and the address of the
  ///     client.
  init?(
    on loop: SocketLoop, listening: Int32, certificate: TLSCertificate, most: Int, idle: Duration,
    pass: @escaping (_ descriptor: Int32, _ from: sockaddr_storage) -> Void
  ) {
    polling = cmhd_poll_begin()
    guard polling >= 0 else { return nil }
    self.loop = loop
    self.listening = listening
    self.certificate = certificate
    self.most = most
    self.idle = idle
    self.pass = pass
    let flags = fcntl(listening, F_GETFL)
    _ = fcntl(listening, F_SETFL, flags | O_NONBLOCK)
    // The loop retains this object until `stop`.
    loop.watch(fd: polling) { self.visit() }
    startAccepting()
  }

  /// Number of open connections.
  var count: Int { tunnels.count }

  /// Forwards what can be forwarded now, and ends all connections.
  func stop() {
    stopAccepting()
    loop.unwatch(fd: polling)
    for tunnel in tunnels.values {
      tunnel.pump()
      tunnel.end()
    }
    close(listening)
    close(polling)
  }

  // MARK: New connections

  /// Number of connections that are accepted at once.
  private static let acceptedAtOnce = 64

  /// Time after which the system ends a connection whose client does not confirm the data sent to
  /// it, in milliseconds.
  private static let unconfirmedMs: Int32 = 60_000

  private func startAccepting() {
    guard !isAccepting else { return }
    isAccepting = true
    loop.watch(fd: listening) { self.accept() }
  }

  private func stopAccepting() {
    guard isAccepting else { return }
    isAccepting = false
    loop.unwatch(fd: listening)
  }

  private func accept() {
    for _ in 0..<Self.acceptedAtOnce {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          cmhd_accept(listening, $0, &size)
        }
      }
      guard descriptor >= 0 else {
        // Without a free descriptor, the socket stays readable; `tend` tries again.
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { stopAccepting() }
        return
      }
      open(descriptor, from: address)
    }
  }

  private func open(_ descriptor: Int32, from address: sockaddr_storage) {
    if tunnels.count >= most {
      // The server limits the others.
      tunnels.values.filter(\.isReplaceable).min { $0.startedBefore($1) }?.end()
    }
    guard tunnels.count < most, let tunnel = TLSTunnel(descriptor, from: address, of: self) else {
      close(descriptor)
      return
    }
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    // Nothing else notices a client that has vanished from the network.
    var ms = Self.unconfirmedMs
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &ms, socklen_t(MemoryLayout<Int32>.size))
    tunnels[descriptor] = tunnel
    tunnel.pump()
  }

  // MARK: Called by tunnels

  /// Passes the plaintext of a connection on, when its handshake is complete.
  func opened(_ tunnel: TLSTunnel, other: Int32, from address: sockaddr_storage) {
    byServer[tunnel.server] = tunnel
    pass(other, address)
  }

  func closed(_ tunnel: TLSTunnel) {
    tunnels[tunnel.client] = nil
    if !tunnel.isShakingHands { byServer[tunnel.server] = nil }
  }

  /// Watches a descriptor; returns true if it is watched from now on.
  func watch(_ descriptor: Int32, was: Bool, forData: Bool, forRoom: Bool) -> Bool {
    cmhd_poll_change(polling, descriptor, was, forData, forRoom)
    return forData || forRoom
  }

  // MARK: Open connections

  private func visit() {
    var ready = [Int32](repeating: 0, count: 256)
    let count = cmhd_poll_ready(polling, &ready)
    // A descriptor may be reused during this loop; the visit of its new tunnel is harmless.
    for descriptor in ready.prefix(max(0, Int(count))) {
      (byServer[descriptor] ?? tunnels[descriptor])?.pump()
    }
  }

  /// Called every second.
  func tend(at now: MonotonicInstant) {
    for tunnel in tunnels.values { tunnel.tend(at: now, idle: idle) }
    startAccepting()
  }
}

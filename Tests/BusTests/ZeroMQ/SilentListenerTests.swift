import Glibc
import HTTPServer
import TestSupport
import Testing
import ZeroMQ

@testable import Bus

/// A listener whose kernel drops the first packet of each further connection, as a machine without memory does.
private struct SilentListener {
  let endpoint: String
  private let descriptor: Int32
  private let pending: IdleConnections

  /// Listens with a queue of one connection, and fills that queue.
  init() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0, backlog: 0)
    descriptor = socket.descriptor
    endpoint = "tcp://127.0.0.1:\(socket.port)"
    pending = try IdleConnections(to: endpoint, count: 1)
  }

  /// Accepts the connections that fill the queue, so that the kernel answers again.
  func accept() { Glibc.close(Glibc.accept(descriptor, nil, nil)) }

  func close() {
    pending.close()
    Glibc.close(descriptor)
  }
}

/// A DEALER that connects as the bus does, and the events of its connection.
private actor Caller {
  nonisolated let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var socket: Socket?
  let retries = Log<SocketEvent>()
  let connections = Log<SocketEvent>()

  init(on loop: SocketLoop) { self.loop = loop }

  func connect(to endpoint: String, in context: Context) throws {
    let socket = try Socket(.dealer, in: context, on: loop)
    try socket.set(.linger, to: 0)
    try socket.setReconnection()
    _ = try SocketMonitor(socket, events: [.connectRetried, .connected]) { [retries, connections] in
      ($0.kind == .connected ? connections : retries).add($0)
    }
    try socket.connect(endpoint)
    self.socket = socket
  }

  func close() { socket?.close() }
}

/// A router whose machine drops packets.
@Suite struct SilentListenerTests {
  @Test func anUnansweredAttemptIsGivenUpAndRepeated() async throws {
    let listener = try SilentListener()
    defer { listener.close() }
    let context = try Context()
    let loop = try SocketLoop(name: "peer")
    let caller = Caller(on: loop)
    try await caller.connect(to: listener.endpoint, in: context)
    // Without the limit, the kernel would report nothing for two minutes.
    await caller.retries.first { _ in true }
    listener.accept()
    let connected = await caller.connections.first { _ in true }
    #expect(connected.endpoint == listener.endpoint)
    await caller.close()
    await loop.stop()
    try await context.close()
  }
}

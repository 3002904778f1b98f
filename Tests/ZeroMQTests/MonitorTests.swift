import TestSupport
import Testing
import ZeroMQ

@Suite struct MonitorTests {
  @Test func tellsTheLifeOfAConnection() async throws {
    try await withRig { rig in
      let server = try rig.socket(.dealer)
      let client = try rig.socket(.dealer)
      let serverLog = try rig.events(of: server)
      let clientLog = try rig.events(of: client)
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      #expect(await serverLog.wait(for: .listening).endpoint == endpoint)
      try client.connect(endpoint)
      #expect(await clientLog.wait(for: .connected).endpoint == endpoint)
      _ = await serverLog.wait(for: .accepted)
      _ = await serverLog.wait(for: .handshakeSucceeded)
      client.close()
      _ = await serverLog.wait(for: .disconnected)
      #expect(clientLog.events.last?.kind == .monitorStopped)
    }
  }

  @Test func tellsOnlyWhatIsAskedFor() async throws {
    try await withRig { rig in
      let server = try rig.socket(.dealer)
      let client = try rig.socket(.dealer)
      let log = EventLog()
      let monitor = try SocketMonitor(server, events: [.handshakeSucceeded]) { log.add($0) }
      try client.connect(try server.bind("tcp://127.0.0.1:*"))
      _ = await log.wait(for: .all)
      #expect(log.events.map(\.kind) == [.handshakeSucceeded])
      monitor.close()
      monitor.close()
      // Another monitor may follow.
      let second = try SocketMonitor(server) { log.add($0) }
      let refused = failure { () throws(ZeroMQError) in _ = try SocketMonitor(server) { _ in } }
      #expect(refused?.code == .notPossible)
      second.close()
    }
  }

  @Test func survivesManyEventsThatNobodyReadsAtOnce() async throws {
    try await withRig { rig in
      let server = try rig.socket(.dealer)
      let log = try rig.events(of: server)
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      for _ in 0..<100 {
        let client = try rig.socket(.dealer)
        try client.set(.linger, to: 0)
        try client.connect(endpoint)
        _ = await log.wait(for: .handshakeSucceeded)
        client.close()
      }
      let accepted = log.events.count { $0.kind == .accepted }
      #expect(accepted == 100)
    }
  }

  /// libzmq's I/O thread waits while a monitor has 1,024 unread events, and holds the lock that
  /// stopping the monitor needs.
  @Test(arguments: [true, false])
  func aSocketWithMoreEventsThanFitCloses(_ isExplicit: Bool) async throws {
    try await withRig { rig in
      let server = try rig.socket(.dealer)
      let log = EventLog()
      _ = try SocketMonitor(server, events: [.accepted, .monitorStopped]) { log.add($0) }
      let endpoint = try server.bind("tcp://127.0.0.1:*")
      // The loop reads no events meanwhile, as this does not suspend.
      for _ in 0..<16 {
        let idle = try IdleConnections(to: endpoint, count: 64)
        idle.waitUntilAllAreGreeted()
        idle.close()
      }
      #expect(log.events.isEmpty)
      // These stay in the kernel's queue, except the one with which the I/O thread waits.
      try IdleConnections(to: endpoint, count: 32).close()
      // Returns because otherwise the loop closes the socket when it stops.
      guard isExplicit else { return }
      server.close()
      #expect(log.events.count { $0.kind == .accepted } >= 1024)
      #expect(log.events.last?.kind == .monitorStopped)
    }
  }

  // A monitor that was neither closed nor stopped must not leave libzmq waiting for a reader.
  @Test func aForgottenMonitorHoldsNothingUp() async throws {
    for _ in 0..<20 {
      try await withRig { rig in
        let server = try rig.socket(.dealer)
        let client = try rig.socket(.dealer)
        let log = try rig.events(of: server)
        _ = try rig.events(of: client)
        try client.connect(try server.bind("tcp://127.0.0.1:*"))
        _ = await log.wait(for: .handshakeSucceeded)
      }
    }
  }

  @Test func kindsHaveNames() {
    #expect("\(SocketEventKind.handshakeFailedAuth)" == "handshakeFailedAuth")
    #expect("\([.connected, .closed] as SocketEventKind)" == "connected+closed")
  }
}

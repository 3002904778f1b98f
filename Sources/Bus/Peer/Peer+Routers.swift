import ZeroMQ

extension Peer {
  /// Maximum time for the router to answer a heartbeat, in milliseconds; after that, the next
  /// router is tried. A heartbeat is sent each second.
  private static var silenceMs: Int64 { 2500 }

  /// If there are several routers, checks that the current one is alive. A router that is
  /// suspended, or whose machine has failed, does not close its connections.
  func watchRouter() {
    guard !isClosed, !hasLeft else { return }
    loop.schedule(after: .milliseconds(250)) { [weak self] in
      self?.assumeIsolated { $0.watchRouter() }
    }
    // A service always needs the router, a tool only while it waits for a reply.
    guard service != nil || !waiting.isEmpty else { return owedSince = nil }
    let now = loop.now
    guard let since = owedSince else { return owedSince = now }
    let last = max(since, lastHeard ?? since)
    guard last.duration(to: now) > .milliseconds(Self.silenceMs) else { return }
    owedSince = now
    onNotice(.unexpected("The router is not responding; looking for another one."))
    transport.turn()
  }
}

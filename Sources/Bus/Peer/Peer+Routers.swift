import ZeroMQ

extension Peer {
  /// How long a router may be silent that has been asked for a sign of life, in milliseconds, before another one is
  /// tried. A heartbeat goes out each second.
  private static var silenceMs: Int64 { 2500 }

  /// With several routers: looks whether the present one is still there. One that is suspended, or whose machine is gone,
  /// keeps its connections.
  func watchRouter() {
    guard !isClosed, !hasLeft else { return }
    loop.schedule(after: .milliseconds(250)) { [weak self] in
      self?.assumeIsolated { $0.watchRouter() }
    }
    // A service always wants to hear of it, a tool while it waits for an answer.
    guard service != nil || !waiting.isEmpty else { return owedSince = nil }
    let now = loop.now
    guard let since = owedSince else { return owedSince = now }
    let last = max(since, lastHeard ?? since)
    guard last.duration(to: now) > .milliseconds(Self.silenceMs) else { return }
    owedSince = now
    onNotice(.unexpected("The router does not respond; looking for another one."))
    transport.turn()
  }
}

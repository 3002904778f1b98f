extension Peer {
  /// Handles a connection that the router refuses. A tool's calls fail with the reason. A service
  /// waits until its key is known, and so do its delegate calls.
  func refused(_ refusal: ConnectionRefusal?) {
    guard !isClosed, refusal != self.refusal else { return }
    self.refusal = refusal
    guard let refusal else { return }
    onNotice(.refused(refusal.error))
    guard refusal.isFinal, service == nil else { return }
    for id in waiting.keys { finish(id, .failure(refusal.error)) }
  }
}

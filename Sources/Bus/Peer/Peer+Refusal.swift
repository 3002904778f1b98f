extension Peer {
  /// The router does not let this peer in. A tool's calls end with the reason; a service waits for a key
  /// that is known, and what it has to tell its parent waits with it.
  func refused(_ refusal: ConnectionRefusal?) {
    guard !isClosed, refusal != self.refusal else { return }
    self.refusal = refusal
    guard let refusal else { return }
    onNotice(.refused(refusal.error))
    guard refusal.isFinal, service == nil else { return }
    for id in waiting.keys { finish(id, .failure(refusal.error)) }
  }
}

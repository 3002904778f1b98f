public import ZeroMQ

extension SocketLoop {
  /// Waits for the next message of a socket that has no other watcher. Call it on the loop.
  public func next(_ socket: Socket) async throws -> Message {
    if let message = try socket.receive() { return message }
    return try await withCheckedThrowingContinuation { continuation in
      watch(socket) {
        do {
          guard let message = try socket.receive() else { return }
          self.unwatch(socket)
          continuation.resume(returning: message)
        } catch {
          self.unwatch(socket)
          continuation.resume(throwing: error)
        }
      }
    }
  }
}

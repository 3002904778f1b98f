extension SocketLoop {
  /// Calls `onReadable` on the loop whenever `socket` has a message, until it is unwatched or
  /// closed.
  ///
  /// The handler decides how many messages it receives; while more are left, it is called again in
  /// the next turn, after timers, jobs and other sockets. Watching again replaces the handler. Must
  /// be called on the loop.
  public func watch(_ socket: Socket, onReadable: @escaping () -> Void) {
    preconditionOnLoop("A socket")
    watch(socket)?.onReadable = onReadable
  }

  /// Calls `body` once, as soon as `socket` is writable. A ROUTER or a PUB always is. Must be
  /// called on the loop.
  public func notifyWhenWritable(_ socket: Socket, _ body: @escaping () -> Void) {
    preconditionOnLoop("A socket")
    guard let watch = watch(socket) else { return }
    watch.onWritable = body
    socket.handle.awaitsRoom = true
  }

  /// Stops calling the handlers of `socket`. Must be called on the loop.
  public func unwatch(_ socket: Socket) {
    preconditionOnLoop("A socket")
    unwatch(socket.handle)
  }

  /// Calls `onReadable` on the loop while `descriptor` is readable or at its end; the handler must
  /// read it. Watching again replaces the handler. Must be called on the loop.
  public func watch(fd descriptor: Int32, onReadable: @escaping () -> Void) {
    preconditionOnLoop("A descriptor")
    guard !core.isOver else { return }
    unwatch(fd: descriptor)
    core.files.append(
      LoopCore.Watch(nil, descriptor: descriptor, onReadable: onReadable))
  }

  /// Stops watching `descriptor`; must be called on the loop, before the descriptor is closed.
  public func unwatch(fd descriptor: Int32) {
    preconditionOnLoop("A descriptor")
    core.files.removeAll { watch in
      guard watch.descriptor == descriptor else { return false }
      watch.isActive = false
      return true
    }
  }

  /// Calls `body` on the loop in its last turn, while the sockets are still open: to send last
  /// messages, and to fail waiting calls. Must be called on the loop.
  public func onStop(_ body: @escaping () -> Void) {
    preconditionOnLoop("onStop")
    core.onStop.append(body)
  }

  func unwatch(_ handle: SocketHandle) {
    handle.awaitsRoom = false
    core.sockets.removeAll { watch in
      guard watch.handle === handle else { return false }
      watch.isActive = false
      return true
    }
  }

  /// Returns the watch of a socket, created if necessary; nil if the loop or the socket is closed.
  private func watch(_ socket: Socket) -> LoopCore.Watch? {
    guard !core.isOver, !socket.isClosed else { return nil }
    let handle = socket.handle
    // A new handler must also be called for messages that have already arrived.
    handle.mayHaveNews = true
    if let known = core.sockets.first(where: { $0.handle === handle }) { return known }
    let watch = LoopCore.Watch(handle, descriptor: handle.descriptor, onReadable: nil)
    core.sockets.append(watch)
    return watch
  }
}

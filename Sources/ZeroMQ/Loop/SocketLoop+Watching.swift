extension SocketLoop {
  /// Calls `onReadable` on the loop whenever `socket` has a message, until it is unwatched or
  /// closed.
  ///
  /// The handler decides how many messages it takes; while there are more it is called again in the
  /// next turn, after timers, jobs and other sockets had theirs. Watching again replaces the
  /// handler. On the loop only.
  public func watch(_ socket: Socket, onReadable: @escaping () -> Void) {
    preconditionOnLoop("A socket")
    watch(socket)?.onReadable = onReadable
  }

  /// Calls `body` once, as soon as `socket` can be written to. For a ROUTER or a PUB that is
  /// always. On the loop only.
  public func notifyWhenWritable(_ socket: Socket, _ body: @escaping () -> Void) {
    preconditionOnLoop("A socket")
    guard let watch = watch(socket) else { return }
    watch.onWritable = body
    socket.handle.awaitsRoom = true
  }

  /// Stops calling the handlers of `socket`. On the loop only.
  public func unwatch(_ socket: Socket) {
    preconditionOnLoop("A socket")
    unwatch(socket.handle)
  }

  /// Calls `onReadable` on the loop for as long as `descriptor` can be read or is at its end; the
  /// handler reads it. Watching again replaces the handler. On the loop only.
  public func watch(fd descriptor: Int32, onReadable: @escaping () -> Void) {
    preconditionOnLoop("A descriptor")
    guard !core.isOver else { return }
    unwatch(fd: descriptor)
    core.files.append(
      LoopCore.Watch(nil, descriptor: descriptor, onReadable: onReadable))
  }

  /// Stops watching `descriptor`; to be called before it is closed. On the loop only.
  public func unwatch(fd descriptor: Int32) {
    preconditionOnLoop("A descriptor")
    core.files.removeAll { watch in
      guard watch.descriptor == descriptor else { return false }
      watch.isActive = false
      return true
    }
  }

  /// Calls `body` on the loop in its last turn, while the sockets are still open: to say goodbye,
  /// and to fail what is waiting. On the loop only.
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

  /// What is known of a socket that is watched, from now on if not before; nil when it is too late.
  private func watch(_ socket: Socket) -> LoopCore.Watch? {
    guard !core.isOver, !socket.isClosed else { return nil }
    let handle = socket.handle
    // Who begins to listen hears what is there already.
    handle.mayHaveNews = true
    if let known = core.sockets.first(where: { $0.handle === handle }) { return known }
    let watch = LoopCore.Watch(handle, descriptor: handle.descriptor, onReadable: nil)
    core.sockets.append(watch)
    return watch
  }
}

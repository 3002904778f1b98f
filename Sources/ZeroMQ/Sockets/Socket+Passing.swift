import CZeroMQ

extension Socket {
  /// Receives the next message into existing memory, regardless of ``limits``. Never waits. Must be
  /// called on the loop.
  /// - Returns: false if no message is available now.
  public func receive(into message: PassingMessage) throws(ZeroMQError) -> Bool {
    let raw = try raw(for: .receive)
    let number = message.receive(from: raw)
    if number == 0 { return true }
    guard number == EAGAIN else { throw ZeroMQError(errno: number, during: .receive) }
    handle.foundNothing()
    return false
  }

  /// Forwards a complete received message or nothing; its frames are moved, not copied. Never
  /// waits. Must be called on the loop.
  /// - Parameters:
  ///   - first: the index of the first frame that is sent.
  ///   - peer: a frame that is sent before the others: for a ROUTER, the receiver's routing id.
  /// - Returns: `sent` if the frames were moved; otherwise, they are still in `message`.
  /// - Throws: the errors of ``trySend(_:dontWait:)``.
  public func pass(
    _ message: PassingMessage, from first: Int = 0, to peer: UnsafeRawBufferPointer? = nil
  ) throws(ZeroMQError) -> SendResult {
    let raw = try raw(for: .send)
    precondition(first < message.kept, "A message needs a frame.")
    let last = message.kept - 1
    var next = first
    var number: Int32
    if let peer {
      number = Self.send(peer, to: raw, ZMQ_DONTWAIT | ZMQ_SNDMORE)
    } else {
      number = message.send(first, to: raw, ZMQ_DONTWAIT | (first == last ? 0 : ZMQ_SNDMORE))
      next += 1
    }
    switch number {
    case 0: break
    case EAGAIN: return .wouldBlock
    case EHOSTUNREACH: return .hostUnreachable
    default: throw ZeroMQError(errno: number, during: .send)
    }
    // As in `sendRest`, the queue has room from here on, unless the connection is lost.
    while next <= last {
      let failure = message.send(next, to: raw, ZMQ_DONTWAIT | (next == last ? 0 : ZMQ_SNDMORE))
      if failure != 0 && number == 0 { number = failure }
      next += 1
    }
    guard number == 0 else { throw ZeroMQError(.connectionLost, during: .send) }
    return .sent
  }

  /// Sends a copy of one frame; returns 0 or the errno.
  private static func send(
    _ bytes: UnsafeRawBufferPointer, to raw: UnsafeMutableRawPointer, _ flags: Int32
  ) -> Int32 {
    while zmq_send(raw, bytes.baseAddress, bytes.count, flags) < 0 {
      let number = zmq_errno()
      if number != EINTR { return number }
    }
    return 0
  }
}

import CZeroMQ
import Glibc

/// The result of sending a message.
public enum SendResult: Sendable, Hashable {
  /// libzmq accepted the message, and delivers it if it can.
  case sent
  /// The queue is full, or no peer is connected; nothing was sent.
  case wouldBlock
  /// A mandatory ROUTER does not know the peer; nothing was sent.
  case hostUnreachable
}

extension Socket {
  /// Sends a complete message or nothing. Must be called on the loop.
  /// - Parameter dontWait: false to block the loop until the queue has room.
  /// - Throws: `wouldBlock` if the queue is full, `hostUnreachable` if a mandatory ROUTER does not
  ///   know the peer, `connectionLost` if the connection was lost during the call (nothing is
  ///   delivered).
  public func send(_ message: Message, dontWait: Bool = true) throws(ZeroMQError) {
    switch try trySend(message, dontWait: dontWait) {
    case .sent: return
    case .wouldBlock: throw ZeroMQError(errno: EAGAIN, during: .send)
    case .hostUnreachable: throw ZeroMQError(errno: EHOSTUNREACH, during: .send)
    }
  }

  /// Sends a complete message or nothing, and returns common failures as values, which is cheaper
  /// than throwing errors. Must be called on the loop.
  /// - Throws: all errors that `SendResult` does not cover; see ``send(_:dontWait:)``.
  public func trySend(_ message: Message, dontWait: Bool = true) throws(ZeroMQError) -> SendResult {
    let raw = try raw(for: .send)
    guard let first = message.frames.first else {
      throw ZeroMQError(.invalidArgument, during: .send, about: "a message needs a frame")
    }
    let flags = dontWait ? ZMQ_DONTWAIT : 0
    let last = message.frames.count - 1
    let number = Self.send(first, to: raw, last == 0 ? flags : flags | ZMQ_SNDMORE)
    guard number == 0 else {
      switch number {
      case EAGAIN: return .wouldBlock
      case EHOSTUNREACH: return .hostUnreachable
      default: throw ZeroMQError(errno: number, during: .send)
      }
    }
    if last > 0 { try sendRest(message.frames, to: raw, flags) }
    return .sent
  }

  /// Sends one frame of `count` bytes, which `fill` writes directly into libzmq's memory. Creates
  /// no object and never waits. Must be called on the loop.
  /// - Parameter fill: must write the whole buffer, and must not keep it.
  /// - Throws: all errors that `SendResult` does not cover; see ``send(_:dontWait:)``.
  public func trySend(
    count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(ZeroMQError) -> SendResult {
    let raw = try raw(for: .send)
    var message = zmq_msg_t()
    guard zmq_msg_init_size(&message, count) == 0 else {
      throw ZeroMQError(errno: ENOMEM, during: .send, about: "\(count) bytes")
    }
    fill(UnsafeMutableRawBufferPointer(start: zmq_msg_data(&message), count: count))
    while zmq_msg_send(&message, raw, ZMQ_DONTWAIT) < 0 {
      let number = zmq_errno()
      if number == EINTR { continue }
      zmq_msg_close(&message)
      switch number {
      case EAGAIN: return .wouldBlock
      case EHOSTUNREACH: return .hostUnreachable
      default: throw ZeroMQError(errno: number, during: .send)
      }
    }
    return .sent
  }

  // Once libzmq has accepted the first frame, it has room for all of them. A later frame fails only
  // if the connection is lost. libzmq then discards the message and silently drops its remaining
  // frames, so all of them must be sent; otherwise the next message would lose its first frame.
  private func sendRest(
    _ frames: [Frame], to raw: UnsafeMutableRawPointer, _ flags: Int32
  ) throws(ZeroMQError) {
    var failure: Int32 = 0
    let last = frames.count - 1
    for index in 1...last {
      let number = Self.send(frames[index], to: raw, index == last ? flags : flags | ZMQ_SNDMORE)
      if number != 0 && failure == 0 { failure = number }
    }
    guard failure != 0 else { return }
    if failure == EAGAIN || failure == EHOSTUNREACH {
      throw ZeroMQError(.connectionLost, during: .send)
    }
    throw ZeroMQError(errno: failure, during: .send)
  }

  /// Sends one frame, sharing its bytes; returns 0 or the errno.
  private static func send(
    _ frame: Frame, to raw: UnsafeMutableRawPointer, _ flags: Int32
  ) -> Int32 {
    var copy = zmq_msg_t()
    zmq_msg_init(&copy)
    zmq_msg_copy(&copy, frame.storage.message)
    while zmq_msg_send(&copy, raw, flags) < 0 {
      let number = zmq_errno()
      if number == EINTR { continue }
      zmq_msg_close(&copy)
      return number
    }
    return 0
  }
}

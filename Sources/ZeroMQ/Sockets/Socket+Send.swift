import CZeroMQ
import Glibc

/// What became of a message.
public enum SendResult: Sendable, Hashable {
  /// libzmq has it and delivers it if it can.
  case sent
  /// There is no room, or nobody is connected; nothing was sent.
  case wouldBlock
  /// A mandatory ROUTER knows no such peer; nothing was sent.
  case hostUnreachable
}

extension Socket {
  /// Sends a message, all of it or nothing. On the loop only.
  /// - Parameter dontWait: with false the loop stands still until there is room.
  /// - Throws: `wouldBlock` when there is no room, `hostUnreachable` when a mandatory ROUTER does
  ///   not know the peer, `connectionLost` when it went away in the middle (nothing is delivered).
  public func send(_ message: Message, dontWait: Bool = true) throws(ZeroMQError) {
    switch try trySend(message, dontWait: dontWait) {
    case .sent: return
    case .wouldBlock: throw ZeroMQError(errno: EAGAIN, during: .send)
    case .hostUnreachable: throw ZeroMQError(errno: EHOSTUNREACH, during: .send)
    }
  }

  /// Sends a message, all of it or nothing, and reports what is part of normal business as a value,
  /// which is cheaper than an error. On the loop only.
  /// - Throws: what else can go wrong; see ``send(_:dontWait:)``.
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

  /// Sends one frame of `count` bytes that `fill` writes straight into libzmq's memory: no object is
  /// made for it. On the loop only; never waits.
  /// - Parameter fill: has to write all of the buffer, which it must not keep.
  /// - Throws: what else can go wrong; see ``send(_:dontWait:)``.
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

  // Once libzmq has taken the first frame it has room for all. A later one fails only when the
  // connection is gone; libzmq then takes back the message and silently drops what still belongs to
  // it, so the rest is sent to the end, or the next message would lose its head.
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

  /// Sends one frame, sharing its bytes; 0 or the errno.
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

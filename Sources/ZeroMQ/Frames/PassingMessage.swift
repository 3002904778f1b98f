import CZeroMQ

/// A message that was received and lies where libzmq put it: to be looked at, and sent on as it is.
///
/// No object is made for it or its frames, and the memory is used again for the next message. Like the
/// sockets that fill and send it, it belongs to one thread.
public final class PassingMessage {
  /// The most frames that are kept; what a message has beyond them is dropped.
  public static let maxFrames = 10

  /// How many frames came, those that were dropped included.
  public private(set) var count = 0
  /// The bytes of all frames that came.
  public private(set) var byteCount = 0
  let parts: UnsafeMutablePointer<zmq_msg_t>

  /// Creates one without frames.
  public init() {
    parts = .allocate(capacity: Self.maxFrames)
    for index in 0..<Self.maxFrames { zmq_msg_init(parts + index) }
  }

  deinit {
    for index in 0..<Self.maxFrames { zmq_msg_close(parts + index) }
    parts.deallocate()
  }

  /// How many frames are here.
  public var kept: Int { min(count, Self.maxFrames) }

  /// A frame; the bytes are valid until the next message is received, or this one is sent or taken.
  public subscript(index: Int) -> UnsafeRawBufferPointer {
    precondition(index < kept, "The message has \(kept) frames.")
    return UnsafeRawBufferPointer(
      start: zmq_msg_data(parts + index), count: zmq_msg_size(parts + index))
  }

  /// The frames from `first` on, to be kept. They are not here any more.
  public func take(from first: Int = 0) -> Message {
    Message((min(first, kept)..<kept).map { Frame(storage: .taking(parts + $0)) })
  }

  /// Takes the next message of a socket, in place of the one before.
  /// - Returns: 0, or the errno; `EAGAIN` where there is none.
  func receive(from raw: UnsafeMutableRawPointer?) -> Int32 {
    count = 0
    byteCount = 0
    var last = 0
    repeat {
      // What is beyond the last place goes through it.
      last = min(count, Self.maxFrames - 1)
      while zmq_msg_recv(parts + last, raw, ZMQ_DONTWAIT) < 0 {
        let number = zmq_errno()
        // libzmq has a message as a whole or not at all: only the first frame can be missing.
        if number != EINTR { return number }
      }
      count += 1
      byteCount += zmq_msg_size(parts + last)
    } while zmq_msg_more(parts + last) != 0
    return 0
  }

  /// Hands a frame to a socket.
  /// - Returns: 0, or the errno; then the frame is still here.
  func send(_ index: Int, to raw: UnsafeMutableRawPointer, _ flags: Int32) -> Int32 {
    while zmq_msg_send(parts + index, raw, flags) < 0 {
      let number = zmq_errno()
      if number != EINTR { return number }
    }
    return 0
  }
}

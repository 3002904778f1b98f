import CZeroMQ

/// A received message in libzmq's own memory, for inspection and forwarding.
///
/// Receiving a message creates no objects, because the memory is reused for each message. Like the
/// sockets that fill and send it, it belongs to one thread.
public final class PassingMessage {
  /// Maximum number of frames that are kept; further frames of a message are dropped.
  public static let maxFrames = 10

  /// Number of received frames, including dropped ones.
  public private(set) var count = 0
  /// Total size of all received frames, in bytes.
  public private(set) var byteCount = 0
  let parts: UnsafeMutablePointer<zmq_msg_t>

  /// Creates a message without frames.
  public init() {
    parts = .allocate(capacity: Self.maxFrames)
    for index in 0..<Self.maxFrames { zmq_msg_init(parts + index) }
  }

  deinit {
    for index in 0..<Self.maxFrames { zmq_msg_close(parts + index) }
    parts.deallocate()
  }

  /// Number of kept frames.
  public var kept: Int { min(count, Self.maxFrames) }

  /// A frame; its bytes are valid until the next message is received, or this one is sent or moved.
  public subscript(index: Int) -> UnsafeRawBufferPointer {
    precondition(index < kept, "The message has \(kept) frames.")
    return UnsafeRawBufferPointer(
      start: zmq_msg_data(parts + index), count: zmq_msg_size(parts + index))
  }

  /// Moves the frames from index `first` on into a new message; afterwards they are empty here.
  public func take(from first: Int = 0) -> Message {
    Message((min(first, kept)..<kept).map { Frame(storage: .taking(parts + $0)) })
  }

  /// Inserts bytes into a frame, which is copied once.
  ///
  /// - Parameter offset: offset in the frame, from 0 to its size.
  public func insert(_ bytes: [UInt8], into index: Int, at offset: Int) {
    let old = self[index]
    precondition((0...old.count).contains(offset), "The offset is outside the frame.")
    var larger = zmq_msg_t()
    // Fails only without memory, as any other allocation would.
    let failure = zmq_msg_init_size(&larger, old.count + bytes.count)
    precondition(failure == 0, "No memory for a frame.")
    let room = UnsafeMutableRawBufferPointer(
      start: zmq_msg_data(&larger), count: old.count + bytes.count)
    room.copyBytes(from: old[..<offset])
    UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyBytes(from: bytes)
    UnsafeMutableRawBufferPointer(rebasing: room[(offset + bytes.count)...])
      .copyBytes(from: old[offset...])
    zmq_msg_move(parts + index, &larger)
    zmq_msg_close(&larger)
    byteCount += bytes.count
  }

  /// Receives the next message of a socket, which replaces the previous one.
  /// - Returns: 0, or the errno; `EAGAIN` if no message is available.
  func receive(from raw: UnsafeMutableRawPointer?) -> Int32 {
    count = 0
    byteCount = 0
    var last = 0
    repeat {
      // When all places are used, each further frame overwrites the last one.
      last = min(count, Self.maxFrames - 1)
      while zmq_msg_recv(parts + last, raw, ZMQ_DONTWAIT) < 0 {
        let number = zmq_errno()
        // libzmq has either the complete message or nothing, so only the first frame can be
        // missing.
        if number != EINTR { return number }
      }
      count += 1
      byteCount += zmq_msg_size(parts + last)
    } while zmq_msg_more(parts + last) != 0
    return 0
  }

  /// Sends a frame to a socket.
  /// - Returns: 0, or the errno; after an error, the message still has the frame.
  func send(_ index: Int, to raw: UnsafeMutableRawPointer, _ flags: Int32) -> Int32 {
    while zmq_msg_send(parts + index, raw, flags) < 0 {
      let number = zmq_errno()
      if number != EINTR { return number }
    }
    return 0
  }
}

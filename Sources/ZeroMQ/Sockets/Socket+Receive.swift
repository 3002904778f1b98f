import CZeroMQ
import Glibc

extension Socket {
  /// Receives the next message; nil if none is available now. Never waits. Must be called on the
  /// loop.
  /// - Throws: `messageTooLarge` if it has more frames or bytes than ``limits`` permits; the rest
  ///   of it is discarded, and the error carries the frames up to the limit.
  public func receive() throws(ZeroMQError) -> Message? {
    let raw = try raw(for: .receive)
    guard let first = try receiveFrame(raw) else { return nil }
    guard first.hasMore else {
      let message = Message(first.frame)
      if first.frame.count > limits.bytes {
        throw tooLarge([], frames: 1, bytes: first.frame.count)
      }
      return message
    }
    var frames = [first.frame]
    var bytes = first.frame.count
    var count = 1
    var hasMore = true
    var fits = bytes <= limits.bytes
    if !fits { frames = [] }
    // libzmq has either the complete message or nothing, so the remaining frames are available.
    while hasMore, let next = try receiveFrame(raw) {
      hasMore = next.hasMore
      count += 1
      bytes += next.frame.count
      fits = fits && count <= limits.frames && bytes <= limits.bytes
      if fits { frames.append(next.frame) }
    }
    guard fits else { throw tooLarge(frames, frames: count, bytes: bytes) }
    return Message(frames)
  }

  private func tooLarge(_ kept: [Frame], frames: Int, bytes: Int) -> ZeroMQError {
    ZeroMQError(
      .messageTooLarge, during: .receive, about: "\(frames) frames, \(bytes) bytes",
      truncated: Message(kept))
  }

  private func receiveFrame(
    _ raw: UnsafeMutableRawPointer
  ) throws(ZeroMQError) -> (frame: Frame, hasMore: Bool)? {
    let storage = spare ?? .empty()
    spare = nil
    while zmq_msg_recv(storage.message, raw, ZMQ_DONTWAIT) < 0 {
      let number = zmq_errno()
      if number == EINTR { continue }
      spare = storage
      if number == EAGAIN {
        handle.foundNothing()
        return nil
      }
      throw ZeroMQError(errno: number, during: .receive)
    }
    let hasMore = zmq_msg_more(storage.message) != 0
    return (Frame(storage: storage), hasMore)
  }
}

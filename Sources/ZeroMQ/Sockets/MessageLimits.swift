/// How large a message a socket accepts. libzmq itself limits only the bytes of a frame
/// (``SocketOption/maxMsgSize``), not how many frames there are.
public struct MessageLimits: Sendable, Hashable {
  /// The most frames, routing id included.
  public var frames: Int
  /// The most bytes of all frames together.
  public var bytes: Int

  /// Creates limits; without arguments 64 frames and 16 MiB.
  public init(frames: Int = 64, bytes: Int = 16 << 20) {
    self.frames = frames
    self.bytes = bytes
  }
}

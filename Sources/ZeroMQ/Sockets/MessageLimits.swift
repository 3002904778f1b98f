/// Limits of the messages that a socket accepts. libzmq itself limits only the size of a frame
/// (``SocketOption/maxMsgSize``), not the number of frames.
public struct MessageLimits: Sendable, Hashable {
  /// Maximum number of frames, including the routing id.
  public var frames: Int
  /// Maximum total size of all frames, in bytes.
  public var bytes: Int

  /// Creates limits. Default: 64 frames and 16 MiB.
  public init(frames: Int = 64, bytes: Int = 16 << 20) {
    self.frames = frames
    self.bytes = bytes
  }
}

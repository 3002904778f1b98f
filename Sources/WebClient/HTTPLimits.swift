/// How long a request may take, and how much of an answer is read.
public struct HTTPLimits: Hashable, Sendable {
  /// Until the connection stands, TLS included, in milliseconds.
  public var connectMs: Int
  /// In all, in milliseconds.
  public var totalMs: Int
  /// How much of the body is kept.
  public var keptBytes: Int
  /// How much of the body is read; a longer one is cut off, and the status counts.
  public var readBytes: Int

  /// Five seconds to connect and fifteen in all; the first KiB of a body is kept, unless told.
  public init(
    connectMs: Int = 5000, totalMs: Int = 15_000, keptBytes: Int = 1024, readBytes: Int = 1_048_576
  ) {
    self.connectMs = connectMs
    self.totalMs = totalMs
    self.keptBytes = keptBytes
    self.readBytes = readBytes
  }
}

/// Timeouts of a request, and limits on the part of the response that is read.
public struct HTTPLimits: Hashable, Sendable {
  /// Timeout for the connection, TLS included, in milliseconds.
  public var connectMs: Int
  /// Timeout for the whole request, in milliseconds.
  public var totalMs: Int
  /// Maximum number of body bytes that are kept.
  public var keptBytes: Int
  /// Maximum number of body bytes that are read; a longer body is truncated, but the status is
  /// still reported.
  public var readBytes: Int

  /// Creates limits. Default: 5 seconds to connect and 15 in total; the first KiB of the body is
  /// kept.
  public init(
    connectMs: Int = 5000, totalMs: Int = 15_000, keptBytes: Int = 1024, readBytes: Int = 1_048_576
  ) {
    self.connectMs = connectMs
    self.totalMs = totalMs
    self.keptBytes = keptBytes
    self.readBytes = readBytes
  }
}

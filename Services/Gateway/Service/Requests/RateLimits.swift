import Bus
import WebServer

/// Rate limit per session, address or stream, as token buckets that fill at a constant rate.
struct RateLimit: Hashable, Sendable {
  private struct Bucket: Hashable, Sendable {
    var tokens: Double
    var atMs: Int64
  }

  /// Maximum number of buckets in memory.
  private static let maxBuckets = 10_000

  let size: Double
  let perMs: Double
  private var buckets: [String: Bucket] = [:]

  /// Number of buckets in memory.
  var count: Int { buckets.count }

  /// Creates a limit whose buckets are full.
  ///
  /// - Parameters:
  ///   - count: size of a bucket, which is the maximum burst.
  ///   - ms: time in which an empty bucket fills up, in milliseconds.
  init(_ count: Int, perMs ms: Int64) {
    size = Double(count)
    perMs = Double(count) / Double(ms)
  }

  /// Takes a token from a bucket.
  ///
  /// - Parameters:
  ///   - key: key of the bucket: a session, an address or a stream.
  ///   - nowMs: milliseconds of a monotonic clock.
  /// - Returns: nil if a token was available; otherwise the time until the next one, in
  ///   milliseconds.
  mutating func take(_ key: String, at nowMs: Int64) -> Int? {
    if buckets.count >= Self.maxBuckets, buckets[key] == nil { forgetFull(nowMs) }
    var bucket = Bucket(tokens: left(key, at: nowMs), atMs: nowMs)
    defer { buckets[key] = bucket }
    guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / perMs).rounded(.up)) }
    bucket.tokens -= 1
    return nil
  }

  /// Number of tokens in a bucket.
  func left(_ key: String, at nowMs: Int64) -> Double {
    guard let bucket = buckets[key] else { return size }
    return min(size, bucket.tokens + Double(nowMs - bucket.atMs) * perMs)
  }

  /// Removes the full buckets, or all buckets if that is not enough.
  private mutating func forgetFull(_ nowMs: Int64) {
    buckets = buckets.filter { $0.value.tokens + Double(nowMs - $0.value.atMs) * perMs < size }
    if buckets.count >= Self.maxBuckets { buckets = [:] }
  }
}

extension RateLimit {
  /// Login attempts per address: ten per minute.
  static let logins = RateLimit(10, perMs: 60_000)
  /// Sign-ins with a provider that are begun, per address: thirty per minute, because the people of an
  /// office may share one.
  static let signIns = RateLimit(30, perMs: 60_000)
  /// Commands per session: twenty per second.
  static let commands = RateLimit(20, perMs: 1000)
  /// Messages per stream: a hundred per second.
  static let frames = RateLimit(100, perMs: 1000)
}

extension Gateway {
  /// Counts a command of a visitor. Returns an error response if the rate limit is exceeded.
  func tooMany(_ visitor: Visitor) -> WebAnswer? {
    commands.take(visitor.session, at: uptimeMs).map { waitMs in
      refuse(BusError(.busy, "Too many commands at once; try again.", retryAfterMs: waitMs))
    }
  }
}

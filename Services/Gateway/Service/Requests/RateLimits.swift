import Bus
import WebServer

/// Rate limit by key, as token buckets that fill evenly.
struct RateLimit: Hashable, Sendable {
  private struct Bucket: Hashable, Sendable {
    var tokens: Double
    var atMs: Int64
  }

  /// Maximum number of remembered buckets.
  private static let most = 10_000

  private let size: Double
  private let perMs: Double
  private var buckets: [String: Bucket] = [:]

  /// Number of remembered buckets.
  var count: Int { buckets.count }

  /// Creates a rate limit.
  ///
  /// - Parameters:
  ///   - count: size of a bucket, which is the maximum burst.
  ///   - ms: time in which an empty bucket fills up, in milliseconds.
  init(_ count: Int, perMs ms: Int64) {
    size = Double(count)
    perMs = Double(count) / Double(ms)
  }

  /// Takes a token.
  ///
  /// - Parameters:
  ///   - who: key of the bucket, such as a session or an address.
  ///   - nowMs: milliseconds of a monotonic clock.
  /// - Returns: nil if a token was available; otherwise the time until the next one, in
  ///   milliseconds.
  mutating func take(_ who: String, at nowMs: Int64) -> Int? {
    if buckets.count >= Self.most, buckets[who] == nil { forgetFull(nowMs) }
    var bucket = buckets[who] ?? Bucket(tokens: size, atMs: nowMs)
    bucket.tokens = min(size, bucket.tokens + Double(nowMs - bucket.atMs) * perMs)
    bucket.atMs = nowMs
    defer { buckets[who] = bucket }
    guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / perMs).rounded(.up)) }
    bucket.tokens -= 1
    return nil
  }

  /// Removes the full buckets, or all buckets if that is not enough.
  private mutating func forgetFull(_ nowMs: Int64) {
    buckets = buckets.filter { $0.value.tokens + Double(nowMs - $0.value.atMs) * perMs < size }
    if buckets.count >= Self.most { buckets = [:] }
  }
}

extension Gateway {
  /// Counts a command of a visitor; a refusal if the rate limit is exceeded.
  func tooMany(_ visitor: Visitor) -> WebAnswer? {
    commands.take(visitor.session, at: uptimeMs).map { waitMs in
      refuse(BusError(.busy, "Too many commands at once; try again.", retryAfterMs: waitMs))
    }
  }
}

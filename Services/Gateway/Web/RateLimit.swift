/// How often somebody may do something: a bucket that fills evenly, for each.
struct RateLimit: Hashable, Sendable {
  private struct Bucket: Hashable, Sendable {
    var tokens: Double
    var atMs: Int64
  }

  /// How many of them are remembered.
  private static let most = 10_000

  private let size: Double
  private let perMs: Double
  private var buckets: [String: Bucket] = [:]

  /// How many are remembered.
  var count: Int { buckets.count }

  /// - Parameters:
  ///   - count: how many at once.
  ///   - ms: in how many milliseconds so many become possible again.
  init(_ count: Int, perMs ms: Int64) {
    size = Double(count)
    perMs = Double(count) / Double(ms)
  }

  /// Takes one; nil if that is allowed, else in how many milliseconds it will be.
  ///
  /// - Parameter nowMs: of a clock that never goes back.
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

  /// Forgets those who have all again, and all if nobody has.
  private mutating func forgetFull(_ nowMs: Int64) {
    buckets = buckets.filter { $0.value.tokens + Double(nowMs - $0.value.atMs) * perMs < size }
    if buckets.count >= Self.most { buckets = [:] }
  }
}

/// Histogram over a wide range of values, with three significant digits.
///
/// The buckets are those of HdrHistogram with three digits: the range is divided into powers of two and
/// each of them into 1024 equal parts, so the error of a value is less than 1 part in 1024 (values below
/// 2048 are exact). It uses constant memory, and a few instructions per value. Histograms of equal range
/// can be added without loss. (Gil Tene, hdrhistogram.org.)
///
/// ```swift
/// var latencies = Histogram()
/// latencies.record(1_500_000)
/// latencies.value(at: 99)  // 1_500_000
/// ```
struct Histogram: Hashable, Sendable {
  /// Largest distinguishable value. Larger values are recorded as this one, and counted in ``clamped``.
  let highest: Int64
  var counts: [Int64]
  /// Number of recorded values.
  private(set) var count: Int64 = 0
  /// Number of recorded values that were larger than ``highest``, or negative.
  var clamped: Int64 = 0
  /// Exact smallest value; 0 if a negative value was recorded, nil if no value was.
  var min: Int64?
  /// Exact largest value; ``highest`` if a larger value was recorded, nil if no value was.
  var max: Int64?

  /// Binary logarithm of the number of buckets per power of two.
  static let halfMagnitude = 10
  static let half = 1 << halfMagnitude
  static let subBuckets = 2 * half

  /// Creates an empty histogram.
  ///
  /// - Parameter highest: at least 2048. Default: one hour in nanoseconds.
  init(highest: Int64 = 3_600_000_000_000) {
    self.highest = Swift.max(highest, Int64(Self.subBuckets))
    counts = Array(repeating: 0, count: Self.index(of: self.highest) + 1)
  }

  /// Records a value `times` times.
  mutating func record(_ value: Int64, times: Int64 = 1) {
    var kept = value
    if value > highest || value < 0 {
      clamped += times
      kept = value < 0 ? 0 : highest
    }
    counts[Self.index(of: kept)] += times
    count += times
    min = Swift.min(min ?? kept, kept)
    max = Swift.max(max ?? kept, kept)
  }

  /// Adds the counts of another histogram.
  mutating func add(_ other: Histogram) {
    if other.highest == highest {
      for index in counts.indices { counts[index] += other.counts[index] }
      count += other.count
      clamped += other.clamped
      if let low = other.min { min = Swift.min(min ?? low, low) }
      if let high = other.max { max = Swift.max(max ?? high, high) }
    } else {
      other.forEachBucket { value, times in record(value, times: times) }
    }
  }

  /// Removes all values.
  mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    (count, clamped, min, max) = (0, 0, nil, nil)
  }

  // MARK: Reading

  /// Returns the value of a percentile: the largest value of its bucket, as in HdrHistogram, but at
  /// most the largest recorded value.
  ///
  /// - Parameter percentile: from 0 to 100.
  /// - Returns: 0 without values.
  func value(at percentile: Double) -> Int64 {
    let share = Swift.min(Swift.max(percentile, 0), 100) / 100
    let wanted = Swift.max(1, Int64((share * Double(count)).rounded(.up)))
    var seen: Int64 = 0
    for index in counts.indices where counts[index] > 0 {
      seen += counts[index]
      if seen >= wanted { return Swift.min(Self.last(of: index), max ?? 0) }
    }
    return 0
  }

  /// Mean, computed from the midpoints of the buckets; 0 without values.
  var mean: Double {
    guard count > 0 else { return 0 }
    var sum = 0.0
    forEachBucket { value, times in sum += Double(value) * Double(times) }
    return sum / Double(count)
  }

  /// Standard deviation, computed from the midpoints of the buckets.
  var standardDeviation: Double {
    guard count > 0 else { return 0 }
    let mean = mean
    var sum = 0.0
    forEachBucket { value, times in
      let distance = Double(value) - mean
      sum += distance * distance * Double(times)
    }
    return (sum / Double(count)).squareRoot()
  }

  /// Calls `body` with the midpoint and the count of each bucket that is not empty, in order.
  func forEachBucket(_ body: (Int64, Int64) -> Void) {
    for index in counts.indices where counts[index] > 0 {
      body(Self.middle(of: index), counts[index])
    }
  }

  // MARK: Buckets

  static func index(of value: Int64) -> Int {
    let bits = 64 - (value | Int64(subBuckets - 1)).leadingZeroBitCount
    let bucket = bits - (halfMagnitude + 1)
    return (bucket + 1) << halfMagnitude + Int(value >> Int64(bucket)) - half
  }

  /// Returns the smallest value of a bucket, and the number of values in its range.
  static func range(of index: Int) -> (first: Int64, size: Int64) {
    var bucket = index >> halfMagnitude - 1
    var part = index & (half - 1) + half
    if bucket < 0 {
      part -= half
      bucket = 0
    }
    return (Int64(part) << Int64(bucket), 1 << Int64(bucket))
  }

  static func last(of index: Int) -> Int64 {
    let range = range(of: index)
    return range.first + range.size - 1
  }

  static func middle(of index: Int) -> Int64 {
    let range = range(of: index)
    return range.first + range.size / 2
  }
}

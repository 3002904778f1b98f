/// Counts of values over a wide range, each known to three significant digits.
///
/// The buckets are those of HdrHistogram with three digits: the range is cut into powers of two and
/// each of them into 1024 equal parts, so a value is off by less than 1 part in 1024 (values below
/// 2048 are exact), in constant memory and with a few instructions per value. Histograms of equal
/// range can be added without loss. (Gil Tene, hdrhistogram.org.)
///
/// ```swift
/// var latencies = Histogram()
/// latencies.record(1_500_000)
/// latencies.value(at: 99)  // 1_500_000
/// ```
struct Histogram: Hashable, Sendable {
  /// The largest value that is told apart; larger ones count as this one, and in ``clamped``.
  let highest: Int64
  var counts: [Int64]
  /// How many values were recorded.
  private(set) var count: Int64 = 0
  /// How many of them were larger than ``highest``, or negative.
  var clamped: Int64 = 0
  /// The smallest value, exactly; 0 if a negative one was recorded, nil without values.
  var min: Int64?
  /// The largest value, exactly; ``highest`` if one was larger than that, nil without values.
  var max: Int64?

  /// A power of two is cut into this many parts, as a power of two.
  static let halfMagnitude = 10
  static let half = 1 << halfMagnitude
  static let subBuckets = 2 * half

  /// - Parameter highest: at least 2048; an hour in nanoseconds unless told.
  init(highest: Int64 = 3_600_000_000_000) {
    self.highest = Swift.max(highest, Int64(Self.subBuckets))
    counts = Array(repeating: 0, count: Self.index(of: self.highest) + 1)
  }

  /// Counts a value, some times.
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

  /// Adds what another one counted.
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

  /// Forgets everything.
  mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    (count, clamped, min, max) = (0, 0, nil, nil)
  }

  // MARK: Reading

  /// The value that a share of all values does not exceed: the largest of its bucket, as
  /// HdrHistogram has it, but never more than the largest value of all.
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

  /// The mean of the middles of the buckets; 0 without values.
  var mean: Double {
    guard count > 0 else { return 0 }
    var sum = 0.0
    forEachBucket { value, times in sum += Double(value) * Double(times) }
    return sum / Double(count)
  }

  /// The standard deviation, of the middles of the buckets.
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

  /// Lends the middle of each bucket that is not empty, in order, with its count.
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

  /// The smallest value of a bucket, and how many values it holds.
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

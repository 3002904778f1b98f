import Glibc

/// Drift of lateness over time: if a clock drifts, ticks become later and later. Rates are in
/// microseconds of lateness per hour.
///
/// ``range`` is the drift that all meetings share; ``apart`` counts meetings that deviate from it.
struct Drift: Codable, Hashable, Sendable {
  /// The common drift, with its 95 % confidence interval.
  struct Range: Codable, Hashable, Sendable {
    var usPerHour: Double
    var lowUsPerHour: Double
    var highUsPerHour: Double

    /// True if the interval contains zero, that is, if no drift was detected.
    var hasZero: Bool { lowUsPerHour <= 0 && highUsPerHour >= 0 }
  }

  /// Minimum number of ticks of a meeting; with fewer ticks, chance determines its slope.
  static let minTicks = 5
  /// Minimum number of ticks of a meeting that is needed to estimate the random part of its slope.
  static let minToTell = 60

  /// Number of meetings that were evaluated.
  var meetings: Int
  /// Median of the meetings' slopes; nil without meetings.
  var medianUsPerHour: Double?
  /// Slope farthest from 0. Among very many meetings, an extreme slope is expected by chance.
  var worstUsPerHour: Double?
  /// Slope of one line through the ticks of all meetings.
  var overallUsPerHour: Double?
  /// Standard deviation of the meetings' slopes. It is computed from the quartiles, so that
  /// outliers do not affect it.
  var spreadUsPerHour: Double?
  /// Median of the standard deviations that the meetings' slopes have by chance alone.
  var chanceUsPerHour: Double?
  /// Number of meetings with enough ticks to detect a deviation.
  var told = 0
  /// Number of those meetings that deviate from the median. The threshold is set so that, by chance
  /// alone, any meeting exceeds it with a probability of 1 in 20.
  var apart = 0
  /// Common drift, from the median lateness over time; nil in the first seconds.
  var range: Range?

  private static let scale = 3600e6

  /// Computes the drift from slopes.
  ///
  /// - Parameters:
  ///   - slopes: slope of each meeting, in seconds per second.
  ///   - overall: slope of all ticks together, in seconds per second.
  init(slopes all: [LineFit.Slope], overall: Double?) {
    let slopes = all.filter { $0.count >= Self.minTicks }
    let sorted = slopes.map { $0.slope * Self.scale }.sorted()
    meetings = slopes.count
    overallUsPerHour = overall.map { $0 * Self.scale }
    guard let low = sorted.first, let high = sorted.last else { return }
    let middle = Comparison.median(sorted)
    medianUsPerHour = middle
    worstUsPerHour = abs(low) > abs(high) ? low : high
    // The quartiles of a normal distribution are 1.349 standard deviations apart.
    spreadUsPerHour = (sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]) / 1.349
    chanceUsPerHour = Comparison.median(slopes.map { $0.error * Self.scale })
    let fit = slopes.filter { $0.count >= Self.minToTell }
    told = fit.count
    // P(|Z| > z) is at most exp(-z²/2).
    let bound = (2 * log(20 * Double(max(1, told)))).squareRoot()
    apart = fit.count { abs($0.slope * Self.scale - middle) > bound * $0.error * Self.scale }
  }

  /// Sets the common drift.
  ///
  /// - Parameter levels: median lateness over time, in microseconds over seconds.
  mutating func setRange(levels: [(x: Double, y: Double)]) {
    range = TheilSen(levels).map {
      Range(
        usPerHour: $0.slope * 3600, lowUsPerHour: $0.low * 3600, highUsPerHour: $0.high * 3600)
    }
  }
}

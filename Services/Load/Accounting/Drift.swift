import Glibc

/// How lateness grows with time: a clock that drifts is later and later. Rates are in microseconds of
/// lateness for each hour.
///
/// What all meetings have in common is told by ``range``; whether single ones go their own way, by
/// ``apart``.
struct Drift: Codable, Hashable, Sendable {
  /// The drift that all have in common, and the range in which the true one lies in 95 of 100 cases.
  struct Range: Codable, Hashable, Sendable {
    var usPerHour: Double
    var lowUsPerHour: Double
    var highUsPerHour: Double

    /// Whether there may be no drift at all.
    var hasZero: Bool { lowUsPerHour <= 0 && highUsPerHour >= 0 }
  }

  /// Meetings with fewer ticks are left out: their slope is chance.
  static let minTicks = 5
  /// And of fewer than these it cannot be told how much of it is chance.
  static let minToTell = 60

  /// How many meetings were looked at.
  var meetings: Int
  /// Of the slopes of the meetings; nil where there was none.
  var medianUsPerHour: Double?
  /// The one that is farthest from 0. Of very many one is far from it by chance.
  var worstUsPerHour: Double?
  /// One line through all ticks.
  var overallUsPerHour: Double?
  /// How far the slopes of the meetings are from each other, as a standard deviation: from their
  /// quartiles, so that single ones do not matter.
  var spreadUsPerHour: Double?
  /// How far chance alone moves the slope of a meeting, as a standard deviation; the median of them.
  var chanceUsPerHour: Double?
  /// Of how many meetings can be told whether they go their own way.
  var told = 0
  /// How many of those do: that one of all of them is so far from the median has a chance of 1 in 20.
  var apart = 0
  /// Of the common drift, from the medians of lateness over time; nil after a few seconds.
  var range: Range?

  private static let scale = 3600e6

  /// - Parameters:
  ///   - slopes: seconds a second, of each meeting.
  ///   - overall: of all ticks together.
  init(slopes all: [LineFit.Slope], overall: Double?) {
    let slopes = all.filter { $0.count >= Self.minTicks }
    let sorted = slopes.map { $0.slope * Self.scale }.sorted()
    meetings = slopes.count
    overallUsPerHour = overall.map { $0 * Self.scale }
    guard let low = sorted.first, let high = sorted.last else { return }
    let middle = Comparison.median(sorted)
    medianUsPerHour = middle
    worstUsPerHour = abs(low) > abs(high) ? low : high
    // The quartiles of a normal distribution are 1.349 deviations apart.
    spreadUsPerHour = (sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]) / 1.349
    chanceUsPerHour = Comparison.median(slopes.map { $0.error * Self.scale })
    let fit = slopes.filter { $0.count >= Self.minToTell }
    told = fit.count
    // P(|Z| > z) is at most exp(-z²/2).
    let bound = (2 * log(20 * Double(max(1, told)))).squareRoot()
    apart = fit.count { abs($0.slope * Self.scale - middle) > bound * $0.error * Self.scale }
  }

  /// - Parameter levels: the median lateness over time, in microseconds over seconds.
  mutating func setRange(levels: [(x: Double, y: Double)]) {
    range = TheilSen(levels).map {
      Range(
        usPerHour: $0.slope * 3600, lowUsPerHour: $0.low * 3600, highUsPerHour: $0.high * 3600)
    }
  }
}

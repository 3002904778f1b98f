/// How lateness grows with time: a clock that drifts is later and later.
struct Drift: Codable, Hashable, Sendable {
  /// Meetings with fewer ticks are left out: their slope is chance.
  static let leastTicks = 5

  /// How many meetings were looked at.
  var meetings: Int
  /// The slopes of the meetings, in microseconds of lateness a minute; nil where there was none.
  var medianUsPerMinute: Double?
  /// The one that is farthest from 0. With few ticks for each meeting it is mostly chance.
  var worstUsPerMinute: Double?
  /// One line through all ticks.
  var overallUsPerMinute: Double?

  /// - Parameter slopes: seconds a second.
  init(slopes: [Double], overall: Double?) {
    let scale = 60e6
    let sorted = slopes.sorted()
    meetings = slopes.count
    if let low = sorted.first, let high = sorted.last {
      let middle = sorted.count / 2
      medianUsPerMinute =
        scale
        * (sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
      worstUsPerMinute = scale * (abs(low) > abs(high) ? low : high)
    }
    overallUsPerMinute = overall.map { $0 * scale }
  }
}

import Glibc

/// Tests whether the values of one sample tend to be larger than those of another (Mann and Whitney,
/// 1947).
///
/// It uses only ranks, so that a few outliers, which are common on a shared machine, do not
/// determine the result.
enum MannWhitney {
  /// Minimum size of a sample for the normal approximation.
  static let least = 5

  /// Returns true if samples of these sizes can differ significantly at all, for example if all
  /// values of one exceed those of the other.
  static func canTell(_ first: Int, _ second: Int, chance: Double) -> Bool {
    guard min(first, second) >= least else { return false }
    let (n, m) = (Double(first), Double(second))
    let z = (n * m / 2 - 0.5) / (n * m * (n + m + 1) / 12).squareRoot()
    return erfc(z / 2.0.squareRoot()) / 2 <= chance
  }

  /// Returns the probability that the ranks of `b` are at least this high if both samples came from
  /// the same source, corrected for ties and for continuity.
  ///
  /// - Returns: nil if the samples are too small, or if all values are equal.
  static func chanceThatLarger(_ a: [Double], _ b: [Double]) -> Double? {
    guard a.count >= least, b.count >= least else { return nil }
    let all = (a.map { ($0, false) } + b.map { ($0, true) }).sorted { $0.0 < $1.0 }
    var rankSum = 0.0
    var ties = 0.0
    var index = 0
    while index < all.count {
      var end = index
      while end < all.count, all[end].0 == all[index].0 { end += 1 }
      // Equal values share the mean of their ranks.
      let rank = Double(index + 1 + end) / 2
      rankSum += rank * Double(all[index..<end].count { $0.1 })
      let size = Double(end - index)
      ties += size * size * size - size
      index = end
    }
    let (n, m) = (Double(a.count), Double(b.count))
    let u = rankSum - m * (m + 1) / 2
    let total = n + m
    let variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    guard variance > 0 else { return nil }
    let z = (u - n * m / 2 - 0.5) / variance.squareRoot()
    return erfc(z / 2.0.squareRoot()) / 2
  }
}

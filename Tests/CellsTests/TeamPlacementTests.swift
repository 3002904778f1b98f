import Testing

/// How evenly cells would be filled if a whole team, and not a slot, were the unit that moves: the figures in
/// docs/scaling.md. `RebalancingTests` has those of slots.
@Suite struct TeamPlacementTests {
  /// The sizes of 1,000 teams by Zipf's law, relative to the largest.
  private static let sizes = (1...1000).map { 1 / Double($0) }

  @Test func theLargestTeamHasAnEighthOfTheStandups() {
    let share = 1 / Self.sizes.reduce(0, +)
    #expect((0.133...0.134).contains(share))
  }

  /// Each team goes to the emptiest cell, the largest first. No placement fills the fullest cell less than the largest
  /// team does.
  @Test(arguments: [(2, 1.00...1.01), (40, 5.3...5.4), (100, 13.3...13.4)])
  func theFullestCellHasAMultipleOfTheMean(_ count: Int, _ expected: ClosedRange<Double>) throws {
    var cells = [Double](repeating: 0, count: count)
    for size in Self.sizes {
      let emptiest = try #require(cells.indices.min { cells[$0] < cells[$1] })
      cells[emptiest] += size
    }
    let mean = Self.sizes.reduce(0, +) / Double(count)
    let fullest = try #require(cells.max()) / mean
    #expect(expected.contains(fullest))
    #expect(fullest >= 1 / mean)
  }
}

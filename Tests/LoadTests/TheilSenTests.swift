import StandupsDependencies
import Testing

@testable import LoadTester

@Suite struct TheilSenTests {
  private func points(
    _ count: Int, seed: UInt64, _ value: (Double) -> Double
  ) -> [(x: Double, y: Double)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      (Double(index), value(Double(index)) + Double.random(in: -1...1, using: &random))
    }
  }

  /// The range contains the true slope in 95 of 100 cases: about 380 of 400, and 15 more or fewer
  /// would be three and a half standard deviations.
  @Test(arguments: [8, 24, 120]) func theRangeHasTheSlopeAsOftenAsItSays(count: Int) throws {
    var hits = 0
    for seed in UInt64(0)..<400 {
      let line = try #require(TheilSen(points(count, seed: seed) { 0.25 * $0 + 3 }))
      #expect(line.low <= line.slope && line.slope <= line.high)
      if (line.low...line.high).contains(0.25) { hits += 1 }
    }
    #expect((365...400).contains(hits))
  }

  @Test func aWildPointMovesNothing() throws {
    var wild = points(24, seed: 1) { $0 }
    wild[20].y = 1e9
    let line = try #require(TheilSen(wild))
    #expect((line.low...line.high).contains(1) && line.high < 1.5)
  }

  @Test func manyPointsBecomeBlocks() {
    let blocks = TheilSen.blocks((0..<240).map { (Double($0), Double($0 % 10)) })
    #expect(blocks.count == TheilSen.most)
    #expect(blocks.map(\.x) == (0..<24).map { Double($0) * 10 + 4.5 })
    #expect(blocks.allSatisfy { $0.y == 4.5 })
  }

  @Test func fewPointsAndOneMomentTellNothing() {
    #expect(TheilSen(points(7, seed: 1) { $0 }) == nil)
    #expect(TheilSen(Array(repeating: (1.0, 2.0), count: 9)) == nil)
  }
}

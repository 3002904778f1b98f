import CommandLineKit
import StandupsDependencies
import Testing

@testable import LoadTester

@Suite struct ComparisonTests {
  private let rule = Comparison.Rule()

  /// Values around a mean, with a spread in percent.
  private func sample(_ middle: Double, spread: Double, count: Int, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      middle * (1 + Double.random(in: -spread...spread, using: &random) / 100)
    }
  }

  @Test func theSameSourceIsTheSame() {
    for seed in UInt64(1)...50 {
      let a = sample(100, spread: 30, count: 20, seed: seed)
      let b = sample(100, spread: 30, count: 20, seed: seed + 1000)
      #expect(Comparison.samples("x", a, b, rule).verdict != .worse)
    }
  }

  @Test func aClearDifferenceIsFoundBothWays() {
    let a = sample(100, spread: 10, count: 12, seed: 1)
    let b = sample(150, spread: 10, count: 12, seed: 2)
    #expect(Comparison.samples("x", a, b, rule).verdict == .worse)
    #expect(Comparison.samples("x", b, a, rule).verdict == .better)
    #expect(Comparison.samples("x", a, b, lowerIsBetter: false, rule).verdict == .better)
    #expect(Comparison.samples("x", b, a, lowerIsBetter: false, rule).verdict == .worse)
  }

  /// A difference that is significant but irrelevant counts as none.
  @Test func aSmallDifferenceIsNone() {
    let a = sample(100, spread: 1, count: 100, seed: 1)
    let b = sample(104, spread: 1, count: 100, seed: 2)
    let figure = Comparison.samples("x", a, b, rule)
    #expect(figure.verdict == .same)
    #expect(figure.chance ?? 1 < 1e-6)
  }

  @Test func aWildValueDecidesNothing() {
    let a = sample(100, spread: 5, count: 20, seed: 1)
    var b = sample(100, spread: 5, count: 20, seed: 2)
    b[3] = 1e9
    #expect(Comparison.samples("x", a, b, rule).verdict == .same)
  }

  @Test func fewValuesTellNothing() {
    #expect(Comparison.samples("x", [1, 1, 1, 1], [9, 9, 9, 9], rule).verdict == .unknown)
  }

  @Test func aRuleThatNoSampleOfThatSizeCanMeetTellsNothing() {
    let strict = Comparison.Rule(ratio: 1.1, chance: 0.001)
    let (a, b) = ((1...5).map { Double($0) }, (100...104).map { Double($0) })
    #expect(Comparison.samples("x", a, b, rule).verdict == .worse)
    #expect(Comparison.samples("x", a, b, strict).verdict == .unknown)
    #expect(!MannWhitney.canTell(4, 1_000, chance: 1))
    // The smallest possible probability, by both methods.
    let least = MannWhitney.chanceThatLarger(a, b) ?? 1
    #expect(MannWhitney.canTell(5, 5, chance: least * 1.000_001))
    #expect(!MannWhitney.canTell(5, 5, chance: least * 0.999_999))
  }

  @Test func tooFewValuesAreNeitherWorseNorNotWorse() {
    let few = Comparison.samples("lateness", [1, 1, 1], [100, 100], rule)
    let enough = Comparison.samples("CPU", [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], rule)
    func outcome(_ figures: Comparison.Figure...) -> Comparison.Outcome {
      Comparison(rule: rule, figures: figures, notes: []).outcome
    }
    #expect(outcome(few, enough) == .tooLittle)
    #expect(outcome() == .tooLittle)
    #expect(outcome(enough) == .notWorse)
    #expect(outcome(few, Comparison.faults("lost", 0, 1)) == .worse)
    // A percentage of almost nothing would look like a result.
    #expect(few.ratio == nil)
    let lines = Comparison(rule: rule, figures: [few, enough], notes: []).lines(Ink(isOn: false))
    #expect(
      lines.last?.hasPrefix("Too little data to judge: “lateness” has only 3 and 2 seconds") == true
    )
    #expect(lines.contains { $0.hasPrefix("lateness") && $0.hasSuffix("too few") })
    #expect([Comparison.Outcome.notWorse, .worse, .tooLittle].map(\.exit.rawValue) == [0, 1, 3])
  }

  @Test func oneMoreFaultIsWorse() {
    #expect(Comparison.faults("lost", 0, 1).verdict == .worse)
    #expect(Comparison.faults("lost", 1, 0).verdict == .better)
    #expect(Comparison.faults("lost", 2, 2).verdict == .same)
  }

  /// U = 0 of 5 against 5: z = (12.5 − 0.5) / √(25 · 11 / 12), without ties.
  @Test func chanceIsThatOfTheNormalApproximation() throws {
    let chance = try #require(
      MannWhitney.chanceThatLarger([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]))
    #expect(abs(chance - 0.006_093) < 0.000_01)
    let opposite = try #require(
      MannWhitney.chanceThatLarger([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]))
    #expect(opposite > 0.99)
  }

  @Test func equalValuesTellNothing() {
    #expect(
      MannWhitney.chanceThatLarger(Array(repeating: 1, count: 9), Array(repeating: 1, count: 9))
        == nil)
  }

  @Test func itSaysWhatItsFiguresAreOf() {
    let a = sample(100, spread: 10, count: 12, seed: 1)
    let comparison = Comparison(
      rule: rule,
      figures: [
        Comparison.samples("x", a, Array(a.dropLast(2)), rule), Comparison.faults("lost", 1, 2),
      ], notes: [])
    let lines = comparison.lines(Ink(isOn: false))
    #expect(lines.contains { $0.contains("median of 12, 10") })
    #expect(lines.contains { $0.hasPrefix("lost") && $0.contains("total") })
  }
}

import StandupsDependencies
import Testing

@testable import LoadTester

@Suite struct DriftTests {
  private func fit(_ count: Int, _ value: (Double) -> Double) -> LineFit.Slope? {
    var fit = LineFit()
    for x in 0..<count { fit.add(Double(x), value(Double(x))) }
    return fit.estimate
  }

  private func slope(_ value: Double, error: Double = 1e-9, count: Int = 600) -> LineFit.Slope {
    LineFit.Slope(slope: value, error: error, count: count)
  }

  @Test func aLineIsFound() throws {
    let line = try #require(fit(20) { 3 * $0 + 7 })
    #expect(abs(line.slope - 3) < 1e-9 && line.error < 1e-6 && line.count == 20)
  }

  /// Points at 0 to 3 with the values 0, 1, 1, 3: by hand 0.9 x − 0.1, the squares of the rest
  /// together 0.7, and 0.7 / (4 − 2) / 5 for the square of the slope's error.
  @Test func theErrorIsThatOfTheTextbook() throws {
    let values = [0.0, 1, 1, 3]
    let line = try #require(fit(4) { values[Int($0)] })
    #expect(abs(line.slope - 0.9) < 1e-9)
    #expect(abs(line.error - 0.07.squareRoot()) < 1e-9)
  }

  @Test func twoPointsAndOneMomentTellNothing() {
    #expect(fit(2) { $0 } == nil)
    var fit = LineFit()
    for y in 0..<5 { fit.add(4, Double(y)) }
    #expect(fit.estimate == nil)
  }

  @Test func ratesAreThoseOfAnHour() throws {
    let drift = Drift(slopes: [slope(1e-9), slope(-5e-9), slope(2e-9)], overall: 3e-9)
    #expect(drift.meetings == 3)
    #expect(abs(try #require(drift.medianUsPerHour) - 3.6) < 1e-9)
    #expect(abs(try #require(drift.worstUsPerHour) + 18) < 1e-9)
    #expect(abs(try #require(drift.overallUsPerHour) - 10.8) < 1e-9)
    #expect(abs(try #require(drift.chanceUsPerHour) - 3.6) < 1e-9)
  }

  @Test func noMeetingsHaveNoDrift() {
    let drift = Drift(slopes: [slope(1, count: 4)], overall: nil)
    #expect(drift.meetings == 0 && drift.medianUsPerHour == nil && drift.overallUsPerHour == nil)
  }

  /// Clocks with only noise, with the deviation that each reports for itself.
  private func noise(_ count: Int, seed: UInt64) -> [LineFit.Slope] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      // Approximately normal, with standard deviation 1.
      let sum = (0..<12).reduce(-6.0) { sum, _ in
        sum + Double.random(in: 0..<1, using: &random)
      }
      return slope(sum * 1e-9)
    }
  }

  @Test func noiseIsNotTakenForDrift() throws {
    let drift = Drift(slopes: noise(5000, seed: 3), overall: nil)
    #expect(drift.told == 5000 && drift.apart == 0)
    // Their differences match the expected random ones.
    let ratio =
      try #require(drift.spreadUsPerHour) / (try #require(drift.chanceUsPerHour))
    #expect((0.9...1.1).contains(ratio))
  }

  @Test func oneClockThatDriftsIsFoundAmongMany() throws {
    let drift = Drift(slopes: noise(5000, seed: 4) + [slope(-9e-9)], overall: nil)
    #expect(drift.apart == 1)
    #expect(abs(try #require(drift.worstUsPerHour) + 32.4) < 1e-6)
  }

  @Test func ofFewTicksNothingIsTold() {
    let drift = Drift(slopes: [slope(0, count: 59), slope(1, count: 59)], overall: nil)
    #expect(drift.meetings == 2 && drift.told == 0 && drift.apart == 0)
  }

  @Test func theRangeIsOfLatenessOverTime() throws {
    var drift = Drift(slopes: [], overall: nil)
    drift.setRange(levels: (0..<100).map { (Double($0), 500 + 0.01 * Double($0)) })
    let range = try #require(drift.range)
    #expect(abs(range.lowUsPerHour - 36) < 1e-6 && abs(range.highUsPerHour - 36) < 1e-6)
    #expect(!range.hasZero)
    drift.setRange(levels: (0..<7).map { (Double($0), 1) })
    #expect(drift.range == nil)
  }
}

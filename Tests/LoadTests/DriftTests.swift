import Testing

@testable import LoadTester

@Suite struct DriftTests {
  @Test func aLineIsFound() throws {
    var fit = LineFit()
    for x in 0..<20 { fit.add(Double(x), 3 * Double(x) + 7) }
    #expect(abs(try #require(fit.slope) - 3) < 1e-9)
  }

  @Test func onePointAndOneMomentTellNothing() {
    var fit = LineFit()
    fit.add(4, 1)
    #expect(fit.slope == nil)
    fit.add(4, 2)
    #expect(fit.slope == nil)
  }

  @Test func theWorstIsTheFarthestFromNothing() {
    let drift = Drift(slopes: [1e-6, -5e-6, 2e-6], overall: nil)
    #expect(drift.worstUsPerMinute == -300)
    #expect(drift.medianUsPerMinute == 60)
    #expect(drift.overallUsPerMinute == nil)
  }

  @Test func noMeetingsHaveNoDrift() {
    let drift = Drift(slopes: [], overall: nil)
    #expect(drift.meetings == 0 && drift.medianUsPerMinute == nil)
  }
}

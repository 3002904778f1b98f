import StandupsMetrics
import Testing

/// The text format, compared with its specification.
@Suite struct TextTests {
  @Test func aCounterIsThreeLines() {
    let registry = MetricRegistry()
    registry.counter("requests_total", "Requests so far.").add(3)
    #expect(
      registry.text() == """
        # HELP requests_total Requests so far.
        # TYPE requests_total counter
        requests_total 3

        """)
  }

  @Test func metricsAndMembersComeInOrder() {
    let registry = MetricRegistry()
    let family = registry.counters("b_total", "B.", labels: ["target", "outcome"])
    family.with("y", "ok").add()
    family.with("x", "ok").add(2)
    family.with("x", "busy").add(3)
    registry.gauge("a", "A.").set(-1.5)
    #expect(
      registry.text() == """
        # HELP a A.
        # TYPE a gauge
        a -1.5
        # HELP b_total B.
        # TYPE b_total counter
        b_total{target="x",outcome="busy"} 3
        b_total{target="x",outcome="ok"} 2
        b_total{target="y",outcome="ok"} 1

        """)
  }

  @Test func backslashesNewlinesAndQuotesAreEscaped() {
    let registry = MetricRegistry()
    registry.gauges("a", "A \\ and\na \"line\".", labels: ["path"])
      .with("C:\\DIR\n\"x\"é").set(1)
    #expect(
      registry.text() == #"""
        # HELP a A \\ and\na "line".
        # TYPE a gauge
        a{path="C:\\DIR\n\"x\"é"} 1

        """#)
  }

  @Test(
    arguments: [
      (1, "1"), (-0.0, "0"), (0.25, "0.25"), (1e-5, "1e-05"), (1e300, "1e+300"),
      (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
      (9_007_199_254_740_991, "9007199254740991"),
    ] as [(Double, String)])
  func numbersAreWhatGoReads(_ number: Double, _ text: String) {
    #expect(MetricText.number(number) == text)
  }

  @Test func stepsAreShownInTheMetricsUnit() {
    let registry = MetricRegistry()
    registry.counter("audio_seconds_total", "Audio.", step: 1.0 / 16_000).add(24_000)
    #expect(registry.text().hasSuffix("\naudio_seconds_total 1.5\n"))
  }

  @Test func aFamilyWithoutMembersIsNotShown() {
    let registry = MetricRegistry()
    _ = registry.counters("a_total", "A.", labels: ["x"])
    #expect(registry.text() == "")
  }
}

import StandupsMetrics
import TestSupport
import Testing

/// Checks our text with Prometheus' own parser and linter. `scripts/setup` installs the tool.
@Suite(.needs(.promtool))
struct PromtoolTests {
  @Test func itReadsAllKinds() async throws {
    let registry = MetricRegistry()
    let counters = registry.counters("test_events_total", "Events.", labels: ["type"])
    counters.with("a \"quoted\" \\ one\nwith lines, é and {braces}=,").add(3)
    registry.gauge("test_depth", "A \\ depth\nover two lines.").set(-2.5e-7)
    registry.gauge("test_limit", "No limit.").set(Double.infinity)
    let histogram = registry.histograms(
      "test_duration_seconds", "Durations.", labels: ["target"], .latency)
    histogram.with("x").observe(1_000_000)
    #expect(try await Promtool.problems(in: registry.text()) == "")
  }

  /// The check can fail.
  @Test func itRefusesWhatIsWrong() async throws {
    #expect(try await Promtool.problems(in: "a{b=c} 1\n") != "")
  }
}

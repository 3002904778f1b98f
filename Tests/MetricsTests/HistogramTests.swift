import StandupsMetrics
import Testing

@Suite struct HistogramTests {
  @Test func bucketsAreCumulative() {
    let registry = MetricRegistry()
    let histogram = registry.histograms(
      "took_seconds", "How long it took.", labels: ["target"], Buckets([0.1, 1], step: 0.001))
    let member = histogram.with("x")
    for value in [50, 100, 101, 5000] { member.observe(value) }
    #expect(
      registry.text() == """
        # HELP took_seconds How long it took.
        # TYPE took_seconds histogram
        took_seconds_bucket{target="x",le="0.1"} 2
        took_seconds_bucket{target="x",le="1"} 3
        took_seconds_bucket{target="x",le="+Inf"} 4
        took_seconds_sum{target="x"} 5.251
        took_seconds_count{target="x"} 4

        """)
  }

  @Test func withoutLabelsThereIsOnlyTheBound() {
    let registry = MetricRegistry()
    registry.histogram("size", "Sizes.", Buckets([1, 2])).observe(2)
    #expect(registry.text().contains("\nsize_bucket{le=\"2\"} 1\n"))
    #expect(registry.text().contains("\nsize_sum 2\n"))
  }

  /// A bound belongs to its own bucket, in every unit.
  @Test(arguments: [Buckets.latency, .lateness, .sizes])
  func eachBoundIsInItsOwnBucket(_ buckets: Buckets) {
    #expect(!buckets.bounds.isEmpty)
    for (index, bound) in buckets.bounds.enumerated() {
      let histogram = Histogram(buckets)
      let raw = Int((bound / buckets.step).rounded())
      histogram.observe(raw)
      histogram.observe(raw + 1)
      var out = MetricText()
      histogram.write(to: &out, name: "h", labels: "")
      let counts = out.text.split(separator: "\n").prefix(buckets.bounds.count + 1)
        .map { $0.split(separator: " ").last ?? "" }
      #expect(counts[index] == "1", "\(bound)")
      #expect(counts[index + 1] == "2", "\(bound)")
    }
  }

  @Test func manyAtOnceCountAsMany() {
    let histogram = Histogram(Buckets([1, 10]))
    histogram.observe(5, times: 3)
    histogram.observe(-7)
    #expect(histogram.count == 4)
    #expect(histogram.total == 15)
  }

  @Test func nothingIsLostBetweenThreads() async {
    let histogram = Histogram(.sizes)
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for value in 0..<10_000 {
            histogram.observe(value % 7)
            counter.add(2)
          }
        }
      }
    }
    #expect(histogram.count == 40_000)
    #expect(counter.steps == 80_000)
  }
}
